import type { CampaignSummary, CrawledPage } from './projection.ts'
import type { Source } from './source.ts'

/** Everything of the world that a campaign may touch. */
export interface Ports {
  now: () => number
  source: Source
  log: Log
  projection: Projection
  /** When to tick next. Durable together with the record appended just before it, or not at all. */
  wakeAt: (at: number | undefined) => void
  /** For the operator's eyes: something failed that the campaign can live with. */
  trouble: (what: string, error: unknown) => void
}

/** The records of one campaign, numbered from 1 without gaps. */
export interface Log {
  append: (seq: number, record: Uint8Array) => void
  read: (seq: number) => Uint8Array
  all: () => Iterable<Uint8Array>
}

/** Where the results are queried. Saving the same again changes nothing. */
export interface Projection {
  save: (campaign: CampaignSummary, pages: CrawledPage[]) => Promise<void>
}
