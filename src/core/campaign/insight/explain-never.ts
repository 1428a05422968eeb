import { urlOf } from '../log/node-urls.ts'
import type { CampaignState } from '../state/state.ts'
import type { NeverExplanation } from './explanation.ts'
import type { Subject } from './subject.ts'
import { NEVER_MEANINGS } from './never-meanings.ts'

type OfNever = Omit<NeverExplanation, 'url' | 'depth' | 'metIn'>

/** A campaign that was stopped fetches nothing any more. */
export function isOver({ status }: CampaignState): boolean {
  return status.status === 'cancelled'
}

export function explainNever(
  { node, state, log }: Subject,
  reason: NeverExplanation['reason'],
): OfNever {
  if (reason === 'stopped') return STOPPED
  const { means, change } = NEVER_MEANINGS[reason]
  if (reason === 'alias') {
    const page = state.whereabouts(node)
    const movedTo = urlOf(page, state, log)
    const why = `Not fetched: it is another name of ${movedTo}, as that page itself says.`
    return { kind: 'never', reason, seq: state.visits.last(page) || null, movedTo, change, why }
  }
  const seq = reason === 'unwanted' ? null : state.visits.last(node)
  return { kind: 'never', reason, seq, movedTo: null, change, why: `Not fetched: ${lower(means)}` }
}

const STOPPED: OfNever = {
  kind: 'never',
  reason: 'stopped',
  seq: null,
  movedTo: null,
  change: 'Nothing: a campaign that was stopped stays so. Create another.',
  why: 'Not fetched: the campaign was stopped before its turn came.',
}

function lower(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1)
}
