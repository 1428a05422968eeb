import type { Archive } from '../../../lib/archive.ts'
import { NearDuplicates } from '../../../lib/near-duplicates.ts'
import type { SipKey } from '../../../lib/siphash.ts'
import { TrapDetector } from '../traps/traps.ts'

/** What is needed to recognise near-duplicates and traps. */
export class SeenContent {
  /** The texts of the pages read so far. */
  readonly texts = new NearDuplicates()
  /** The URLs known so far, and how many pages of each pattern were near-duplicates. */
  readonly traps: TrapDetector

  /** `budget` is a function, since the budget may be edited. */
  constructor(salt: SipKey, budget: () => number) {
    this.traps = new TrapDetector(salt, budget)
  }

  /** Memory, as far as it counts for shelving. */
  get bytes(): number {
    return this.texts.bytes + this.traps.bytes
  }

  archive(archive: Archive): void {
    this.texts.archive(archive)
    this.traps.archive(archive)
  }
}
