import type { SipKey } from '../../lib/siphash.ts'
import type { OwnedSummary } from './results/campaign-summary.ts'
import type { CrawledPage } from './results/crawled-page.ts'
import type { SliceLimits } from './codec/slice.ts'
import type { Source } from './fetch/source.ts'
import type { Spec } from '../spec/spec.ts'
import type { Usage } from './cost/usage.ts'
import type { TurningPoint } from './state/turning-points.ts'

/** Everything outside the core that a campaign may use. */
export interface Ports {
  now: () => number
  /**
   * Builds the source that a spec asks for: when the campaign is created or opened, and after each
   * edit of its spec.
   */
  sources: (spec: Spec) => Source
  /** Fetches that may be under way at a time, whatever the spec asks for. */
  maxParallel: number
  log: Log
  /** How much of the log may be read in one go. */
  slice: SliceLimits
  snapshots: SnapshotStore
  results: ResultsStore
  /**
   * When to tick next. Durable together with the record appended just before it; or, where ticks
   * follow one another without an alarm for each, whatever woke the first will wake the next.
   */
  wakeAt: (at: number | undefined) => void
  /** 128 random bits, for what no site may predict. Whatever influences the crawl is recorded. */
  entropy: () => SipKey
  /** What the platform's counters have added since the last call. */
  spent: () => Usage
  /** Tells the operator of a failure that the campaign can live with. */
  trouble: (what: string, error: unknown) => void
}

/** The records of one campaign, numbered from 1 without gaps. */
export interface Log {
  /** Appends records from that number on: all of them or, if it throws, none. */
  append: (seq: number, ...records: Uint8Array[]) => void
  read: (seq: number) => Uint8Array
  /** The records after that one, in order; none when there is no log. */
  after: (seq: number) => Iterable<Uint8Array>
}

/** Two generations of snapshots, so that one stays intact while the other is written. */
export interface SnapshotStore {
  /** Replaces a generation by the chunks that `write` puts; leaves it as it is when `write` throws. */
  replace: (generation: Generation, write: (put: (chunk: Uint8Array) => void) => void) => void
  /** Reads chunks lazily. May continue beyond the last chunk of the newest snapshot. */
  chunks: (generation: Generation) => Iterable<Uint8Array>
}

export const GENERATIONS = [0, 1] as const
export type Generation = (typeof GENERATIONS)[number]

/** The store that result queries read. Saving the same batch again changes nothing. */
export interface ResultsStore {
  save: (batch: Batch) => Promise<void>
}

/** The results of a range of records. */
export interface Batch {
  /** The campaign as it is now. */
  campaign: OwnedSummary
  pages: CrawledPage[]
  /** Pages that others have replaced, by their `seq`. */
  replaced: number[]
  turningPoints: TurningPoint[]
  /** The last of the records. */
  upTo: number
  /** Webhooks were notified up to this record, and are not notified again. */
  notifiedUpTo: number
  /**
   * Set during a rebuild: the log knows nothing else of the records after `after` and up to `upTo`,
   * nor of any beyond `end`, so whatever else the store has of them goes.
   */
  rebuilt: { after: number; end: number } | undefined
}
