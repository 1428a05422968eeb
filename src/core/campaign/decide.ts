import { quantise } from '../../lib/fixed-point.ts'
import type { Choice } from '../rank/strategy.ts'
import type { EndReason, Next, PlannedFetch } from './event.ts'
import { recallsDue } from './evolve/memory.ts'
import { gapMs, nextFetchAt, openReadyHosts } from './evolve/pace.ts'
import { reserve } from './evolve/reserve.ts'
import type { CampaignState } from './state/state.ts'

/** Decides what a campaign does next, where so many fetches at most may be under way. */
export class Decider {
  readonly #maxParallel: number

  constructor(maxParallel: number) {
    this.#maxParallel = maxParallel
  }

  /**
   * Fills the free places with the best nodes among the hosts that are free by then. Shelved nodes
   * that are due come back before anything is chosen (see `plan`).
   */
  readonly decide = (state: CampaignState, now: number): Next => {
    const halt = haltOf(state)
    if (halt !== undefined) return halt
    return recallsDue(state) > 0 ? keepOr(state, { kind: 'rest' }) : this.#fill(state, now)
  }

  /** Decides after a search of the shelf: whatever came back, the next node is chosen. */
  readonly decideAfterRecall = (state: CampaignState, now: number): Next =>
    haltOf(state) ?? this.#fill(state, now)

  /** Reserves nothing: before the process ends, what is not sent is to be free again. */
  readonly decideNothing = (state: CampaignState): Next => keepOr(state, { kind: 'rest' })

  /**
   * The moment from which another fetch may be reserved while others are under way, by the rate and
   * the hosts; undefined when none may be.
   */
  nextChoiceAt(state: CampaignState, now: number): number | undefined {
    if (haltOf(state) !== undefined || !this.#hasPlace(state)) return undefined
    return recallsDue(state) > 0 ? undefined : nextFetchAt(state, now)
  }

  #hasPlace({ schedule, spec }: CampaignState): boolean {
    return schedule.reservations.size < Math.min(spec.parallel, this.#maxParallel)
  }

  /** Each choice is made when it is recorded, and knows of those before it. */
  #fill(state: CampaignState, now: number): Next {
    const fetches: PlannedFetch[] = []
    while (this.#hasPlace(state) && !isBudgetReserved(state) && isTimeToChoose(state, now)) {
      const fetch = choose(state, now)
      if (fetch === undefined) break
      reserve(state, fetch)
      fetches.push(fetch)
    }
    if (fetches.length > 0) return { kind: 'reserve', fetches }
    return keepOr(state, { kind: 'end', reason: whyNothingIsLeft(state) })
  }
}

/**
 * Whether another fetch is to be reserved beside others: only if it becomes due while one of them
 * is made. Later ones are better chosen by who knows what those before them have brought.
 */
function isTimeToChoose(state: CampaignState, now: number): boolean {
  const { schedule, spec } = state
  if (schedule.reservations.size === 0) return true
  const at = nextFetchAt(state, now)
  return at !== undefined && at <= now + Math.max(schedule.typicalMs, gapMs(spec.rate.perMinute))
}

/** What a campaign does that may fetch nothing more; undefined while it may. */
function haltOf(state: CampaignState): Next | undefined {
  if (state.status.status !== 'running') return keepOr(state, { kind: 'rest' })
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

function choose(state: CampaignState, now: number): PlannedFetch | undefined {
  const { ranker, hosts, nodes, schedule } = state
  const at = openReadyHosts(state, now)
  const choice = at === undefined ? undefined : ranker.choose(schedule.reservations.size)
  if (at === undefined || choice === undefined) return undefined
  const dueAt = Math.max(at, hosts.readyAt(nodes.host(choice.node)))
  const armMeans = ranker.selector.report().arms.map(({ mean }) => quantise(mean))
  return { ...quantised(choice), dueAt, armMeans }
}

/** If no frontier node is ever due, all of them are on hosts that have reached their fetch limits. */
function whyNothingIsLeft({ ranker, nodes }: CampaignState): EndReason {
  const left = ranker.frontier.size + nodes.count('shelved') + nodes.count('resting')
  if (left > 0) return 'limits_reached'
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
