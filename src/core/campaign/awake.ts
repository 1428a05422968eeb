/** Setting an alarm and being woken by it costs what staying awake for this long does (see prices.ts). */
const WORTH_WAITING_MS = 700
/** One invocation may send 50 requests on the free plan, robots.txt and redirects included. */
const MOST_REQUESTS = 40

/**
 * How long to stay awake until the next tick; undefined when an alarm is cheaper, or the invocation
 * has sent as many requests as it may.
 */
export function waitMs(
  wakeAt: number | undefined,
  now: number,
  requests: number,
): number | undefined {
  if (wakeAt === undefined || requests >= MOST_REQUESTS) return undefined
  const wait = Math.max(0, wakeAt - now)
  return wait < WORTH_WAITING_MS ? wait : undefined
}
