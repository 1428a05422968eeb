import type { Archive } from '../../../lib/archive.ts'
import { noUsage } from '../cost/usage.ts'
import type { Skips } from '../skip-reasons.ts'
import { archiveJson } from './archive-map.ts'
import { Series } from './series.ts'
import { TurningPoints } from './turning-points.ts'

/** The history of a campaign besides its counters: for reports only, never for decisions. */
export class Progress {
  readonly spent = noUsage()
  /** Links that were not followed, by reason. */
  readonly skipped: Skips = {}
  /** Links between known pages, whether the policy keeps them or not. */
  edges = 0
  /** The record since which the policy has its current arms. */
  armsSince = 0
  readonly series = new Series()
  /** What webhooks are notified of, once the results store has it. */
  readonly turningPoints = new TurningPoints()

  archive(archive: Archive): void {
    Object.assign(this.spent, archiveJson(archive, this.spent))
    Object.assign(this.skipped, archiveJson(archive, this.skipped))
    this.edges = archive.number(this.edges)
    this.armsSince = archive.number(this.armsSince)
    this.series.archive(archive)
    this.turningPoints.archive(archive)
  }
}
