import type { NodeId } from '../../graph/node-table.ts'
import { stepAt } from '../codec/read-record.ts'
import type { Step } from '../event.ts'
import { urlOf } from '../log/node-urls.ts'
import { traitsOf } from '../outcomes.ts'
import type { Log } from '../ports.ts'
import type { CampaignState } from '../state/state.ts'
import { currentDecision, decisionsBefore } from './decisions.ts'
import { isExclusion } from './exclusion-reasons.ts'
import { explainExcluded, explainStopped, explainUnknown } from './explain-excluded.ts'
import { explainWaiting } from './explain-waiting.ts'
import type {
  CrawledExplanation,
  ExplanationBody,
  ExplainArgs,
  Explanation,
  ReservedExplanation,
  Subject,
  UnknownExplanation,
} from './explanation.ts'
import { isOver } from './why-stopped.ts'

/** Explains why a URL was fetched when it was, is not fetched yet, or never will be. Changes nothing. */
export function explainUrl(state: CampaignState, log: Log, args: ExplainArgs): Explanation {
  const { url, now } = args
  const node = state.index.urls.find(url)
  if (node === undefined) return explainUnknown(args, state)
  const known = {
    url,
    depth: state.nodes.depth(node),
    foundIn: state.index.discoveries.find(node).seq,
  }
  return { ...known, ...explainNode({ url, now, node, state, log }) }
}

function explainNode(subject: Subject): ExplanationBody<Exclude<Explanation, UnknownExplanation>> {
  const { node, state } = subject
  const nodeState = state.nodes.state(node)
  if (isExclusion(nodeState)) return explainExcluded(subject, nodeState)
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

/** Explains a fetched node: its outcome, and the decision to fetch it. */
function explainCrawled({ node, state, log }: Subject): ExplanationBody<CrawledExplanation> {
  const seq = state.index.visits.last(node)
  const step = stepAt(seq, log)
  const [decision = null] = decisionsBefore(seq, 1, { state, log, node }).decisions
  const target = redirectTarget(step)
  const label = state.labels.get(node)
  return {
    kind: 'crawled',
    seq,
    fetchedAt: step.requestedAt,
    outcome: step.outcome,
    httpStatus: step.httpStatus,
    title: step.title,
    score: label ?? step.score,
    isLabelled: label !== undefined,
    estimate: step.estimate ?? null,
    redirectsTo:
      target === undefined ? null : urlOf(state.aliases.canonicalNode(target), state, log),
    decision,
    why: [`Fetched in record ${seq}: ${traitsOf(step.outcome).explanation}.`, decision?.why]
      .filter((sentence) => sentence !== undefined)
      .join(' '),
  }
}

function redirectTarget({ outcome, edges }: Step): NodeId | undefined {
  return outcome === 'redirect' ? edges.targets[0] : undefined
}

function explainReserved({ node, state, log, now }: Subject): ExplanationBody<ReservedExplanation> {
  const reservation = state.schedule.reservations.get(node)!
  const { dueAt, reservedAt } = reservation
  const decision = { ...currentDecision(reservation, state, log), dueAt, reservedAt }
  const time = new Date(dueAt).toISOString()
  const isDue = dueAt <= now || state.status.status !== 'running'
  const position = isDue
    ? `It is being fetched, or about to be: it was due at ${time}.`
    : `It is next, due at ${time}.`
  return {
    kind: 'reserved',
    decision,
    why: `${position}${STATUS_NOTE[state.status.status]} ${decision.why}`,
  }
}

/** A fetch under way is allowed to finish; any other reservation is released when the campaign stops. */
const STATUS_NOTE: Record<CampaignState['status']['status'], string> = {
  running: '',
  paused: ' The campaign has been paused meanwhile; nothing follows until it is resumed.',
  completed: ' The campaign has ended meanwhile.',
  cancelled: ' The campaign has been stopped meanwhile; this is its last fetch.',
}
