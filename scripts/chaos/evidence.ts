import type { CampaignSummary } from '../../src/core/campaign/results/campaign-summary.ts'
import type { CrawledPage } from '../../src/core/campaign/results/crawled-page.ts'
import type { CampaignKind } from './campaign-kinds.ts'
import type { View } from './campaigns.ts'
import type { Promised } from './editor.ts'
import type { LogReading } from './log-reading.ts'
import type { Arrival } from './site.ts'

/** What the API, the log, D1 and the site say of one campaign, once the product has stopped. */
export interface Evidence {
  name: string
  kind: CampaignKind
  promised: Promised | undefined
  view: View
  log: LogReading
  summary: CampaignSummary | undefined
  pages: CrawledPage[]
  /** Requests for pages, in the order they arrived. */
  arrivals: Arrival[]
}

/** Breaches of one promise, as sentences. */
export type Check = (evidence: Evidence) => string[]
