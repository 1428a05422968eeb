import type { Database } from './database.ts'

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
export async function forgetOld(database: Database, before: string, limit: number): Promise<void> {
  const query = `${TOLD} DELETE FROM delivery WHERE (webhook, id) IN (
    SELECT d.webhook, d.id FROM told CROSS JOIN delivery AS d ON d.webhook = told.webhook
      AND d.id < iif(${IS_THERE}, ?, '~') LIMIT ?)`
  await database.batch([{ query, values: [before, limit] }])
}
