/** Who asks for once, and is not expected again: no campaign. */
export const PASSER_BY = ''

/** What a campaign asks for in respect of a site, and on whose behalf. */
export interface Pace {
  owner: string
  /** The least pause between two requests: the campaign's own or, if longer, the site's. */
  paceMs: number
  /** What the site's robots.txt asks for, which binds everybody; 0 where it asks for nothing. */
  crawlDelayMs: number
}

/**
 * How far the pace of one owner's campaigns binds other owners. Five times the usual pace; a site
 * that needs more says so itself, by `Crawl-delay` or `Retry-After`. An idle site stays in memory
 * for longer than that, so what binds others is never forgotten.
 */
export const MAX_SHARED_DELAY_MS = 5_000

/** Between requests of two campaigns: the longer pace, in full within one owner. */
export function pauseBetween(one: Pace, other: Pace): number {
  if (one.owner === other.owner) return Math.max(one.paceMs, other.paceMs)
  return Math.max(sharedDelay(one), sharedDelay(other))
}

/** What the pace comes to for other owners. */
function sharedDelay({ paceMs, crawlDelayMs }: Pace): number {
  return Math.max(crawlDelayMs, Math.min(paceMs, MAX_SHARED_DELAY_MS))
}
