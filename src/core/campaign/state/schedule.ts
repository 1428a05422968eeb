import type { Archive } from '../../../lib/archive.ts'
import { Reservations } from './reservations.ts'
import { Retries } from './retries.ts'

/** What is fetched when: the fetches decided on, and the moments before which nothing is sent. */
export class Schedule {
  readonly reservations = new Reservations()
  readonly retries = new Retries()
  /** The last request, put later by the campaign's gap for each that came right before it. */
  lastRequestedAt = 0
  /** Attempts in a row that were put off before anything was sent. */
  putOffs = 0
  /** No attempt before this moment: several in a row were put off. */
  nextAttemptAt = 0
  /** Ticks in a row that failed on our side. */
  faults = 0
  /** No fetch before this moment: back-off after a fault. */
  notBefore = 0
  /** Hosts whose robots.txt is not known are closed until the budget is raised. */
  isSideBudgetSpent = false

  archive(archive: Archive): void {
    this.reservations.archive(archive)
    this.retries.archive(archive)
    this.lastRequestedAt = archive.number(this.lastRequestedAt)
    this.putOffs = archive.number(this.putOffs)
    this.nextAttemptAt = archive.number(this.nextAttemptAt)
    this.faults = archive.number(this.faults)
    this.notBefore = archive.number(this.notBefore)
    this.isSideBudgetSpent = archive.number(Number(this.isSideBudgetSpent)) === 1
  }
}
