import type { NodeId } from '../../graph/node-table.ts'
import type { FetchLimit, LimitName } from '../../spec/limits.ts'
import { reachedLimit } from '../evolve/fetch-limits.ts'
import { MAX_ATTEMPTS } from '../state/retries.ts'
import type { CampaignState } from '../state/state.ts'
import { whyPassOver } from '../fetch/link-filter.ts'
import { describeEstimate } from './decisions.ts'
import type { ExplanationBody, Subject, WaitingExplanation, WaitingReason } from './explanation.ts'
import { estimateNode, NO_ESTIMATE } from './frontier-preview.ts'
import { describeSpent, isSpent, whyStopped } from './why-stopped.ts'

/** A waiting node, with the facts that blockers are judged by. */
interface Situation extends Pick<
  WaitingExplanation,
  'estimate' | 'terms' | 'ahead' | 'hostReadyAt' | 'retryAt'
> {
  node: NodeId
  state: CampaignState
  now: number
  /** Why it will be dropped when its turn comes; undefined when it will be fetched. */
  passOver: 'out_of_scope' | 'given_up' | undefined
}

interface Blocker {
  reason: WaitingReason
  blocks: (situation: Situation) => boolean
  describe: (situation: Situation) => string
}

/** What may keep a known node from being fetched, in the order in which it has to be resolved. */
const BLOCKERS: readonly Blocker[] = [
  {
    reason: 'paused',
    blocks: ({ state }) => state.status.status === 'paused',
    describe: ({ state }) => whyStopped(state)[0]!,
  },
  {
    reason: 'budget_spent',
    blocks: ({ state }) => isSpent(state),
    describe: ({ state }) => describeSpent(state),
  },
  {
    reason: 'repeated_faults',
    // Whatever makes the campaign run again ends the wait.
    blocks: ({ state, now }) => state.status.status === 'running' && state.schedule.notBefore > now,
    describe: ({ state }) =>
      `After an internal error, nothing is fetched before ${isoTime(state.schedule.notBefore)}.`,
  },
  {
    reason: 'shelved',
    blocks: ({ node, state }) => state.nodes.state(node) === 'shelved',
    describe: () =>
      'It was among the least promising pages when memory ran short; it returns when the frontier ' +
      'runs low.',
  },
  {
    reason: 'awaiting_retry',
    blocks: ({ node, state }) => state.nodes.state(node) === 'resting',
    describe: ({ node, state, now, retryAt }) =>
      `Attempt ${state.schedule.retries.failures(node)} of ${MAX_ATTEMPTS} failed with a temporary error; ` +
      `the next one ${retryAt! > now ? 'waits' : 'waited'} until ${isoTime(retryAt!)}.`,
  },
  {
    reason: 'out_of_scope',
    blocks: ({ passOver }) => passOver === 'out_of_scope',
    describe: () => 'The scope no longer includes it: it will be dropped when its turn comes.',
  },
  {
    reason: 'given_up',
    blocks: ({ passOver }) => passOver === 'given_up',
    describe: () =>
      'Most fetched pages of its URL pattern were near-duplicates: it will be dropped when its ' +
      'turn comes.',
  },
  {
    reason: 'host_limit',
    blocks: (situation) => limitOf(situation)?.name === 'perHost',
    describe: describeLimit,
  },
  {
    reason: 'site_limit',
    blocks: (situation) => limitOf(situation)?.name === 'perSite',
    describe: describeLimit,
  },
  {
    reason: 'host_pace',
    blocks: ({ state, now, hostReadyAt }) =>
      (hostReadyAt ?? 0) > Math.max(now, state.schedule.reservations.first?.dueAt ?? 0),
    describe: ({ hostReadyAt }) =>
      `Its host may not be requested again before ${isoTime(hostReadyAt!)}.`,
  },
  {
    reason: 'site_busy',
    // One after the other, every page waits for the fetch that is reserved.
    blocks: ({ node, state }) =>
      state.spec.parallel > 1 && state.hosts.busySites.has(siteOf(node, state)),
    describe: ({ node, state }) =>
      `Another fetch on its site ${siteOf(node, state)} is not done yet.`,
  },
  {
    reason: 'outranked',
    blocks: ({ ahead }) => (ahead?.count ?? 0) > 0,
    describe: ({ state, estimate, terms, ahead }) => {
      const rank =
        estimate === null
          ? 'Seeds, sitemaps and feeds come before all pages'
          : `${state.ranker.favourite.name} estimates ${describeEstimate(estimate, terms)} for it`
      return `${rank}; ${describeAhead(ahead!)} currently ahead of it.`
    },
  },
]

