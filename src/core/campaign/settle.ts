import type { Step } from './event.ts'
import type { CampaignState } from './state/state.ts'
import { choose } from './decide.ts'
import { stepRecord, type Visited } from './fetch/step-event.ts'

/** The record of a visit, folded into the state, with the next node chosen on what it taught. */
export function settle(state: CampaignState, visited: Visited): Step {
  const step = stepRecord(state, visited)
  state.absorb(step)
  step.next = choose(state, step.at)
  state.turnTo(step.next)
  return step
}
