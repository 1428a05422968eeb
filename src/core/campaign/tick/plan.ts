import type { Reservation } from '../state/reservations.ts'
import type { CampaignState } from '../state/state.ts'
import type { FetchesUnderWay } from './under-way.ts'

type Plan =
  | { kind: 'rest' }
  /** Nothing is reserved: shelved nodes are due to come back, and then the next one is chosen. */
  | { kind: 'recall' }
  | { kind: 'wait' }
  /** Fetches take longer than usual: others may be reserved meanwhile. */
  | { kind: 'schedule' }
  | { kind: 'fetch'; reservations: Reservation[] }

/**
 * An idle object stays in memory for ten seconds. A reservation due later than this may be met by
 * an object that has just been loaded, which is then no sign of a crash.
 */
export const STAYS_IN_MEMORY_MS = 8_000

/** Decides what a tick has to do now. `nextChoiceAt`: when another fetch may be reserved, if it may. */
export function plan(
  { status, schedule }: CampaignState,
  underWay: Pick<FetchesUnderWay, 'has'>,
  nextChoiceAt: number | undefined,
  now: number,
): Plan {
  if (status.status !== 'running') return { kind: 'rest' }
  if (schedule.reservations.size === 0) return { kind: 'recall' }
  const waiting = [...schedule.reservations].filter(({ node }) => !underWay.has(node))
  const due = waiting.filter(({ dueAt }) => dueAt <= now)
  if (due.length > 0) return { kind: 'fetch', reservations: due }
  const mayChoose = waiting.length === 0 && nextChoiceAt !== undefined && nextChoiceAt <= now
  return { kind: mayChoose ? 'schedule' : 'wait' }
}

/**
 * Whether the request of a reservation found at load may have been sent by a process that died.
 * If so it is charged: better a fetch lost to a crash than one sent beyond the budget.
 */
export function mayHaveStarted(reservation: Reservation, now: number): boolean {
  return isDueLate(reservation) ? reservation.begun : now >= reservation.dueAt
}

/** Whether the log must say that the fetch is about to be sent, before it is. */
export function isDueLate({ dueAt, reservedAt }: Reservation): boolean {
  return dueAt - reservedAt >= STAYS_IN_MEMORY_MS
}
