import type { Reservation } from '../state/reservations.ts'
import type { CampaignState } from '../state/state.ts'

type Plan =
  | { kind: 'rest' }
  /** Nothing is reserved: shelved nodes are due to come back, and then the next one is chosen. */
  | { kind: 'recall' }
  | { kind: 'wait' }
  /** `mark`: first note in the log that the fetch is about to be sent. */
  | { kind: 'fetch'; reservation: Reservation; mark: boolean }

/**
 * An idle object stays in memory for ten seconds. A reservation due later than this may be met by
 * an object that has just been loaded, which is then no sign of a crash.
 */
export const STAYS_IN_MEMORY_MS = 8_000

/** Decides what a tick has to do now. */
export function plan({ status, schedule }: CampaignState, now: number): Plan {
  if (status.status !== 'running') return { kind: 'rest' }
  const reservation = schedule.reservations.first
  if (reservation === undefined) return { kind: 'recall' }
  if (now < reservation.dueAt) return { kind: 'wait' }
  return { kind: 'fetch', reservation, mark: isDueLate(reservation) }
}

/**
 * Whether the request of a reservation found at load may have been sent by a process that died.
 * If so it is charged: better a fetch lost to a crash than one sent beyond the budget.
 */
export function mayHaveStarted(reservation: Reservation, now: number): boolean {
  return isDueLate(reservation) ? reservation.begun : now >= reservation.dueAt
}

function isDueLate({ dueAt, reservedAt }: Reservation): boolean {
  return dueAt - reservedAt >= STAYS_IN_MEMORY_MS
}
