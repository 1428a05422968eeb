import type { NodeId, NodeState } from '../../graph/node-table.ts'
import type { Sums } from '../../rank/features/first-level.ts'
import { readsWords } from '../../rank/names.ts'
import { scoreUrl } from '../../topic/word-scores.ts'
import type { Discovered } from '../event.ts'
import type { CampaignState } from '../state/state.ts'
import { reachedLimit } from './fetch-limits.ts'

// Moves nodes into the frontier, out of it, and back; keeps node states, ranker and counts in step.

const NO_SUMS: Sums = [0, 0, 0, 0]

/** Adds hosts and nodes that are new. */
export function discover(
  state: CampaignState,
  { origins, sites, nodes }: Discovered,
  { depth, isSeed }: { depth: number; isSeed: boolean },
): void {
  if (nodes.length > 0) state.index.discoveries.add(state.seq, state.nodes.length)
  for (const [i, origin] of origins.entries()) addHost(state, origin, sites[i]!)
  const isScored = readsWords(state.ranker.arms)
  for (const { host, path } of nodes) {
    const url = state.hosts.origin(host) + path
    state.index.urls.add(url)
    state.content.traps.addKnown(url)
    const urlScore = isScored ? scoreUrl(state.scorer, url) : 0
    state.ranker.add(state.nodes.add(host, depth), isSeed, urlScore)
  }
}

/** A new host of a site that has reached its fetch limit is closed from the start. */
function addHost(state: CampaignState, origin: string, site: string): void {
  const host = state.hosts.add(origin, site)
  if (reachedLimit(host, state) !== undefined) state.ranker.close(host)
}

/** Returns a taken node to the frontier. */
export function requeue(state: CampaignState, node: NodeId): void {
  state.nodes.setState(node, 'queued')
  state.ranker.release(node)
}

/** Takes a node with a transient failure out of the frontier until its retry. */
export function rest(state: CampaignState, node: NodeId, failedAt: number): void {
  state.nodes.setState(node, 'resting')
  state.schedule.retries.add(node, failedAt, state.seq)
}

/** Shelves a node for lack of memory: only the log remembers its sums. */
export function shelve(state: CampaignState, node: NodeId): void {
  state.nodes.setState(node, 'shelved')
  state.hosts.count(state.nodes.host(node), { shelved: 1 })
}

/** Returns a shelved node to the frontier. */
export function unshelve(state: CampaignState, node: NodeId, sums = NO_SUMS): void {
  state.hosts.count(state.nodes.host(node), { shelved: -1 })
  readmit(state, node, sums)
}

/** Returns a node that left the frontier unfetched, with no sums unless they are given. */
export function readmit(state: CampaignState, node: NodeId, sums = NO_SUMS): void {
  state.nodes.setState(node, 'queued')
  state.ranker.recall(node, sums)
}

/** Excludes a frontier node or a shelved one from being fetched. */
export function exclude(state: CampaignState, node: NodeId, as: NodeState): void {
  if (state.nodes.state(node) === 'shelved') {
    state.hosts.count(state.nodes.host(node), { shelved: -1 })
  } else {
    state.ranker.drop(node)
  }
  state.nodes.setState(node, as)
}

/** Marks a frontier node as a sitemap, which is fetched before all pages. */
export function queueSitemap(state: CampaignState, node: NodeId): void {
  if (state.nodes.state(node) === 'shelved') unshelve(state, node)
  state.sitemaps.add(node)
  state.hosts.count(state.nodes.host(node), { sitemaps: 1 })
  state.ranker.promote(node)
}

/** Makes an unfetched node an alias of a fetched one. */
export function makeAlias(state: CampaignState, node: NodeId, canonical: NodeId): void {
  exclude(state, node, 'alias')
  state.aliases.set(node, canonical)
}

/** Makes an alias a node of its own again, to be fetched. */
export function separateAlias(state: CampaignState, node: NodeId): void {
  state.aliases.delete(node)
  readmit(state, node)
}
