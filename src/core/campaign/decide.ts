import { quantise } from '../../lib/fixed-point.ts'
import type { Choice } from '../rank/choice.ts'
import type { EndReason, Next } from './event.ts'
import { recallsDue } from './evolve/memory.ts'
import type { CampaignState } from './state/state.ts'

/**
 * What the campaign does next, and when: the best node among the hosts that are free by then. What
 * is shelved comes back before anything else is chosen (see `plan`), unless it was just `searched`.
 */
export function choose(state: CampaignState, now: number, searched = false): Next {
  if (state.status.status !== 'running') return { kind: 'rest' }
  if (state.counters.fetched >= state.spec.budget)
    return { kind: 'end', reason: 'budget_exhausted' }
  if (!searched && recallsDue(state) > 0) return { kind: 'rest' }
  const at = state.getReady(now)
  const choice = at === undefined ? undefined : state.ranker.choose()
  if (at === undefined || choice === undefined)
    return { kind: 'end', reason: whyNothingIsLeft(state) }
  return {
    kind: 'reserve',
    ...quantised(choice),
    dueAt: Math.max(at, state.hosts.readyAt(state.nodes.host(choice.node))),
    armMeans: state.ranker.report().arms.map(({ mean }) => quantise(mean)),
  }
}

/**
 * What is left of a frontier that has nothing to wait for is on hosts that had their fetches; nodes
 * that wait for a larger budget are not in it.
 */
function whyNothingIsLeft({ ranker, shelved, nodes }: CampaignState): EndReason {
  if (ranker.frontier.size + shelved > 0) return 'limits_reached'
  return nodes.count('side_budget_spent') > 0 ? 'side_budget_spent' : 'frontier_empty'
}

/** As the log keeps it, or a campaign would know more of its decision than its log. */
function quantised(choice: Choice): Choice {
  const terms = Object.entries(choice.terms).map(([name, value]) => [name, quantise(value)])
  const runnerUp = choice.runnerUp && {
    ...choice.runnerUp,
    estimate: round(choice.runnerUp.estimate),
  }
  return {
    ...choice,
    estimate: round(choice.estimate),
    terms: Object.fromEntries(terms) as Choice['terms'],
    runnerUp,
  }
}

function round(value: number | undefined): number | undefined {
  return value === undefined ? undefined : quantise(value)
}
