import { quantise } from '../../lib/fixed-point.ts'
import type { Choice } from '../rank/strategy.ts'
import type { EndReason, Next } from './event.ts'
import { recallsDue } from './evolve/memory.ts'
import { openReadyHosts } from './evolve/pace.ts'
import type { CampaignState } from './state/state.ts'

/**
 * Decides what the campaign does next, and when: it fetches the best node among the hosts that are
 * free by then. Shelved nodes that are due come back before anything is chosen (see `plan`).
 */
export function decide(state: CampaignState, now: number): Next {
  const halt = haltOf(state)
  if (halt !== undefined) return halt
  return recallsDue(state) > 0 ? keepOr(state, { kind: 'rest' }) : choose(state, now)
}

/** Decides after a search of the shelf: whatever came back, the next node is chosen. */
export function decideAfterRecall(state: CampaignState, now: number): Next {
  return haltOf(state) ?? choose(state, now)
}

/** What a campaign does that may fetch nothing more; undefined while it may. */
function haltOf(state: CampaignState): Next | undefined {
  if (state.status.status !== 'running') return { kind: 'rest' }
  if (!isBudgetReserved(state)) return undefined
  return keepOr(state, { kind: 'end', reason: 'budget_exhausted' })
}

/** Reserved fetches count as spent, so that the budget holds however many are under way. */
function isBudgetReserved({ counters, schedule, spec }: CampaignState): boolean {
  return counters.fetched + schedule.reservations.size >= spec.budget
}

/** While other fetches are reserved, the last of them decides whether the campaign ends. */
function keepOr({ schedule }: CampaignState, next: Next): Next {
  return schedule.reservations.size > 0 ? { kind: 'keep' } : next
}

function choose(state: CampaignState, now: number): Next {
  const at = openReadyHosts(state, now)
  const choice = at === undefined ? undefined : state.ranker.choose()
  if (at === undefined || choice === undefined) {
    return keepOr(state, { kind: 'end', reason: whyNothingIsLeft(state) })
  }
  const dueAt = Math.max(at, state.hosts.readyAt(state.nodes.host(choice.node)))
  const armMeans = state.ranker.selector.report().arms.map(({ mean }) => quantise(mean))
  return { kind: 'reserve', fetches: [{ ...quantised(choice), dueAt, armMeans }] }
}

/** If no frontier node is ever due, all of them are on hosts that have reached their fetch limits. */
function whyNothingIsLeft({ ranker, nodes }: CampaignState): EndReason {
  if (ranker.frontier.size + nodes.count('shelved') > 0) return 'limits_reached'
  return nodes.count('side_budget_spent') > 0 ? 'side_budget_spent' : 'frontier_empty'
}

/** Quantises a decision as the log does, so that the state never holds more than the log. */
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
