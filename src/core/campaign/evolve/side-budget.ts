import type { NodeId } from '../../graph/node-table.ts'
import { MAX_ROBOTS_REQUESTS } from '../fetch/source.ts'
import type { CampaignState } from '../state/state.ts'
import { shelveBeyondMemory } from './memory.ts'
import { exclude, readmit } from './node-moves.ts'

/** Even a small campaign visits several hosts, and a crash counts as several requests. */
const SPARE_REQUESTS = 20

/**
 * How many requests for robots.txt, sitemaps and feeds a campaign with that budget may send in all:
 * enough for the robots.txt of each page where no two pages share a host.
 */
export function sideBudget(budget: number): number {
  return budget + SPARE_REQUESTS
}

/** Sitemaps and feeds are optional: they leave half to robots.txt, without which nothing is fetched. */
export function maxSitemaps(budget: number): number {
  return Math.min(budget, Math.floor(sideBudget(budget) / 2))
}

export function sideRequestsLeft({ counters, spec }: CampaignState): number {
  return Math.max(0, sideBudget(spec.budget) - counters.sideRequests)
}

/**
 * The side requests that a lost fetch may have sent, besides the one charged as a fetch. If the
 * host was requested before, its robots.txt is at hand or takes one request to refresh. If each
 * crash counted as a whole chain of redirects, a few would use up the side budget of a small
 * campaign.
 */
export function lostSideRequests(state: CampaignState, node: NodeId): number {
  const isNew = state.hosts.askedAt(state.nodes.host(node)) === 0
  return Math.min(isNew ? MAX_ROBOTS_REQUESTS : 1, sideRequestsLeft(state))
}

/**
 * Excludes all nodes that need a side request, after the first was skipped because the side budget
 * is spent. They leave the frontier without a record each.
 */
export function passOverUnaffordable(state: CampaignState, node: NodeId): void {
  state.schedule.isSideBudgetSpent = true
  // A sitemap is itself a side request, whatever is known about its host.
  if (!state.sitemaps.has(node)) state.hosts.lackingRobots.add(state.nodes.host(node))
  passOverNew(state, 0 as NodeId)
}

/** Excludes the nodes from that id on, if the side budget is spent. */
export function passOverNew(state: CampaignState, first: NodeId): void {
  if (!state.schedule.isSideBudgetSpent) return
  for (let i: number = first; i < state.nodes.length; i++) {
    const node = i as NodeId
    if (!isInFrontier(state, node) || !needsSideRequest(state, node)) continue
    exclude(state, node, 'side_budget_spent')
    state.counters.sideBudgetSpent++
  }
}

/** Readmits the excluded nodes when a larger budget allows side requests again. */
export function readmitUnaffordable(state: CampaignState): void {
  if (!state.schedule.isSideBudgetSpent || sideRequestsLeft(state) === 0) return
  state.schedule.isSideBudgetSpent = false
  state.hosts.lackingRobots.clear()
  for (let i = 0; i < state.nodes.length; i++) {
    const node = i as NodeId
    if (state.nodes.state(node) !== 'side_budget_spent') continue
    readmit(state, node)
    if (state.sitemaps.has(node)) state.ranker.promote(node)
  }
  shelveBeyondMemory(state)
}

function isInFrontier({ nodes }: CampaignState, node: NodeId): boolean {
  const place = nodes.state(node)
  return place === 'queued' || place === 'shelved'
}

/** The robots.txt of a host is unknown if the host was never requested. */
function needsSideRequest({ hosts, nodes, sitemaps }: CampaignState, node: NodeId): boolean {
  const host = nodes.host(node)
  return hosts.askedAt(host) === 0 || hosts.lackingRobots.has(host) || sitemaps.has(node)
}
