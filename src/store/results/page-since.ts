import { condition, type Condition } from './condition.ts'

/** By how much a clock may be set back in the course of a campaign without a page being missed. */
const CLOCK_SLACK_MS = 3_600_000

/** Whether the first page from the middle on was asked for before that moment. */
const IS_EARLY = `coalesce((SELECT fetched_at FROM page
  WHERE campaign = ? AND seq >= (low + high) / 2 ORDER BY seq LIMIT 1) < ?, 0)`

/**
 * The number from which to look for pages asked for since a moment. Pages are numbered in the order
 * in which they were asked for, so a binary search finds it, and none of those before is read. A
 * few from before the moment may come after it.
 */
export function firstSince(campaign: string, since: number): Condition {
  const moment = since - CLOCK_SLACK_MS
  return condition(
    `WITH RECURSIVE search (low, high) AS (
      SELECT 0, 1 + coalesce((SELECT max(seq) FROM page WHERE campaign = ?), 0)
      UNION ALL
      SELECT iif(${IS_EARLY}, (low + high) / 2, low), iif(${IS_EARLY}, high, (low + high) / 2)
      FROM search WHERE high - low > 1
    )
    SELECT max(low) FROM search`,
    campaign,
    campaign,
    moment,
    campaign,
    moment,
  )
}
