import { urlOf } from '../log/node-urls.ts'
import type { NeverExplanation } from './explanation.ts'
import { EXCLUSION_TEXTS } from './exclusion-reasons.ts'
import { hintFor, STOPPED_FOR_GOOD } from './hint.ts'
import type { Subject } from './subject.ts'

type OfNever = Omit<NeverExplanation, 'url' | 'depth' | 'metIn'>

export function explainNever(
  { node, state, log }: Subject,
  reason: Exclude<NeverExplanation['reason'], 'stopped'>,
): OfNever {
  const meaning = EXCLUSION_TEXTS[reason]
  const change = hintFor(state, meaning)
  if (reason === 'alias') {
    const page = state.whereabouts(node)
    const movedTo = urlOf(page, state, log)
    const why = `Not fetched: it is another name of ${movedTo}, as that page itself says.`
    return { kind: 'never', reason, seq: state.visits.last(page) || null, movedTo, change, why }
  }
  const seq = LEAVE_TOGETHER.has(reason) ? null : state.visits.last(node)
  const why = `Not fetched: ${lower(meaning.means)}`
  return { kind: 'never', reason, seq, movedTo: null, change, why }
}

/** For these reasons many nodes leave the frontier at once, without a record each. */
const LEAVE_TOGETHER: ReadonlySet<NeverExplanation['reason']> = new Set([
  'unwanted',
  'side_budget_spent',
])

/** It was known, and might have been fetched, had the campaign not been stopped. */
export function explainStopped({ node, state }: Subject): OfNever {
  const seq = state.retries.lastAttempt(node) || null
  const why =
    seq === null
      ? 'Not fetched: the campaign was stopped before its turn came.'
      : `Not read: it failed in a way that may pass, last in record ${seq}, and the campaign was ` +
        'stopped before it was tried again.'
  return { kind: 'never', reason: 'stopped', seq, movedTo: null, change: STOPPED_FOR_GOOD, why }
}

function lower(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1)
}
