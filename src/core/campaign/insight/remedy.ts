import type { CampaignState } from '../state/state.ts'
import { isOver, standstill } from './standstill.ts'
import type { Meaning } from './skip-meanings.ts'

export const STOPPED_FOR_GOOD = 'Nothing: a campaign that was stopped stays so. Create another.'

/** What would change it, with what else that takes of a campaign that does not run. */
export function remedyIn(state: CampaignState, { change, isFinal }: Meaning): string {
  if (isFinal) return change
  return isOver(state) ? STOPPED_FOR_GOOD : [change, ...standstill(state)].join(' ')
}
