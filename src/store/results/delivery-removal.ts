import type { Identity } from '../../core/campaign/campaign.ts'
import type { Database } from './database.ts'

/** What was found of a campaign among so many deliveries. */
interface Look {
  looked: number
  /** A JSON list of webhook and id of each. */
  found: string
  /** The place of the last. */
  upTo: string | null
}

const WEBHOOK_ID_CHARS = 18

/** In the order of the primary key, from a place on. */
const LOOK = `SELECT count(*) AS looked, max(webhook || id) AS upTo,
    json_group_array(json_array(webhook, id)) FILTER (WHERE campaign = ?1) AS found
  FROM (
    SELECT d.webhook, d.id, d.campaign FROM webhook AS w CROSS JOIN delivery AS d
    ON d.webhook = w.id AND d.id > iif(w.id = ?3, ?4, '')
    WHERE w.owner = ?2 AND w.id >= ?3 ORDER BY w.id, d.id LIMIT ?5)`

/**
 * What the owner's webhooks were told of a campaign, or are to be. No index has deliveries by
 * campaign, which would be a row more for each: they are looked through, so many at a time, from a
 * place on, the ids of webhook and delivery in one. Null after the last, else the place to go on from.
 */
export async function removeDeliveries(
  database: Database,
  { id, owner }: Identity,
  from: string,
  limit: number,
): Promise<string | null> {
  const webhook = from.slice(0, WEBHOOK_ID_CHARS)
  const delivery = from.slice(WEBHOOK_ID_CHARS)
  const looks = await database.all<Look>({
    query: LOOK,
    values: [id, owner, webhook, delivery, limit],
  })
  const { looked, found, upTo } = looks[0]!
  if (found !== '[]') await database.batch([{ query: REMOVE, values: [found] }])
  return looked < limit ? null : upTo
}

const REMOVE = `DELETE FROM delivery WHERE (webhook, id) IN
  (SELECT value ->> 0, value ->> 1 FROM json_each(?))`

/**
 * Every webhook that has deliveries, there or gone, by leaps along the primary key: a row or two
 * read for each.
 */
const TOLD = `WITH RECURSIVE told(webhook) AS (
  SELECT min(webhook) FROM delivery UNION ALL
  SELECT (SELECT min(webhook) FROM delivery WHERE webhook > told.webhook) FROM told
  WHERE told.webhook IS NOT NULL)`

/** By the owner that its deliveries name: the id alone is not the primary key. */
const IS_THERE = `EXISTS (SELECT 1 FROM webhook AS w WHERE w.id = told.webhook
  AND w.owner = (SELECT owner FROM delivery WHERE webhook = told.webhook LIMIT 1))`

/** Those with an id before that one, as far as it goes, and all of webhooks that are gone. */
export async function removeOldDeliveries(
  database: Database,
  before: string,
  limit: number,
): Promise<void> {
  const query = `${TOLD} DELETE FROM delivery WHERE (webhook, id) IN (
    SELECT d.webhook, d.id FROM told CROSS JOIN delivery AS d ON d.webhook = told.webhook
      AND d.id < iif(${IS_THERE}, ?, '~') LIMIT ?)`
  await database.batch([{ query, values: [before, limit] }])
}
