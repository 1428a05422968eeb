import type { Identity } from '../core/campaign/campaign.ts'
import type { Happening } from '../core/webhook/event.ts'
import type { Statement } from './database.ts'

/** How far D1 has come with the campaign. */
const REACHED = 'coalesce((SELECT flushed_seq FROM campaign WHERE owner = ?1 AND id = ?2), 0)'

const field = (name: keyof Happening) => `e.value ->> '${name}'`

/** What D1 has not heard of yet: of the records of a repeated flush it has the first. */
const FRESH_PAGES = `(SELECT json_group_array(json(p.value)) FROM json_each(e.value, '$.pages') AS p
  WHERE p.value ->> 'seq' > ${REACHED})`

/**
 * A delivery for each webhook that wants to hear of it. To stand in one batch with the pages, before
 * the campaign's own row says how far D1 has come: so each event is noted once, and none is lost.
 * The webhooks are looked at first: where there are none, nothing else is read.
 */
export function enqueue({ owner, id }: Identity, happenings: Happening[]): Statement {
  return {
    query: `INSERT OR IGNORE INTO delivery
              (webhook, id, owner, type, campaign, body, status, attempts, created_at, due_at)
            SELECT w.id, ${field('id')}, w.owner, ${field('type')}, ?2,
              iif(${field('pages')} IS NULL, ${field('body')},
                json_insert(${field('body')}, '$.data.pages', json(${FRESH_PAGES}))),
              'pending', 0, ${field('at')}, ${field('at')}
            FROM webhook AS w CROSS JOIN json_each(?3) AS e
            WHERE w.owner = ?1 AND w.active = 1 AND (w.campaign IS NULL OR w.campaign = ?2)
              AND instr(w.events, '"' || (${field('type')}) || '"') > 0
              AND ${field('seq')} > ${REACHED}`,
    values: [owner, id, JSON.stringify(happenings)],
  }
}
