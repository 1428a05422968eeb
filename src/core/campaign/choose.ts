import { quantise } from '../../lib/fixed-point.ts'
import type { NodeId } from '../graph/node-table.ts'
import type { Next } from './record.ts'
import type { CampaignState } from './state.ts'

/** What the campaign does next, and when: the best node among the hosts that are free by then. */
export function choose(state: CampaignState, now: number): Next {
  if (state.status.status !== 'running') return { kind: 'rest' }
  if (state.counters.fetched >= state.spec.budget)
    return { kind: 'end', reason: 'budget_exhausted' }

  const earliest = Math.max(now, state.lastRequestedAt + gapMs(state.spec.rate.perMinute))
  const at = firstMomentWithANode(state, earliest)
  if (at === undefined) return { kind: 'end', reason: 'frontier_empty' }

  const node = state.frontier.best(at)!
  state.frontier.delete(node)
  const second = state.frontier.best(at)
  state.frontier.add(node)
  return {
    kind: 'reserve',
    node,
    dueAt: Math.max(at, state.hosts.readyAt(state.nodes.host(node))),
    estimate: estimateOf(state, node),
    runnerUp:
      second === undefined ? undefined : { node: second, estimate: estimateOf(state, second) },
  }
}

/** Rounded up, so that a minute never holds more fetches than were asked for. */
function gapMs(perMinute: number): number {
  return Math.ceil(60_000 / perMinute)
}

function firstMomentWithANode({ frontier }: CampaignState, earliest: number): number | undefined {
  if (frontier.best(earliest) !== undefined) return earliest
  return frontier.nextFreeAt()
}

/** Nobody estimates a seed: it was given. */
function estimateOf({ nodes }: CampaignState, node: NodeId): number | undefined {
  return nodes.isSeed(node) ? undefined : quantise(nodes.estimate(node))
}
