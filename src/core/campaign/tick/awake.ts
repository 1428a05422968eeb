import { maxSavesAnAlarm, type PlatformLimits } from '../../limits.ts'

/** Setting an alarm and being woken by it costs as much as staying awake for this long (see `cost.ts`). */
export const WORTH_WAITING_MS = 700
/** The share of requests for hosts and calls to sites; the rest is left for D1 and webhooks. */
const REQUEST_SHARE = 0.8
/** Calls to a site for its lease, which is acquired and released. */
const LEASE_CALLS = 2
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

/** What is under way. */
export interface Fetching {
  fetches: number
  /** Those of them on hosts whose robots.txt may not be known: it comes before the page. */
  onNewHosts: number
  needsLeases: boolean
}

/** How many fetches the invocation may start beside those under way. */
export function maxStarts(
  { fetches, onNewHosts, needsLeases }: Fetching,
  now: number,
  invocation: Invocation,
  limits: PlatformLimits,
): number {
  if (hasDoneEnough(invocation, now, limits)) return 0
  const leaseCalls = needsLeases ? LEASE_CALLS : 0
  const stillToSend = onNewHosts + fetches * leaseCalls
  const left = REQUEST_SHARE * limits.maxRequests - invocation.requests - stillToSend
  return Math.max(0, Math.ceil(left / (1 + leaseCalls)))
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
