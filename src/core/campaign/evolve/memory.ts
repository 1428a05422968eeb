import type { NodeId } from '../../graph/node-table.ts'
import type { Footprint } from '../../rank/estimator.ts'
import { footprintOf } from '../../rank/footprint.ts'
import type { Policy } from '../../rank/policy.ts'
import type { Recalled } from '../event.ts'
import type { CampaignState } from '../state/state.ts'
import { shelve, unshelve } from './node-moves.ts'

/** Bytes for host, state and depth, the fingerprint, and up to four hash slots per node. */
const NODE_BYTES = 7 + 8 + 16
/** Bytes for a host: its origin twice, its pace, its heaps. */
const HOST_BYTES = 300
/** Bytes for each record that discovered nodes. */
const DISCOVERY_BYTES = 8
/** Bytes for an entry of a Map, with room to grow. */
const ALIAS_BYTES = 60
/** Columns grow by a quarter. */
const ROOM = 1.25

/** Share of memory reserved for known nodes; the frontier gets the rest. */
const KNOWN_SHARE = 0.9
const MIN_FRONTIER = 16
/** Shelving scans the whole frontier, so it makes room for many nodes at a time. */
const KEPT_SHARE = 7 / 8
/** How empty the frontier is when shelved nodes come back, and how full they make it. */
const LOW_SHARE = 1 / 16
const RECALL_SHARE = 1 / 2
/** An isolate has 128 MB; reading the log needs some of it, and so does the program. */
const MAX_WHILE_TOLD_BYTES = 110_000_000
/** The most nodes that a record has room for. */
const MAX_RECALLED = 40_000

/** Memory that the campaign takes besides its frontier. Computed, not measured: it is part of the fold. */
function knownBytes(state: CampaignState): number {
  const links = state.ranker.kept.links?.length ?? 0
  return bytesOf(state, footprintOf(state.spec.policy.arms), links)
}

function bytesOf(state: CampaignState, { known, link, host }: Footprint, links: number): number {
  const { nodes, hosts, index, aliases, content } = state
  const columns =
    nodes.length * (NODE_BYTES + known) + links * link + index.discoveries.length * DISCOVERY_BYTES
  const moves = aliases.size * ALIAS_BYTES
  return ROOM * columns + hosts.length * (HOST_BYTES + host) + moves + content.bytes
}

function memoryBytes({ spec }: CampaignState): number {
  return spec.memoryMb * 1_000_000
}

/** Whether there is no room for new nodes, whatever is shelved. */
export function isMemoryFull(state: CampaignState): boolean {
  return knownBytes(state) >= KNOWN_SHARE * memoryBytes(state)
}

/**
 * Whether another policy can learn all that is known. Its data has to fit, and until it knows which
 * nodes are shelved it has an entry for each node.
 */
export function hasRoomForPolicy(state: CampaignState, { arms }: Policy): boolean {
  const footprint = footprintOf(arms)
  const known = bytesOf(state, footprint, state.progress.edges)
  const uncrawled = Math.max(0, state.nodes.length - state.nodes.count('crawled'))
  const whileTold = known + ROOM * footprint.queued * uncrawled
  const fits = known <= Math.max(memoryBytes(state), knownBytes(state))
  return fits && whileTold <= MAX_WHILE_TOLD_BYTES
}

export function keepsLinks({ spec }: CampaignState): boolean {
  return footprintOf(spec.policy.arms).link > 0
}

export function bytesInUse(state: CampaignState): number {
  const { queued } = footprintOf(state.spec.policy.arms)
  return knownBytes(state) + ROOM * queued * state.ranker.frontier.size
}

/**
 * Memory including what serves insight alone, or came later. It decides nothing: what was shelved at
 * a record must be shelved there by every later version of the program.
 */
export function bytesHeld(state: CampaignState): number {
  const { index, progress, content } = state
  return bytesInUse(state) + index.visits.bytes + progress.series.bytes + content.texts.titleBytes
}

/** The nodes that the frontier has room for: as many as memory allows, or as the policy asks for. */
function frontierRoom(state: CampaignState): number {
  // A recorded policy may be older than the option.
  const { buffer = 0 } = state.spec.policy as Partial<Policy>
  const { queued } = footprintOf(state.spec.policy.arms)
  const left = memoryBytes(state) - knownBytes(state)
  const room = Math.max(MIN_FRONTIER, Math.floor(left / (ROOM * queued)))
  return buffer === 0 ? room : Math.min(room, Math.max(MIN_FRONTIER, buffer))
}

/**
 * Shelves the least promising nodes, which only the log then remembers: the limited buffer of Cho
 * and of Pant.
 */
export function shelveBeyondMemory(state: CampaignState): void {
  const room = frontierRoom(state)
  if (state.ranker.frontier.size <= room) return
  for (const node of state.ranker.shelve(Math.floor(KEPT_SHARE * room))) {
    shelve(state, node as NodeId)
  }
}

/** How many shelved nodes are to come back now. */
export function recallsDue(state: CampaignState): number {
  if (state.nodes.count('shelved') === 0) return 0
  const room = frontierRoom(state)
  // The frontier must not be low again right after nodes have come back.
  const low = Math.min(LOW_SHARE * room, MAX_RECALLED / 2)
  if (state.ranker.frontier.available > low) return 0
  return Math.min(recallable(state), Math.ceil(RECALL_SHARE * room), MAX_RECALLED)
}

function recallable(state: CampaignState): number {
  const ofOpen = shelvedOfOpenHosts(state)
  if (ofOpen > 0) return ofOpen
  // Only closed hosts are left: some of their nodes come back, to be fetched once a host is reopened.
  return state.ranker.frontier.size === 0 ? state.nodes.count('shelved') : 0
}

/** Shelved nodes of hosts that are not closed. */
export function shelvedOfOpenHosts({ nodes, hosts, ranker }: CampaignState): number {
  let count = nodes.count('shelved')
  for (const host of ranker.frontier.closed) count -= hosts.shelved(host)
  return count
}

export function recall(state: CampaignState, { nodes, sums }: Recalled): void {
  for (const [i, node] of nodes.entries()) unshelve(state, node, sums[i])
  // The frontier may already hold many nodes of closed hosts.
  if (nodes.length > 0) shelveBeyondMemory(state)
}
