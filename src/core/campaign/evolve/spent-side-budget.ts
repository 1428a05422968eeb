import type { NodeId } from '../../graph/node-table.ts'
import { shelveBeyondMemory } from './memory.ts'
import { sideRequestsLeft } from './side-budget.ts'
import type { CampaignState } from '../state/state.ts'
import { exclude, readmit } from './node-moves.ts'

/**
 * A node was passed over for want of side budget, so its host's robots.txt is not to be had. All
 * nodes that would fare the same leave the frontier with it, without a record each.
 */
export function passOverUnaffordable(state: CampaignState, node: NodeId): void {
  state.schedule.isSideBudgetSpent = true
  // A list of pages is a request of its own, whatever is known of its host.
  if (!state.sitemaps.has(node)) state.hosts.loseRobots(state.nodes.host(node))
  passOverNew(state, 0 as NodeId)
}

/** Those from that id on, once the side budget is spent. */
export function passOverNew(state: CampaignState, first: NodeId): void {
  if (!state.schedule.isSideBudgetSpent) return
  for (let i: number = first; i < state.nodes.length; i++) {
    const node = i as NodeId
    if (!isInFrontier(state, node) || !needsSideRequest(state, node)) continue
    exclude(state, node, 'side_budget_spent')
    state.counters.sideBudgetSpent++
  }
}

/** With a larger budget there are side requests again: all that was passed over comes back. */
export function readmitUnaffordable(state: CampaignState): void {
  if (!state.schedule.isSideBudgetSpent || sideRequestsLeft(state) === 0) return
  state.schedule.isSideBudgetSpent = false
  state.hosts.regainRobots()
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

/** A host that was never asked for anything has a robots.txt that was not asked for either. */
function needsSideRequest({ hosts, nodes, sitemaps }: CampaignState, node: NodeId): boolean {
  const host = nodes.host(node)
  return hosts.askedAt(host) === 0 || hosts.lacksRobots(host) || sitemaps.has(node)
}
