let startedAt: number | undefined

/**
 * When the isolate had its first object, before which nothing is known of what was asked of a site.
 * Not when it was made: outside of a request the clock stands still at zero.
 */
export function isolateStart(now: () => number): number {
  startedAt ??= now()
  return startedAt
}
