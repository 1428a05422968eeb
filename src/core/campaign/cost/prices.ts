import type { Spent } from './spent.ts'

/**
 * What Cloudflare charges for Durable Objects and D1, as of November 2026: dollars for a million
 * beyond what the paid plan includes. https://developers.cloudflare.com/durable-objects/platform/pricing
 * and https://developers.cloudflare.com/d1/platform/pricing
 */
export const DOLLARS_PER_MILLION: Spent = {
  requests: 0.15,
  // $12.50 for a million GB-seconds, and an object is billed as 0.128 GB.
  awakeMs: (12.5 * 0.128) / 1000,
  rowsRead: 0.001,
  rowsWritten: 1,
  d1RowsRead: 0.001,
  d1RowsWritten: 1,
}

/** What the free plan allows a day; beyond it operations fail. */
export const FREE_A_DAY: Spent = {
  requests: 100_000,
  // 13,000 GB-seconds.
  awakeMs: (13_000 / 0.128) * 1000,
  rowsRead: 5_000_000,
  rowsWritten: 100_000,
  d1RowsRead: 5_000_000,
  d1RowsWritten: 100_000,
}
