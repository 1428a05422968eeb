import type { CampaignState } from '../state/state.ts'

/** After the first fault in a row; twice as long after each further one. */
const FIRST_BACK_OFF_MS = 10_000
/** So many in a row are no accident: somebody has to look. */
const FAULTS_TO_PAUSE = 5

/** A tick failed on our side. The next one waits; after several in a row the campaign does. */
export function noteFault(state: CampaignState, at: number): void {
  state.schedule.faults++
  state.schedule.notBefore = at + FIRST_BACK_OFF_MS * 2 ** (state.schedule.faults - 1)
  if (state.schedule.faults < FAULTS_TO_PAUSE || state.status.status !== 'running') return
  state.status = { status: 'paused', statusReason: 'repeated_faults' }
}

export function noFault(state: CampaignState): void {
  state.schedule.faults = 0
  state.schedule.notBefore = 0
}

const MESSAGE_CHARACTERS = 300

/** A fault in words, for the log; the stack is for the operator alone. */
export function faultMessage(error: unknown): string {
  return String(error).slice(0, MESSAGE_CHARACTERS).toWellFormed()
}
