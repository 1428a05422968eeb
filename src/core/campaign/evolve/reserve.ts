import type { NodeId } from '../../graph/node-table.ts'
import type { CampaignEvent, PlannedFetch } from '../event.ts'
import type { Reservation } from '../state/reservations.ts'
import type { CampaignState } from '../state/state.ts'
import { requeue } from './node-moves.ts'

// Reserves fetches, and takes reservations back. While a fetch is reserved, its site is busy: the
// frontier offers none of its nodes.

export function reserve(state: CampaignState, fetch: PlannedFetch): void {
  const { nodes, ranker, schedule } = state
  // A page that is fetched again is not in the frontier.
  if (!nodes.isCrawled(fetch.node)) {
    if (!ranker.frontier.has(fetch.node)) throw new Error('a page is reserved that does not wait')
    ranker.take(fetch)
  }
  nodes.setState(fetch.node, 'reserved')
  schedule.reservations.add({ ...fetch, reservedAt: state.updatedAt, begun: false })
  noteSite(state, fetch.node)
}

/** Ends the reservation of a fetch that was made, or is known to be lost; undefined when there is none. */
export function settle(state: CampaignState, node: NodeId): Reservation | undefined {
  const reservation = state.schedule.reservations.settle(node)
  if (reservation !== undefined) noteSite(state, node)
  return reservation
}

/**
 * Releases fetches that were reserved and not sent, so that the next decision includes their nodes.
 * After an edit they are nodes like all others; after a fetch each keeps its place in its batch.
 */
export function release(
  state: CampaignState,
  released: readonly NodeId[],
  by: Pick<CampaignEvent, 'kind' | 'at'>,
): void {
  // The last one first: each goes to the front of its batch.
  for (const node of released.toReversed()) {
    const reservation = settle(state, node)
    if (reservation === undefined) continue
    if (state.nodes.isCrawled(node)) state.nodes.setState(node, 'crawled')
    else if (keepsPlans(by.kind)) putBack(state, reservation, by.at)
    else requeue(state, node)
  }
}

/** A retry that was reserved ahead of its time waits on. */
function putBack({ nodes, ranker, schedule }: CampaignState, fetch: Reservation, at: number): void {
  const { node, dueAt } = fetch
  const isRetry = schedule.retries.failures(node) > 0
  if (isRetry && dueAt > at) {
    nodes.setState(node, 'resting')
    return schedule.retries.postpone(node, dueAt)
  }
  nodes.setState(node, 'queued')
  ranker.release(node, fetch)
}

/** Whether what was planned before such an event is still wanted after it. */
export function keepsPlans(by: CampaignEvent['kind']): boolean {
  return by === 'step' || by === 'scheduled'
}

/** The site of the node is busy, or free again. */
function noteSite({ hosts, nodes, ranker, schedule }: CampaignState, node: NodeId): void {
  const host = nodes.host(node)
  const site = hosts.site(host)
  const isBusy = [...schedule.reservations].some(
    (reservation) => hosts.site(nodes.host(reservation.node)) === site,
  )
  if (isBusy) hosts.busySites.add(site)
  else hosts.busySites.delete(site)
  for (const each of hosts.ofSameSite(host)) ranker.frontier.paced(each)
}
