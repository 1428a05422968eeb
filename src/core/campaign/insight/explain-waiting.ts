import type { NodeId } from '../../graph/node-table.ts'
import { whyPassOver } from '../fetch/pass-over.ts'
import type { CampaignState } from '../state/state.ts'
import { appraisalOf, NOT_APPRAISED } from './appraisal.ts'
import type { WaitingExplanation } from './explanation.ts'
import type { Subject } from './subject.ts'
import { BLOCKERS, type Situation } from './blockers.ts'

type OfWaiting = Omit<WaitingExplanation, 'url' | 'depth' | 'metIn'>

/** Of those ahead no more are counted: beyond that it makes no difference. */
const MOST_AHEAD = 1_000

/** Why not yet: all that stands in its way. */
export function explainWaiting(subject: Subject): OfWaiting {
  const { node, state, now } = subject
  const isQueued = state.nodes.state(node) === 'queued'
  const facts = {
    ...(isQueued ? appraisalOf(node, state.ranker) : NOT_APPRAISED),
    ahead: isQueued ? aheadOf(node, state) : null,
    hostReadyAt: state.hosts.readyAt(state.nodes.host(node)) || null,
    restsUntil: state.retries.restsUntil(node) ?? null,
  }
  const situation: Situation = { ...facts, node, state, now, passOver: passOverAs(subject) }
  const standing = BLOCKERS.filter(({ stands }) => stands(situation))
  return {
    kind: 'waiting',
    because: standing.map(({ reason }) => reason),
    ...facts,
    why: ['Not yet fetched.', ...standing.map(({ words }) => words(situation))].join(' '),
  }
}

/** What a queue alone knows, the rest of a batch, and the fetch that is decided. */
function aheadOf(node: NodeId, state: CampaignState): WaitingExplanation['ahead'] {
  const { pending, favourite } = state.ranker
  const reserved = Number(state.reservation !== undefined)
  const place = pending.findIndex((other) => other.node === node)
  if (place >= 0) return { count: reserved + place, isAtLeast: false }
  const { queue } = favourite
  const before = queue.countBefore(node, MOST_AHEAD, state.ranker.frontier.closed)
  const chosen = pending.filter((other) => !queue.before(other.node, node)).length
  return { count: reserved + chosen + before, isAtLeast: before >= MOST_AHEAD }
}

/** A seed or a list of pages is never passed over; what a node that rests was is not asked. */
function passOverAs({ node, url, state }: Subject): Situation['passOver'] {
  const isPage =
    state.nodes.state(node) === 'shelved' ||
    (state.nodes.state(node) === 'queued' && state.ranker.favourite.queue.value(node) !== Infinity)
  return isPage ? whyPassOver({ node, estimate: 0 }, url, state) : undefined
}
