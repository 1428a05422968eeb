import type { NodeId } from '../../graph/node-table.ts'
import { decisionsBefore } from './decisions.ts'
import { traitsOf } from '../outcomes.ts'
import { urlOf } from '../log/node-urls.ts'
import { stepAt } from '../codec/read-record.ts'
import type { Step } from '../event.ts'
import type { CrawledExplanation, Detail, Subject } from './explanation.ts'

/** Explains a fetched node: its outcome, and the decision to fetch it. */
export function explainCrawled({ node, state, log }: Subject): Detail<CrawledExplanation> {
  const seq = state.visits.last(node)
  const step = stepAt(seq, log)
  const [decision = null] = decisionsBefore(seq, 1, state, log).decisions
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
    redirectsTo: target === undefined ? null : urlOf(state.whereabouts(target), state, log),
    decision,
    why: [`Fetched in record ${seq}: ${traitsOf(step.outcome).explanation}.`, decision?.why]
      .filter((sentence) => sentence !== undefined)
      .join(' '),
  }
}

function redirectTarget({ outcome, edges }: Step): NodeId | undefined {
  return outcome === 'redirect' ? edges.targets[0] : undefined
}
