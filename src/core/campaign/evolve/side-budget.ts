import type { NodeId } from '../../graph/node-table.ts'
import { MAX_ROBOTS_REQUESTS } from '../fetch/source.ts'
import type { CampaignState } from '../state/state.ts'

/** A small campaign has hosts to look at as well, and a crash is counted as several requests. */
const SPARE_REQUESTS = 20

/**
 * How many requests for robots.txt, sitemaps and feeds a campaign with that budget may send in all:
 * enough for the robots.txt of each page where no two pages share a host.
 */
export function sideBudget(budget: number): number {
  return budget + SPARE_REQUESTS
}

/** Lists of pages are a convenience: they leave half to robots.txt, without which nothing is fetched. */
export function maxSitemaps(budget: number): number {
  return Math.min(budget, Math.floor(sideBudget(budget) / 2))
}

export function sideRequestsLeft({ counters, spec }: CampaignState): number {
  return Math.max(0, sideBudget(spec.budget) - counters.sideRequests)
}

/**
 * What a visit may have sent of which nothing is known, beside what is charged as a fetch. Of a host
 * that was asked before the robots.txt is at hand, or takes a request to ask for again: were each
 * crash counted as a whole chain of redirects, a few would use up the side budget of a small
 * campaign.
 */
export function lostSideRequests(state: CampaignState, node: NodeId): number {
  const isNew = state.hosts.askedAt(state.nodes.host(node)) === 0
  return Math.min(isNew ? MAX_ROBOTS_REQUESTS : 1, sideRequestsLeft(state))
}
