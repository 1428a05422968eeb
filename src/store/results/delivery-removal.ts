import type { Identity } from '../../core/campaign/campaign.ts'
import type { Database } from './database.ts'

/** The deliveries of a campaign among those that were read. */
interface Reading {
  count: number
  /** JSON: webhook and id of each. */
  found: string
  /** Position of the last one that was read. */
  upTo: string | null
}

const WEBHOOK_ID_CHARS = 18

/** Reads in the order of the primary key, from a position on. */
const READ = `SELECT count(*) AS count, max(webhook || id) AS upTo,
    json_group_array(json_array(webhook, id)) FILTER (WHERE campaign = ?1) AS found
  FROM (
    SELECT d.webhook, d.id, d.campaign FROM webhook AS w CROSS JOIN delivery AS d
    ON d.webhook = w.id AND d.id > iif(w.id = ?3, ?4, '')
    WHERE w.owner = ?2 AND w.id >= ?3 ORDER BY w.id, d.id LIMIT ?5)`

/**
 * Removes a campaign's deliveries among the next `limit` of its owner. No index has deliveries by
 * campaign, which would cost a row more for each, so all are read. A position is a webhook's id and a
 * delivery's id in one. Returns the position to continue from; null after the last.
 */
export async function removeDeliveries(
  database: Database,
  { id, owner }: Identity,
  from: string,
  limit: number,
): Promise<string | null> {
  const webhook = from.slice(0, WEBHOOK_ID_CHARS)
  const delivery = from.slice(WEBHOOK_ID_CHARS)
  const readings = await database.all<Reading>({
    query: READ,
    values: [id, owner, webhook, delivery, limit],
  })
  const { count, found, upTo } = readings[0]!
  if (found !== '[]') await database.batch([{ query: REMOVE, values: [found] }])
  return count < limit ? null : upTo
}

const REMOVE = `DELETE FROM delivery WHERE (webhook, id) IN
  (SELECT value ->> 0, value ->> 1 FROM json_each(?))`

/**
 * Every webhook that has deliveries, whether it still exists or not, found by skipping along the
 * primary key: one or two rows are read for each.
 */
const RECEIVERS = `WITH RECURSIVE receiver(webhook) AS (
  SELECT min(webhook) FROM delivery UNION ALL
  SELECT (SELECT min(webhook) FROM delivery WHERE webhook > receiver.webhook) FROM receiver
  WHERE receiver.webhook IS NOT NULL)`

/** Finds a webhook by the owner that its deliveries name: the id alone is not the primary key. */
const EXISTS = `EXISTS (SELECT 1 FROM webhook AS w WHERE w.id = receiver.webhook
  AND w.owner = (SELECT owner FROM delivery WHERE webhook = receiver.webhook LIMIT 1))`

/** Removes deliveries with an id before that one, and all of webhooks that were removed. */
export async function removeOldDeliveries(
  database: Database,
  before: string,
  limit: number,
): Promise<void> {
  const query = `${RECEIVERS} DELETE FROM delivery WHERE (webhook, id) IN (
    SELECT d.webhook, d.id FROM receiver CROSS JOIN delivery AS d ON d.webhook = receiver.webhook
      AND d.id < iif(${EXISTS}, ?, '~') LIMIT ?)`
  await database.batch([{ query, values: [before, limit] }])
}
