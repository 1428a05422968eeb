import type { NodeId } from '../../graph/node-table.ts'
import { expectation } from './explain-decision.ts'
import { MOST_ATTEMPTS } from '../state/retries.ts'
import type { CampaignState } from '../state/state.ts'
import type { FetchLimit, LimitName } from '../../spec/fetch-limit.ts'
import { reachedLimit } from '../evolve/fetch-limits.ts'
import type { WaitingExplanation, WaitingReason } from './explanation.ts'
import { isSpent, spentWords, whyStopped } from './why-stopped.ts'

/** A node that waits, and what is known of it. */
export interface Situation extends Pick<
  WaitingExplanation,
  'estimate' | 'terms' | 'ahead' | 'hostReadyAt' | 'restsUntil'
> {
  node: NodeId
  state: CampaignState
  now: number
  /** What becomes of it when its turn comes, if it is not to be fetched then. */
  passOver: 'out_of_scope' | 'given_up' | undefined
}

interface Blocker {
  reason: WaitingReason
  stands: (situation: Situation) => boolean
  words: (situation: Situation) => string
}

/** What may stand between a known node and its fetch, in the order in which it would have to go. */
export const BLOCKERS: readonly Blocker[] = [
  {
    reason: 'paused',
    stands: ({ state }) => state.status.status === 'paused',
    words: ({ state }) => whyStopped(state)[0]!,
  },
  {
    reason: 'budget_spent',
    stands: ({ state }) => isSpent(state),
    words: ({ state }) => spentWords(state),
  },
  {
    reason: 'faults',
    // Whatever makes it run again begins anew.
    stands: ({ state, now }) => state.status.status === 'running' && state.notBefore > now,
    words: ({ state }) =>
      `After a fault of ours nothing is fetched before ${time(state.notBefore)}.`,
  },
  {
    reason: 'shelved',
    stands: ({ node, state }) => state.nodes.state(node) === 'shelved',
    words: () =>
      'It was among the least promising when memory was short, and comes back when the frontier ' +
      'runs low.',
  },
  {
    reason: 'resting',
    stands: ({ node, state }) => state.nodes.state(node) === 'resting',
    words: ({ node, state, now, restsUntil }) =>
      `Attempt ${state.retries.failures(node)} of ${MOST_ATTEMPTS} failed in a way that may pass; ` +
      `it ${restsUntil! > now ? 'rests' : 'rested'} until ${time(restsUntil!)}.`,
  },
  {
    reason: 'out_of_scope',
    stands: ({ passOver }) => passOver === 'out_of_scope',
    words: () => 'The scope no longer includes it: it will be passed over when its turn comes.',
  },
  {
    reason: 'given_up',
    stands: ({ passOver }) => passOver === 'given_up',
    words: () => 'Most pages like it said nothing new: it will be passed over when its turn comes.',
  },
  {
    reason: 'host_limit',
    stands: (situation) => limitOf(situation)?.name === 'perHost',
    words: limitWords,
  },
  {
    reason: 'site_limit',
    stands: (situation) => limitOf(situation)?.name === 'perSite',
    words: limitWords,
  },
  {
    reason: 'host_pace',
    stands: ({ state, now, hostReadyAt }) =>
      (hostReadyAt ?? 0) > Math.max(now, state.reservation?.dueAt ?? 0),
    words: ({ hostReadyAt }) => `Its host may be asked again at ${time(hostReadyAt!)}.`,
  },
  {
    reason: 'behind',
    stands: ({ ahead }) => (ahead?.count ?? 0) > 0,
    words: ({ state, estimate, terms, ahead }) => {
      const what =
        estimate === null
          ? 'As a seed or a list of pages it goes before all pages'
          : `${state.ranker.favourite.name} expects ${expectation(estimate, terms)} of it`
      return `${what}, and ${countOf(ahead!)} first by what is expected now.`
    },
  },
]

function limitOf({ node, state }: Situation) {
  return reachedLimit(state.nodes.host(node), state)
}

function limitWords(situation: Situation): string {
  const { name, fetches } = limitOf(situation)!
  const { hosts, nodes, spec } = situation.state
  const host = nodes.host(situation.node)
  const who = {
    perHost: `Its host ${hosts.origin(host)}`,
    perSite: `Its site ${hosts.site(host)}`,
  }
  const times = fetches === 1 ? 'the one fetch' : `the ${fetches} fetches`
  return `${who[name]} has had ${times} that limits.${name} allows: ${toLift(name, spec.limits[name]!)}`
}

function toLift(name: LimitName, limit: FetchLimit): string {
  if ('fetches' in limit) return `raise limits.${name}.fetches by a PATCH, or set it to null.`
  const percent = `${Math.round(limit.share * 1000) / 10} %`
  return `${percent} of the budget. Raise the budget or limits.${name}.share by a PATCH, or set it to null.`
}

function countOf({ count, isAtLeast }: NonNullable<Situation['ahead']>): string {
  if (isAtLeast) return `at least ${count} others come`
  return count === 1 ? 'one other comes' : `${count} others come`
}

function time(at: number): string {
  return new Date(at).toISOString()
}
