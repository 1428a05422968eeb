import { readable } from './decisions.ts'
import type { Log } from '../ports.ts'
import type { CampaignState } from '../state/state.ts'
import { explainCrawled } from './explain-crawled.ts'
import { explainNever, explainStopped } from './explain-never.ts'
import { explainUnknown } from './explain-unknown.ts'
import { explainWaiting } from './explain-waiting.ts'
import type { Explanation, ReservedExplanation } from './explanation.ts'
import { isExclusion } from './exclusion-reasons.ts'
import { isOver } from './why-stopped.ts'
import type { Subject, ExplainArgs } from './subject.ts'

/** Why a URL was fetched when it was, is not yet, or never will be. Asks and changes nothing. */
export function explainUrl(state: CampaignState, log: Log, args: ExplainArgs): Explanation {
  const { url, now } = args
  const node = state.urls.find(url)
  if (node === undefined) return explainUnknown(args, state)
  const met = { url, depth: state.nodes.depth(node), metIn: state.naming.find(node).seq }
  return { ...met, ...explainNode({ url, now, node, state, log }) }
}

type OfNode<E> = E extends { metIn: number } ? Omit<E, 'url' | 'depth' | 'metIn'> : never

function explainNode(subject: Subject): OfNode<Explanation> {
  const { node, state } = subject
  const nodeState = state.nodes.state(node)
  if (isExclusion(nodeState)) return explainNever(subject, nodeState)
  switch (nodeState) {
    case 'queued':
    case 'shelved':
    case 'resting':
      return isOver(state) ? explainStopped(subject) : explainWaiting(subject)
    case 'reserved':
      return explainReserved(subject)
    case 'crawled':
    case 'failed':
    case 'moved':
      return explainCrawled(subject)
  }
}

function explainReserved({ state, log, now }: Subject): OfNode<ReservedExplanation> {
  const reservation = state.reservation!
  const { dueAt, reservedAt } = reservation
  const decision = { ...readable(reservation, state, log), dueAt, reservedAt }
  const time = new Date(dueAt).toISOString()
  const isDue = dueAt <= now || state.status.status !== 'running'
  const stands = isDue
    ? `It is being fetched, or about to be: due at ${time}.`
    : `It is next, due at ${time}.`
  return {
    kind: 'reserved',
    decision,
    why: `${stands}${MEANWHILE[state.status.status]} ${decision.why}`,
  }
}

/** A fetch that is under way is let finish; anything else that was reserved is free again. */
const MEANWHILE: Record<CampaignState['status']['status'], string> = {
  running: '',
  paused: ' The campaign was paused meanwhile, and rests after it.',
  completed: ' The campaign has ended meanwhile.',
  cancelled: ' The campaign was stopped meanwhile, and this is its last.',
}
