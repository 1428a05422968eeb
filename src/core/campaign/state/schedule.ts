import type { Archive } from '../../../lib/archive.ts'
import { Reservations } from './reservations.ts'
import { Retries } from './retries.ts'

/** Planned fetches, and the times before which nothing is sent. */
export class Schedule {
  readonly reservations = new Reservations()
  readonly retries = new Retries()
  /** The time of the last request, plus the campaign's gap for each one sent right before it. */
  lastRequestedAt = 0
  /** How long a fetch takes, the latest ones counting most. */
  typicalMs = 0
  /** Consecutive attempts that were postponed before anything was sent. */
  putOffs = 0
  /** No attempt before this time: several in a row were postponed. */
  nextAttemptAt = 0
  /** Consecutive ticks that failed on our side. */
  faults = 0
  /** No fetch before this time: back-off after a fault. */
  notBefore = 0
  /** Hosts whose robots.txt is not known are closed until the budget is raised. */
  isSideBudgetSpent = false

  archive(archive: Archive): void {
    this.reservations.archive(archive)
    this.retries.archive(archive)
    this.lastRequestedAt = archive.number(this.lastRequestedAt)
    this.typicalMs = archive.number(this.typicalMs)
    this.putOffs = archive.number(this.putOffs)
    this.nextAttemptAt = archive.number(this.nextAttemptAt)
    this.faults = archive.number(this.faults)
    this.notBefore = archive.number(this.notBefore)
    this.isSideBudgetSpent = archive.number(Number(this.isSideBudgetSpent)) === 1
  }
}
