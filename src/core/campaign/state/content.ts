import type { Archive } from '../../../lib/archive.ts'
import type { Fingerprint } from '../../../lib/fingerprint.ts'
import { NearDuplicates, type SeenText } from '../../../lib/near-duplicates.ts'
import type { SipKey } from '../../../lib/siphash.ts'
import { titleHash } from '../../topic/words.ts'
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

interface Text {
  simhash: Fingerprint | undefined
  title: string
}

/** A text as near-duplicates are found by; undefined where it is too short for a simhash. */
export function toSeenText({ simhash, title }: Text): SeenText | undefined {
  return simhash && { simhash, title: titleHash(title) }
}
