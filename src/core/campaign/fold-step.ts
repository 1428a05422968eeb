import type { NodeId, NodeState } from '../graph/node-table.ts'
import { countStep } from './counters.ts'
import { noFault, noteFault } from './faults.ts'
import { recall, shelveBeyondMemory } from './memory.ts'
import { costsAFetch, type Outcome } from './outcome.ts'
import type { Step } from './record.ts'
import type { CampaignState } from './state.ts'

/** What came of the reserved fetch, and what it teaches. */
export function foldStep(state: CampaignState, step: Step): void {
  const { reservation } = state
  state.reservation = undefined
  countStep(state.counters, step)
  pace(state, step)
  conclude(state, step)
  judgeOurselves(state, step)
  // Nobody chose a seed; and a redirect is paid by what it leads to.
  const isPaid = reservation?.estimate !== undefined && IS_TELLING[step.outcome]
  if (isPaid) state.ranker.reward(reservation.arm, step.score)
  shelveBeyondMemory(state)
  recall(state, step.recalled)
}

function conclude(state: CampaignState, step: Step): void {
  const { node, outcome, score } = step
  if (outcome === 'interrupted') return state.requeue(node)
  state.nodes.setState(node, BECOMES[outcome])
  const depth = state.nodes.depth(node)
  if (outcome === 'ok') {
    state.discover(step.discovered, depth + 1, false)
    return state.ranker.crawled({ node, score, links: step.edges })
  }
  if (outcome === 'redirect') {
    state.discover(step.discovered, depth, false)
    return redirect(state, node, step.edges.targets[0])
  }
  return IS_TELLING[outcome] ? state.ranker.failed(node) : state.ranker.drop(node)
}

const BECOMES: Record<Exclude<Outcome, 'interrupted'>, NodeState> = {
  ok: 'crawled',
  redirect: 'moved',
  redirect_loop: 'failed',
  timeout: 'failed',
  unreachable: 'failed',
  closed_early: 'failed',
  too_large: 'failed',
  not_html: 'failed',
  http_error: 'failed',
  disallowed: 'barred',
  fault: 'failed',
}

/** A crash says nothing of our faults; any other outcome means that there was none. */
function judgeOurselves(state: CampaignState, { outcome, at }: Step): void {
  if (outcome === 'fault') noteFault(state, at)
  else if (outcome !== 'interrupted') noFault(state)
}

function pace(state: CampaignState, step: Step): void {
  if (!costsAFetch(step.outcome)) return
  const { nodes, hosts, spec, ranker } = state
  const host = nodes.host(step.node)
  state.lastRequestedAt = step.requestedAt
  // A visit that came to nothing learned nothing of what the host asks for.
  if (step.outcome !== 'interrupted' && step.outcome !== 'fault') {
    hosts.setCrawlDelayMs(host, step.crawlDelayMs)
  }
  const delayMs = Math.max(spec.rate.hostDelayMs, hosts.crawlDelayMs(host))
  // From the end of the answer, so that however long a request is under way the host sees the pause.
  hosts.setReadyAt(host, step.at + delayMs)
  ranker.frontier.paced(host)
}

function redirect(state: CampaignState, node: NodeId, target: NodeId | undefined): void {
  if (target === undefined) return state.ranker.drop(node)
  if (!state.redirectedFrom.has(target)) state.redirectedFrom.set(target, node)
  state.ranker.moved(node, target)
}

/** Whether an outcome tells how good the choice was. */
const IS_TELLING: Record<Outcome, boolean> = {
  ok: true,
  redirect: false,
  redirect_loop: true,
  timeout: true,
  unreachable: true,
  closed_early: true,
  too_large: true,
  not_html: true,
  http_error: true,
  disallowed: false,
  interrupted: false,
  fault: false,
}
