import { urlOf } from '../log/node-urls.ts'
import type { NeverExplanation } from './explanation.ts'
import { NEVER_MEANINGS } from './never-meanings.ts'
import { remedyIn, STOPPED_FOR_GOOD } from './remedy.ts'
import type { Subject } from './subject.ts'

type OfNever = Omit<NeverExplanation, 'url' | 'depth' | 'metIn'>

export function explainNever(
  { node, state, log }: Subject,
  reason: Exclude<NeverExplanation['reason'], 'stopped'>,
): OfNever {
  const meaning = NEVER_MEANINGS[reason]
  const change = remedyIn(state, meaning)
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
