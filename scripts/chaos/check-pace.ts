import type { Check } from './evidence.ts'

/** Between the arrivals of two requests for pages of one host, kills or not. */
export const noHostIsAskedTooSoon: Check = ({ arrivals, kind, slowOrigin }) => {
  const hosts = Map.groupBy(arrivals, ({ origin }) => origin)
  return [...hosts].flatMap(([origin, requests]) => {
    const crawlDelayMs = origin === slowOrigin ? 1_000 * kind.crawlDelaySeconds : 0
    const paceMs = Math.max(kind.hostDelayMs, crawlDelayMs)
    return requests.slice(1).flatMap(({ at, path }, i) => {
      const waitedMs = at - requests[i]!.at
      if (waitedMs >= paceMs) return []
      return [`${origin}${path} was asked for after ${waitedMs} ms, the pace is ${paceMs} ms`]
    })
  })
}
