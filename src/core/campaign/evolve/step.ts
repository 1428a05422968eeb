import type { NodeId } from '../../graph/node-table.ts'
import { countStep } from '../state/counters.ts'
import { passOverUnaffordable, passOverNew } from './spent-side-budget.ts'
import { noFault, noteFault } from './faults.ts'
import { closeAtLimit } from './fetch-limits.ts'
import { foldPace } from './pace.ts'
import { recall, shelveBeyondMemory } from './memory.ts'
import { titleHash } from '../../topic/words.ts'
import { depthBeyond, hasContent, isCharged, isRequeued, traitsOf } from '../outcomes.ts'
import type { Step } from '../event.ts'
import { addSkips } from '../skip-reasons.ts'
import type { CampaignState } from '../state/state.ts'

/** What came of the reserved fetch, and what it teaches. */
export function foldStep(state: CampaignState, step: Step): void {
  const { reservation } = state
  const firstNew = state.nodes.length as NodeId
  state.reservation = undefined
  countStep(state.counters, step)
  countScore(state, step)
  countAtHost(state, step)
  addSkips(state.skipped, step.skips)
  foldPace(state, step)
  remember(state, step)
  conclude(state, step)
  teachScorer(state, step)
  passOverNew(state, firstNew)
  judgeOurselves(state, step)
  // Nobody chose a seed; and a redirect is paid by what it leads to.
  const isPaid =
    reservation?.estimate !== undefined && traitsOf(step.outcome).rewarded && !step.retry
  if (isPaid) state.ranker.reward(reservation.arm, step.score)
  shelveBeyondMemory(state)
  recall(state, step.recalled)
}

function countScore({ counters }: CampaignState, { score }: Step): void {
  counters.score += score
  counters.bestScore = Math.max(counters.bestScore, score)
  counters.relevant += Number(score > 0)
}

function countAtHost(state: CampaignState, { node, outcome, score }: Step): void {
  const host = state.nodes.host(node)
  const charged = isCharged(outcome)
  state.hosts.count(host, Number(charged), Number(score > 0))
  if (charged) closeAtLimit(state, host)
}

/** What was learned of the host, and what tells later pages from those that say nothing new. */
function remember(state: CampaignState, step: Step): void {
  const { said, traps, hosts, nodes } = state
  const { node, outcome, print, title, patterns, pattern, resembles, contentSignals } = step
  const host = nodes.host(node)
  if (contentSignals !== undefined) hosts.setContentSignals(host, contentSignals)
  if (print) said.add({ print, title: titleHash(title) })
  if (!traitsOf(outcome).read) return
  const isDuplicate = outcome === 'duplicate'
  traps.crawled(hosts.origin(host), patterns, { isDuplicate, resembles })
  if (pattern !== undefined) traps.crawledBefore(pattern, isDuplicate)
}

/** Only of pages that may be labelled later. */
function teachScorer({ scorer, seq }: CampaignState, { outcome, title, score }: Step): void {
  if (outcome === 'ok') scorer.learn?.({ kind: 'crawled', seq, title, score })
}

function conclude(state: CampaignState, step: Step): void {
  const { node, outcome, score } = step
  state.discover(step.discovered, depthBeyond(outcome, state.nodes.depth(node)), false)
  for (const sitemap of step.sitemaps) state.list(sitemap)
  if (isRequeued(outcome)) return state.requeue(node)
  if (step.retry) return state.rest(node, step.at)
  state.retries.forget(node)
  state.nodes.setState(node, traitsOf(outcome).node)
  if (outcome === 'side_budget_spent') {
    state.ranker.drop(node)
    return passOverUnaffordable(state, node)
  }
  state.sitemaps.delete(node)
  if (hasContent(step)) {
    state.edges += step.edges.targets.length
    state.ranker.crawled({ node, score, links: step.edges })
    if (step.alias !== undefined) state.merge(step.alias, node)
    return
  }
  if (outcome === 'redirect') return redirect(state, step)
  return traitsOf(outcome).rewarded ? state.ranker.failed(node) : state.ranker.drop(node)
}

/** A crash says nothing of our faults; any other outcome means that there was none. */
function judgeOurselves(state: CampaignState, { outcome, at }: Step): void {
  if (outcome === 'fault') noteFault(state, at)
  else if (outcome !== 'interrupted') noFault(state)
}

function redirect(state: CampaignState, { node, edges, httpStatus }: Step): void {
  const [target] = edges.targets
  if (target === undefined) return state.ranker.drop(node)
  if (PERMANENT.has(httpStatus)) state.movedTo.set(node, target)
  if (!state.redirectedFrom.has(target)) state.redirectedFrom.set(target, node)
  state.ranker.moved(node, target)
}

const PERMANENT: ReadonlySet<number> = new Set([301, 308])
