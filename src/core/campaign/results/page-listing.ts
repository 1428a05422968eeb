import type { Outcome } from '../outcomes.ts'
import type { CrawledPage } from './crawled-page.ts'

/** In crawl order, newest first, best first. */
export const SORTS = ['time', '-time', 'score'] as const
export type Sort = (typeof SORTS)[number]

/** Which pages are wanted: all that fit what is given. */
export interface PageFilter {
  minScore?: number | undefined
  status?: PageStatus | undefined
  /** A host's name, with all its ports, or with one. */
  host?: string | undefined
  /** Asked for at that moment or later. */
  since?: number | undefined
}

/** What came of a page, or which HTTP statuses it may have had. */
export type PageStatus = { outcome: Outcome } | { from: number; to: number }

/** Where a list goes on: after that page. Its score counts where they are sorted by it. */
export type PagePosition = Pick<CrawledPage, 'seq' | 'score'>

export interface PageListing {
  filter: PageFilter
  sort: Sort
  after: PagePosition | undefined
  limit: number
}

/** What a campaign has found, as it stood when they were asked for or later. */
export interface Results {
  /** Empty where the campaign cannot be read. */
  campaignName: string
  list(listing: PageListing): Promise<CrawledPage[]>
  /** Undefined: that record tells of no page that is listed. */
  find(seq: number): Promise<CrawledPage | undefined>
}
