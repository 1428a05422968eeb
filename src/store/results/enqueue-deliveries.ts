import type { Identity } from '../../core/campaign/campaign.ts'
import type { WebhookEvent } from '../../core/webhook/webhook-event.ts'
import type { Statement } from './database.ts'

/** The last record whose results were saved. */
const SAVED_SEQ = 'coalesce((SELECT flushed_seq FROM campaign WHERE owner = ?1 AND id = ?2), 0)'

const field = (name: keyof WebhookEvent) => `e.value ->> '${name}'`

/** Pages of records that were not saved before: a repeated batch brings some again. */
const NEW_PAGES = `(SELECT json_group_array(json(p.value)) FROM json_each(e.value, '$.pages') AS p
  WHERE p.value ->> 'seq' > ${SAVED_SEQ})`

/** Longer bodies would be too much for a receiver to read at a time. */
const MAX_BODY_CHARACTERS = 100_000

/** A delivery of pages that was never attempted: once sent, a body does not change. */
const WAITING = `(SELECT d.id FROM delivery AS d
  WHERE d.webhook = w.id AND d.due_at <= ${field('at')} AND d.attempts = 0
    AND d.campaign = ?2 AND d.type = ${field('type')} AND ${field('pages')} IS NOT NULL
    AND length(d.body) < ${MAX_BODY_CHARACTERS})`

const pagesIn = (body: string) => `SELECT value FROM json_each(${body}, '$.data.pages')`

const ALL_PAGES = `(SELECT json_group_array(json(value)) FROM
  (${pagesIn('delivery.body')} UNION ALL ${pagesIn('excluded.body')}))`

/**
 * Makes a delivery for each webhook that asked for the event. Pages join a delivery that waits, for
 * a campaign finds them faster than the heartbeat sends. Belongs into one batch with the pages,
 * before the campaign's row says how far they were saved: so no event is lost or sent twice. The
 * webhooks are read first: without any, next to nothing is read.
 */
export function enqueueDeliveries({ owner, id }: Identity, events: WebhookEvent[]): Statement {
  return {
    query: `INSERT INTO delivery
              (webhook, id, owner, type, campaign, body, status, attempts, created_at, due_at)
            SELECT w.id, coalesce(${WAITING}, ${field('id')}), w.owner, ${field('type')}, ?2,
              iif(${field('pages')} IS NULL, ${field('body')},
                json_insert(${field('body')}, '$.data.pages', json(${NEW_PAGES}))),
              'pending', 0, ${field('at')}, ${field('at')}
            FROM webhook AS w CROSS JOIN json_each(?3) AS e
            WHERE w.owner = ?1 AND w.active = 1 AND (w.campaign IS NULL OR w.campaign = ?2)
              AND instr(w.events, '"' || (${field('type')}) || '"') > 0
              AND ${field('seq')} > ${SAVED_SEQ}
            ON CONFLICT DO UPDATE SET body = json_set(excluded.body, '$.data.pages', json(${ALL_PAGES}))
              WHERE json_type(excluded.body, '$.data.pages') IS NOT NULL`,
    values: [owner, id, JSON.stringify(events)],
  }
}
