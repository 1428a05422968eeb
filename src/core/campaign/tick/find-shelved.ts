import { selectFirst } from '../../../lib/select-first.ts'
import type { NodeId } from '../../graph/node-table.ts'
import { FirstLevel, type Sums } from '../../rank/features/first-level.ts'
import { recallsDue, shelvedOfOpenHosts } from '../state/memory.ts'
import type { Log } from '../ports.ts'
import { isRead } from '../record/outcome.ts'
import { decodeRecord } from '../record/record-codec.ts'
import type { CampaignRecord, Recalled, Step } from '../record/record.ts'
import type { CampaignState } from '../state/state.ts'

const NONE: Recalled = { nodes: [], sums: [] }

/**
 * When the frontier runs low, the best of the shelved nodes: what the log knows of each is summed
 * anew, for out of the frontier nothing was. `last` is the step not yet in the log.
 */
export function findShelved(state: CampaignState, log: Log, last: Step): Recalled {
  const count = recallsDue(state)
  if (count === 0) return NONE
  const sumsOf = sumsFrom(state, log, last)
  const best = bestOf(shelvedNodes(state), count, state, sumsOf)
  // In order of discovery, which is short to write.
  const nodes = Array.from(best.toSorted(), (node) => node as NodeId)
  return { nodes, sums: nodes.map(sumsOf) }
}

/** Those of hosts that are not closed; where there are none, all. */
function shelvedNodes(state: CampaignState): Int32Array {
  const { nodes, shelved, ranker } = state
  const ofOpen = shelvedOfOpenHosts(state)
  const { closed } = ranker.frontier
  const isWanted = (node: NodeId) =>
    nodes.state(node) === 'shelved' && (ofOpen === 0 || !closed.has(nodes.host(node)))
  const found = new Int32Array(ofOpen || shelved)
  let filled = 0
  for (let node = 0; node < nodes.length; node++) {
    if (isWanted(node as NodeId)) found[filled++] = node
  }
  return found
}

/** Each arm names its share, as when nodes are shelved. */
function bestOf(
  shelved: Int32Array,
  count: number,
  { ranker }: CampaignState,
  sumsOf: (node: NodeId) => Sums,
): Int32Array {
  const best = new Set<number>()
  const share = Math.ceil(count / ranker.arms.length)
  for (const arm of ranker.arms) {
    const keys = Float64Array.from(shelved, (node) =>
      arm.returned(node as NodeId, sumsOf(node as NodeId)),
    )
    const places = Int32Array.from(shelved, (_, place) => place)
    selectFirst(places, share, (a, b) => keys[a]! > keys[b]! || (keys[a] === keys[b] && a < b))
    for (const place of places.subarray(0, share)) best.add(shelved[place]!)
  }
  return Int32Array.from(best)
}

/** A policy with a regression has the sums of every node at hand. */
function sumsFrom(state: CampaignState, log: Log, last: Step): (node: NodeId) => Sums {
  const { ranker } = state
  if (ranker.sumsOf(0 as NodeId) !== undefined) return (node) => ranker.sumsOf(node)!
  const sums = new FirstLevel({}, true)
  for (const bytes of log.after(0)) addUp(sums, decodeRecord(bytes))
  addUp(sums, last)
  return (node) => sums.sums(node)
}

function addUp(sums: FirstLevel, record: CampaignRecord): void {
  if (record.kind === 'edited' && record.edit.kind === 'label') {
    const { edges, score, was } = record.edit
    const change = score - was
    for (const [i, target] of edges.targets.entries()) {
      sums.add(target, [0, change, 0, change * edges.linkScores[i]!], false)
    }
  }
  if (record.kind !== 'step') return
  const { targets, linkScores } = record.edges
  if (record.outcome === 'redirect' && targets.length > 0) {
    sums.add(targets[0]!, sums.sums(record.node), false)
  }
  if (!isRead(record.outcome)) return
  for (const [i, target] of targets.entries()) {
    sums.link(target, record.score, linkScores[i]!, false)
  }
}
