import type { HostId } from '../../graph/host-table.ts'
import type { LimitName } from '../../spec/limits.ts'
import { reachedLimit } from '../evolve/fetch-limits.ts'
import type { CampaignState } from '../state/state.ts'

/** What a campaign knows about a host. */
export interface HostReport {
  /** Its position in the order of discovery. */
  id: number
  origin: string
  /** Its registrable domain. */
  site: string
  /** The limit that keeps its pages from being fetched. */
  limitReached: LimitName | null
  /** Pages in the frontier, without the shelved. */
  frontier: number
  /** Fetches that were charged to the budget. */
  fetched: number
  /** Its pages with a score above zero. */
  relevant: number
  /** The end of the last request; null before the first. */
  lastRequestAt: number | null
  /** When it may be requested again. */
  nextRequestAt: number | null
  /** The Crawl-delay of its robots.txt; 0 without one. */
  crawlDelayMs: number
  /** Consecutive requests that failed or were answered as busy. */
  consecutiveFailures: number
  /** Sitemaps and feeds taken up. */
  sitemaps: number
  /** The Content-Signal of its robots.txt. */
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
