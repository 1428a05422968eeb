import { maxSavesAnAlarm, type PlatformLimits } from '../../limits.ts'

/** Setting an alarm and being woken by it costs as much as staying awake for this long (see `cost.ts`). */
export const WORTH_WAITING_MS = 700
/** The share of requests for hosts and calls to sites; the rest is left for D1 and webhooks. */
const REQUEST_SHARE = 0.8
/** The most of them that one fetch usually takes: robots.txt, the lease, the page, the lease again. */
const REQUESTS_A_FETCH = 4
/** An invocation may use 30 seconds of CPU, and a tick that only passes over a node sends no request. */
const MAX_TICKS = 2_000
/** About two seconds of reading the log, for a search of the shelf. */
const MAX_RECORDS = 20_000
/** A fetch takes two minutes at most, so the last one ends in time. */
const AWAKE_SHARE = 1 / 3

/** An alarm that is being answered. */
export interface Invocation {
  startedAt: number
  ticks: number
  requests: number
  /** Records read from the log. */
  records: number
  /** Batches of results that were saved. */
  saves: number
}

/**
 * How long to stay awake until the next tick; undefined when an alarm is cheaper, or the invocation
 * has done as much as it may.
 */
export function waitMs(
  wakeAt: number | undefined,
  now: number,
  invocation: Invocation,
  limits: PlatformLimits,
): number | undefined {
  if (wakeAt === undefined || hasDoneEnough(invocation, now, limits)) return undefined
  const wait = Math.max(0, wakeAt - now)
  return wait < WORTH_WAITING_MS ? wait : undefined
}

/** How many fetches the invocation may start beside those under way. */
export function maxStarts(
  underWay: number,
  now: number,
  invocation: Invocation,
  limits: PlatformLimits,
): number {
  if (hasDoneEnough(invocation, now, limits)) return 0
  const left = REQUEST_SHARE * limits.maxRequests - invocation.requests
  return Math.max(0, Math.ceil(left / REQUESTS_A_FETCH) - underWay)
}

function hasDoneEnough(
  { startedAt, ticks, requests, records, saves }: Invocation,
  now: number,
  limits: PlatformLimits,
): boolean {
  if (requests >= REQUEST_SHARE * limits.maxRequests || saves >= maxSavesAnAlarm(limits))
    return true
  if (ticks >= MAX_TICKS || records >= MAX_RECORDS) return true
  return now - startedAt >= AWAKE_SHARE * limits.maxAlarmMs
}
