import type { HostId } from '../../graph/host-table.ts'
import type { LimitName } from '../../spec/spec.ts'
import { reachedLimit } from '../evolve/fetch-limits.ts'
import type { CampaignState } from '../state/state.ts'

/** A host as the campaign knows it. */
export interface HostReport {
  /** Its place in the order of discovery. */
  id: number
  origin: string
  /** All hosts of a registrable domain are one site. */
  site: string
  /** The limit for which nothing more of it is fetched. */
  limitReached: LimitName | null
  /** Pages that may be fetched next, without the shelved. */
  frontier: number
  /** Fetches of it that were charged to the budget. */
  fetched: number
  /** Its pages with a score above zero. */
  relevant: number
  /** The end of the last request; null before the first. */
  lastRequestAt: number | null
  /** The moment from which it may be asked again. */
  nextRequestAt: number | null
  /** What its robots.txt asks for between requests; 0 when it asks for nothing. */
  crawlDelayMs: number
  /** Requests in a row that it did not answer, or only to say that it is busy. */
  consecutiveFailures: number
  /** Sitemaps and feeds taken up. */
  sitemaps: number
  /** What its robots.txt wishes to be done with its pages. */
  contentSignals: string | null
}

export function hostsAfter(after: number, limit: number, state: CampaignState): HostReport[] {
  const { hosts, ranker } = state
  const count = Math.min(limit, hosts.length - after - 1)
  return Array.from({ length: Math.max(0, count) }, (_, i) => {
    const host = (after + 1 + i) as HostId
    return {
      id: host,
      origin: hosts.origin(host),
      site: hosts.site(host),
      limitReached: reachedLimit(host, state)?.name ?? null,
      frontier: ranker.frontier.sizeOf(host),
      fetched: hosts.fetched(host),
      relevant: hosts.relevant(host),
      lastRequestAt: hosts.askedAt(host) || null,
      nextRequestAt: hosts.readyAt(host) || null,
      crawlDelayMs: hosts.crawlDelayMs(host),
      consecutiveFailures: hosts.failures(host),
      sitemaps: hosts.sitemaps(host),
      contentSignals: hosts.contentSignals(host) || null,
    }
  })
}
