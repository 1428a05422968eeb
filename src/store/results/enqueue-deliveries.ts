import type { Identity } from '../../core/campaign/campaign.ts'
import type { WebhookEvent } from '../../core/webhook/webhook-event.ts'
import type { Statement } from './database.ts'

/** How far D1 has come with the campaign. */
const REACHED = 'coalesce((SELECT flushed_seq FROM campaign WHERE owner = ?1 AND id = ?2), 0)'

const field = (name: keyof WebhookEvent) => `e.value ->> '${name}'`

/** What D1 has not heard of yet: of the records of a repeated flush it has the first. */
const FRESH_PAGES = `(SELECT json_group_array(json(p.value)) FROM json_each(e.value, '$.pages') AS p
  WHERE p.value ->> 'seq' > ${REACHED})`

/** Beyond it a receiver would have to read too much at a time. */
const MAX_BODY_CHARACTERS = 100_000

/** Pages that wait to be sent for the first time: what was sent stays as it was. */
const WAITING = `(SELECT d.id FROM delivery AS d
  WHERE d.webhook = w.id AND d.due_at <= ${field('at')} AND d.attempts = 0
    AND d.campaign = ?2 AND d.type = ${field('type')} AND ${field('pages')} IS NOT NULL
    AND length(d.body) < ${MAX_BODY_CHARACTERS})`

const pagesIn = (body: string) => `SELECT value FROM json_each(${body}, '$.data.pages')`

const ALL_PAGES = `(SELECT json_group_array(json(value)) FROM
  (${pagesIn('delivery.body')} UNION ALL ${pagesIn('excluded.body')}))`

/**
 * A delivery for each webhook that wants to hear of it; pages join those that wait, for a campaign
 * finds them faster than the heartbeat can send. To stand in one batch with the pages, before
 * the campaign's own row says how far D1 has come: so each event is noted once, and none is lost.
 * The webhooks are looked at first: where there are none, next to nothing is read.
 */
export function enqueueDeliveries({ owner, id }: Identity, events: WebhookEvent[]): Statement {
  return {
    query: `INSERT INTO delivery
              (webhook, id, owner, type, campaign, body, status, attempts, created_at, due_at)
            SELECT w.id, coalesce(${WAITING}, ${field('id')}), w.owner, ${field('type')}, ?2,
              iif(${field('pages')} IS NULL, ${field('body')},
                json_insert(${field('body')}, '$.data.pages', json(${FRESH_PAGES}))),
              'pending', 0, ${field('at')}, ${field('at')}
            FROM webhook AS w CROSS JOIN json_each(?3) AS e
            WHERE w.owner = ?1 AND w.active = 1 AND (w.campaign IS NULL OR w.campaign = ?2)
              AND instr(w.events, '"' || (${field('type')}) || '"') > 0
              AND ${field('seq')} > ${REACHED}
            ON CONFLICT DO UPDATE SET body = json_set(excluded.body, '$.data.pages', json(${ALL_PAGES}))
              WHERE json_type(excluded.body, '$.data.pages') IS NOT NULL`,
    values: [owner, id, JSON.stringify(events)],
  }
}