function siteOf(node: NodeId, { hosts, nodes }: CampaignState): string {
  return hosts.site(nodes.host(node))
}

/** Lists everything that keeps a node from being fetched now. */
export function explainWaiting(subject: Subject): ExplanationBody<WaitingExplanation> {
  const { node, state, now } = subject
  const isQueued = state.nodes.state(node) === 'queued'
  const facts = {
    ...(isQueued ? estimateNode(node, state.ranker) : NO_ESTIMATE),
    ahead: isQueued ? aheadOf(node, state) : null,
    hostReadyAt: state.hosts.readyAt(state.nodes.host(node)) || null,
    retryAt: state.schedule.retries.restsUntil(node) ?? null,
  }
  const situation: Situation = { ...facts, node, state, now, passOver: passOverOf(subject) }
  const blockers = BLOCKERS.filter(({ blocks }) => blocks(situation))
  return {
    kind: 'waiting',
    blockers: blockers.map(({ reason }) => reason),
    ...facts,
    why: ['Not yet fetched.', ...blockers.map(({ describe }) => describe(situation))].join(' '),
  }
}

/** Nodes ahead are counted up to this; beyond it the exact number makes no difference. */
const MAX_AHEAD = 1_000

/** Counts the queue, the rest of a batch and the reserved fetches. */
function aheadOf(node: NodeId, state: CampaignState): WaitingExplanation['ahead'] {
  const { batch, favourite } = state.ranker
  const { pending } = batch
  const reserved = state.schedule.reservations.size
  const place = pending.findIndex((other) => other.node === node)
  if (place >= 0) return { count: reserved + place, isLowerBound: false }
  const { queue } = favourite
  const before = queue.countBefore(node, MAX_AHEAD, state.ranker.frontier.closed)
  const chosen = pending.filter((other) => !queue.before(other.node, node)).length
  return { count: reserved + chosen + before, isLowerBound: before >= MAX_AHEAD }
}

/** Seeds, sitemaps and feeds are never passed over; of a resting node it is not known which it is. */
function passOverOf({ node, url, state }: Subject): Situation['passOver'] {
  const isPage =
    state.nodes.state(node) === 'shelved' ||
    (state.nodes.state(node) === 'queued' && !state.ranker.favourite.queue.isFirst(node))
  return isPage ? whyPassOver({ node, estimate: 0 }, url, state) : undefined
}

function limitOf({ node, state }: Situation) {
  return reachedLimit(state.nodes.host(node), state)
}

function describeLimit(situation: Situation): string {
  const { name, fetches } = limitOf(situation)!
  const { hosts, nodes, spec } = situation.state
  const host = nodes.host(situation.node)
  const owner = {
    perHost: `Its host ${hosts.origin(host)}`,
    perSite: `Its site ${hosts.site(host)}`,
  }
  const times = fetches === 1 ? 'the one fetch' : `the ${fetches} fetches`
  return `${owner[name]} has used ${times} that limits.${name} allows${liftHint(name, spec.limits[name]!)}`
}

function liftHint(name: LimitName, limit: FetchLimit): string {
  if ('fetches' in limit)
    return `. Raise limits.${name}.fetches with a PATCH, or set limits.${name} to null.`
  const percent = `${Math.round(limit.share * 1000) / 10} %`
  return (
    `, ${percent} of the budget. Raise the budget or limits.${name}.share with a PATCH, ` +
    `or set limits.${name} to null.`
  )
}

function describeAhead({ count, isLowerBound }: NonNullable<Situation['ahead']>): string {
  if (isLowerBound) return `at least ${count} others are`
  return count === 1 ? 'one other is' : `${count} others are`
}

function isoTime(at: number): string {
  return new Date(at).toISOString()
}
