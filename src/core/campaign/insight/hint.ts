import type { CampaignState } from '../state/state.ts'
import { isOver, whyStopped } from './why-stopped.ts'
import type { ReasonText } from './skip-meanings.ts'

export const STOPPED_FOR_GOOD = 'Nothing: a campaign that was stopped stays so. Create another.'

/** What would change it, with what else that takes of a campaign that does not run. */
export function hintFor(state: CampaignState, { change, isFinal }: ReasonText): string {
  if (isFinal) return change
  return isOver(state) ? STOPPED_FOR_GOOD : [change, ...whyStopped(state)].join(' ')
}
