import type { NodeState } from '../../graph/node-table.ts'
import { countStep } from './counters.ts'
import { noFault, noteFault } from './faults.ts'
import { recall, shelveBeyondMemory } from './memory.ts'
import { costsAFetch, depthBeyond, goesBack, isTelling, type Outcome } from '../record/outcome.ts'
import type { Step } from '../record/record.ts'
import { addSkips } from '../record/skips.ts'
import type { CampaignState } from './state.ts'

/** What came of the reserved fetch, and what it teaches. */
export function foldStep(state: CampaignState, step: Step): void {
  const { reservation } = state
  state.reservation = undefined
  countStep(state.counters, step)
  countAtHost(state, step)
  addSkips(state.skipped, step.skips)
  pace(state, step)
  remember(state, step)
  conclude(state, step)
  judgeOurselves(state, step)
  // Nobody chose a seed; and a redirect is paid by what it leads to.
  const isPaid = reservation?.estimate !== undefined && isTelling(step.outcome) && !step.retry
  if (isPaid) state.ranker.reward(reservation.arm, step.score)
  shelveBeyondMemory(state)
  recall(state, step.recalled)
}

function countAtHost({ hosts, nodes }: CampaignState, { node, outcome, score }: Step): void {
  hosts.count(nodes.host(node), Number(costsAFetch(outcome)), Number(score > 0))
}

/** What was learned of the host, and what tells later pages from those that say nothing new. */
function remember(state: CampaignState, step: Step): void {
  const { said, traps, hosts, nodes } = state
  const { node, outcome, print, pattern, contentSignals } = step
  if (contentSignals !== undefined) hosts.setContentSignals(nodes.host(node), contentSignals)
  if (print) said.add(print)
  if (pattern === undefined || (outcome !== 'ok' && outcome !== 'duplicate')) return
  traps.crawled(pattern, outcome === 'duplicate')
}

function conclude(state: CampaignState, step: Step): void {
  const { node, outcome, score } = step
  state.discover(step.discovered, depthBeyond(outcome, state.nodes.depth(node)), false)
  for (const listing of step.listings) state.list(listing)
  if (goesBack(outcome)) return state.requeue(node)
  if (step.retry) return state.rest(node, step.at)
  state.retries.forget(node)
  state.listings.delete(node)
  state.nodes.setState(node, BECOMES[outcome])
  if (outcome === 'ok') {
    state.ranker.crawled({ node, score, links: step.edges })
    if (step.alias !== undefined) state.merge(step.alias, node)
    return
  }
  if (outcome === 'redirect') return redirect(state, step)
  return isTelling(outcome) ? state.ranker.failed(node) : state.ranker.drop(node)
}

const BECOMES: Record<Outcome, NodeState> = {
  interrupted: 'queued',
  busy: 'queued',
  too_soon: 'queued',
  ok: 'crawled',
  redirect: 'moved',
  redirect_loop: 'failed',
  timeout: 'failed',
  unreachable: 'failed',
  closed_early: 'failed',
  too_large: 'failed',
  not_html: 'failed',
  http_error: 'failed',
  disallowed: 'disallowed',
  refused: 'refused',
  fault: 'failed',
  duplicate: 'crawled',
  other_language: 'crawled',
  robots_unavailable: 'robots_unavailable',
  listing: 'crawled',
  no_listing: 'failed',
  given_up: 'given_up',
  out_of_scope: 'out_of_scope',
}

/** A crash says nothing of our faults; any other outcome means that there was none. */
function judgeOurselves(state: CampaignState, { outcome, at }: Step): void {
  if (outcome === 'fault') noteFault(state, at)
  else if (outcome !== 'interrupted') noFault(state)
}

function pace(state: CampaignState, step: Step): void {
  // The host was not asked for anything.
  if (UNASKED.has(step.outcome)) return
  const { nodes, hosts, spec, ranker } = state
  const host = nodes.host(step.node)
  if (isRequest(step.outcome)) state.lastRequestedAt = step.requestedAt
  // A visit that came to nothing learned nothing of the host.
  if (step.outcome !== 'interrupted' && step.outcome !== 'fault') {
    hosts.setCrawlDelayMs(host, step.crawlDelayMs)
    if (step.outcome !== 'too_soon') {
      hosts.setFailures(host, isSilent(step) ? hosts.failures(host) + 1 : 0)
    }
  }
  const delayMs = Math.max(
    spec.rate.hostDelayMs,
    hosts.crawlDelayMs(host),
    backOffMs(hosts.failures(host)),
  )
  if (step.outcome === 'too_soon') hosts.setReadyAt(host, step.retryAt)
  // From the end of the answer, so that however long a request is under way the host sees the pause.
  else hosts.asked(host, step.at, Math.max(step.at + delayMs, step.retryAt))
  ranker.frontier.paced(host)
}

const UNASKED: ReadonlySet<Outcome> = new Set(['disallowed', 'refused', 'given_up', 'out_of_scope'])

function isRequest(outcome: Outcome): boolean {
  return costsAFetch(outcome) || outcome === 'listing' || outcome === 'no_listing'
}

/** The host did not answer, or only to say that it is busy. A page that never ends is no silence. */
function isSilent({ outcome, httpStatus }: Step): boolean {
  if (outcome === 'busy' || (outcome === 'no_listing' && httpStatus === TOO_MANY_REQUESTS))
    return true
  return SILENT.has(outcome) && httpStatus === 0
}

const TOO_MANY_REQUESTS = 429

const SILENT: ReadonlySet<Outcome> = new Set([
  'timeout',
  'unreachable',
  'robots_unavailable',
  'no_listing',
])

const FIRST_BACK_OFF_MS = 2_000
const LONGEST_BACK_OFF_MS = 600_000

/** A host that is down costs a fetch each time it is tried: so less and less often. */
function backOffMs(failures: number): number {
  if (failures === 0) return 0
  return Math.min(FIRST_BACK_OFF_MS * 2 ** (failures - 1), LONGEST_BACK_OFF_MS)
}

function redirect(state: CampaignState, { node, edges, httpStatus }: Step): void {
  const [target] = edges.targets
  if (target === undefined) return state.ranker.drop(node)
  if (PERMANENT.has(httpStatus)) state.movedTo.set(node, target)
  if (!state.redirectedFrom.has(target)) state.redirectedFrom.set(target, node)
  state.ranker.moved(node, target)
}

const PERMANENT: ReadonlySet<number> = new Set([301, 308])
