import { MAX_ALARM_MS, MAX_SAVES_AN_ALARM, MAX_SUBREQUESTS } from '../../limits.ts'

/** Setting an alarm and being woken by it costs as much as staying awake for this long (see `cost.ts`). */
export const WORTH_WAITING_MS = 700
/** Requests to hosts and calls to sites; the rest is left for D1 and webhooks. */
const MAX_REQUESTS = 0.8 * MAX_SUBREQUESTS
/** An invocation may use 30 seconds of CPU, and a tick that only passes over a node sends no request. */
const MAX_TICKS = 2_000
/** About two seconds of reading the log, for a search of the shelf. */
const MAX_RECORDS = 20_000
/** A fetch takes two minutes at most, so the last one ends in time. */
const MAX_AWAKE_MS = MAX_ALARM_MS / 3

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
  { startedAt, ticks, requests, records, saves }: Invocation,
): number | undefined {
  if (wakeAt === undefined || requests >= MAX_REQUESTS) return undefined
  if (ticks >= MAX_TICKS || records >= MAX_RECORDS || saves >= MAX_SAVES_AN_ALARM) return undefined
  if (now - startedAt >= MAX_AWAKE_MS) return undefined
  const wait = Math.max(0, wakeAt - now)
  return wait < WORTH_WAITING_MS ? wait : undefined
}
