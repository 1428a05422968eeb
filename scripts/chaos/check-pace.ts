import type { Site } from './site.ts'

/** Between the arrivals of two requests for pages of one host, kills or not, whoever sent them. */
export function hostsAskedTooSoon(site: Site): string[] {
  const pages = site.arrivals.filter(({ kind }) => kind === 'page')
  return [...Map.groupBy(pages, ({ origin }) => origin)].flatMap(([origin, requests]) => {
    const paceMs = site.paceMs(origin)
    return requests.slice(1).flatMap(({ at, path }, i) => {
      const before = requests[i]!
      const waitedMs = at - before.at
      if (waitedMs >= paceMs) return []
      return [`${origin}${path} was asked for ${waitedMs} ms after ${before.path}, not ${paceMs}`]
    })
  })
}
