import type { Outcome } from '../outcomes.ts'
import type { CrawledPage } from './crawled-page.ts'

/** Oldest first, newest first, best first. */
export const SORTS = ['time', '-time', 'score'] as const
export type Sort = (typeof SORTS)[number]

/** Pages have to meet all conditions that are set. */
export interface PageFilter {
  minScore?: number | undefined
  status?: PageStatus | undefined
  /** A host name, which matches all its ports, or one with a port. */
  host?: string | undefined
  /** Fetched at that time or later. */
  since?: number | undefined
}

/** An outcome, or a range of HTTP statuses. */
export type PageStatus = { outcome: Outcome } | { from: number; to: number }

/** A list continues after this page; its score matters when sorted by score. */
export type PagePosition = Pick<CrawledPage, 'seq' | 'score'>

export interface PageListing {
  filter: PageFilter
  sort: Sort
  after: PagePosition | undefined
  limit: number
}

/** A campaign's results, no older than the call that returned them. */
export interface Results {
  /** Empty when the campaign cannot be read. */
  campaignName: string
  list(listing: PageListing): Promise<CrawledPage[]>
  /** Undefined: no listed page has this seq. */
  find(seq: number): Promise<CrawledPage | undefined>
}
