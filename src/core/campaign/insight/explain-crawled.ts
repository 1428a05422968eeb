import type { NodeId } from '../../graph/node-table.ts'
import { decisionsBefore } from './decisions.ts'
import type { Outcome } from '../outcomes.ts'
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
    why: [`Fetched in record ${seq}: ${CAME_TO[step.outcome]}.`, decision?.why]
      .filter((sentence) => sentence !== undefined)
      .join(' '),
  }
}

function redirectTarget({ outcome, edges }: Step): NodeId | undefined {
  return outcome === 'redirect' ? edges.targets[0] : undefined
}

const CAME_TO: Record<Outcome, string> = {
  ok: 'read and scored',
  redirect: 'it leads elsewhere',
  redirect_loop: 'it leads in a circle, or through too many redirects',
  timeout: 'no answer came in time',
  unreachable: 'no answer came at all',
  closed_early: 'the answer broke off',
  too_large: 'the answer was larger than limits.bodyBytes',
  not_html: 'the answer was no HTML',
  http_error: 'the host answered with an error',
  fault: 'it failed on our side, and is not tried again',
  duplicate: 'it says what another page of the same title said, so it scores nothing',
  other_language: 'it is in a language that is not wanted, so it scores nothing and leads nowhere',
  sitemap: 'a list of pages, which was read',
  no_sitemap: 'there was no list of pages',
  // None of these settles a fetch; they are here for completeness.
  disallowed: 'robots.txt bars it',
  robots_unavailable: 'robots.txt could not be had',
  refused: 'it leads into a private network',
  interrupted: 'the fetch was interrupted',
  busy: 'the host was busy',
  too_soon: 'it was too soon',
  given_up: 'it was given up',
  out_of_scope: 'it is out of scope',
  side_budget_spent: 'there was no request left for its robots.txt',
}
