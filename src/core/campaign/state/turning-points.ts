import type { Archive } from '../../../lib/archive.ts'
import type { Counters } from './counters.ts'
import type { Status } from '../status.ts'

/** Shares of the budget, in per cent. The whole of it is the end of the campaign. */
const MILESTONES = [75, 50, 25] as const

type TurningKind = 'started' | 'resumed' | 'paused' | 'completed' | 'cancelled' | 'milestone'

/** A change that webhooks are notified of, with the campaign's figures at the time. */
export interface TurningPoint {
  /** The record that brought it. */
  seq: number
  at: number
  kind: TurningKind
  /** The share of the budget that is spent, in per cent; null unless it is a milestone. */
  milestone: number | null
  status: Status['status']
  statusReason: Status['statusReason']
  budget: number
  fetched: number
  relevant: number
  score: number
}

/** The campaign's figures in a turning point. */
interface Figures {
  seq: number
  updatedAt: number
  status: Status
  spec: { budget: number }
  counters: Pick<Counters, 'fetched' | 'relevant' | 'score'>
}

/**
 * Turning points that the results store may not have yet. They are part of the state: what a record
 * changed cannot be seen from the record alone, and the store may be many records behind.
 */
export class TurningPoints {
  #waiting: TurningPoint[] = []
  /** The highest milestone reached: each is reported once, even if the budget changes. */
  #milestone = 0

  /** Called after an event, and after an end that follows it; `was` is undefined for the first event. */
  note(state: Figures, was: Status['status'] | undefined): void {
    const { status } = state.status
    if (status !== was) {
      this.#waiting.push({ ...standingOf(state), kind: kindOf(status, was), milestone: null })
    }
    const { fetched } = state.counters
    const { budget } = state.spec
    if (fetched >= budget) return
    const milestone = MILESTONES.find((share) => fetched * 100 >= share * budget) ?? 0
    if (milestone <= this.#milestone) return
    this.#milestone = milestone
    this.#waiting.push({ ...standingOf(state), kind: 'milestone', milestone })
  }

  /** The turning points of the records after `after`, up to `upTo`. */
  between(after: number, upTo: number): TurningPoint[] {
    return this.#waiting.filter(({ seq }) => seq > after && seq <= upTo)
  }

  /** Drops those up to that record, which the results store has. */
  forget(upTo: number): void {
    if (this.#waiting.length === 0 || this.#waiting[0]!.seq > upTo) return
    this.#waiting = this.#waiting.filter(({ seq }) => seq > upTo)
  }

  archive(archive: Archive): void {
    this.#waiting = JSON.parse(archive.text(JSON.stringify(this.#waiting))) as TurningPoint[]
    this.#milestone = archive.number(this.#milestone)
  }
}

function kindOf(status: Status['status'], was: Status['status'] | undefined): TurningKind {
  if (status !== 'running') return status
  return was === undefined ? 'started' : 'resumed'
}

function standingOf(state: Figures): Omit<TurningPoint, 'kind' | 'milestone'> {
  const { seq, updatedAt: at, status, spec, counters } = state
  const { fetched, relevant, score } = counters
  return { seq, at, ...status, budget: spec.budget, fetched, relevant, score }
}
