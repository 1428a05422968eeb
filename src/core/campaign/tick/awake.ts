/** Setting an alarm and being woken by it costs what staying awake for this long does (see prices.ts). */
export const WORTH_WAITING_MS = 700
/** One invocation may send 50 requests on the free plan, calls to sites included; D1 has the rest. */
const MOST_REQUESTS = 40
/** One may use 30 seconds of CPU, and a tick that only passes a node over sends no request. */
const MOST_TICKS = 2_000
/** About two seconds' worth of reading the log, which a search of the shelf goes on with. */
const MAX_RECORDS = 20_000
/** One may send 50 queries to D1 on the free plan: six a save, and a flush may have three more under way. */
const MAX_SAVES = 4
/** An alarm's handler is ended after 15 minutes; one visit takes two at the very most. */
const MOST_AWAKE_MS = 300_000

/** An alarm that is being answered. */
export interface Invocation {
  startedAt: number
  ticks: number
  requests: number
  /** Read from the log. */
  records: number
  /** Batches of results sent to D1. */
  saves: number
}

/**
 * How long to stay awake until the next tick; undefined when an alarm is cheaper, or the invocation
 * has done as much as it may.
 */
export function waitMs(
  wakeAt: number | undefined,
  now: number,
  { startedAt, ticks, requests, records, saves }: Invocation,
): number | undefined {
  if (wakeAt === undefined || requests >= MOST_REQUESTS) return undefined
  if (ticks >= MOST_TICKS || records >= MAX_RECORDS || saves >= MAX_SAVES) return undefined
  if (now - startedAt >= MOST_AWAKE_MS) return undefined
  const wait = Math.max(0, wakeAt - now)
  return wait < WORTH_WAITING_MS ? wait : undefined
}
