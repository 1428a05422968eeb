import type { LogPart } from './log/log-part.ts'
import type { Results } from './results/page-listing.ts'
import type { Overview } from './results/overview.ts'
import type { CampaignSummary, ListedStatus } from './results/campaign-summary.ts'
import type { EditRequest, Refusal } from './edits/edit-request.ts'
import type { Query, QueryArgs, QueryResult } from './queries.ts'
import type { RemovalStatus } from './removal.ts'
import type { Report } from './report.ts'
import type { Spec } from '../spec/spec.ts'

/**
 * All campaigns of one owner, as the API sees them; each runtime has its own. Rejects with
 * `UnreadableCampaign` where a campaign's log cannot be read, with `OpeningCampaign` where it is not
 * read yet, and `query` and `log` with `BusyCampaign` where too much of it is read.
 */
export interface CampaignService {
  /** The same again creates nothing. Undefined: the campaign of that id is being removed. */
  create(id: string, spec: Spec): Promise<Report | undefined>
  /** Undefined: there is no such campaign. */
  query<Q extends Query>(
    id: string,
    query: Q,
    args: QueryArgs<Q>,
  ): Promise<QueryResult<Q> | undefined>
  /** Undefined: there is no such campaign. `seen` as of `Campaign.edit`. */
  edit(id: string, request: EditRequest, seen?: readonly number[]): Promise<EditResult | undefined>
  /** Sends all results to D1 anew, from the log. Undefined: there is no such campaign. */
  rebuild(id: string): Promise<Report | undefined>
  /**
   * Undefined: there is no such campaign. Gone or going, from then on there is none; `changed`: it
   * was not what the user has `seen`, and stays.
   */
  remove(id: string, seen?: readonly number[]): Promise<RemovalStatus | 'changed' | undefined>
  list(listing: CampaignListing): Promise<CampaignSummary[]>
  /** With the newest `limit` of those that run. */
  overview(limit: number): Promise<Overview>
  /** Undefined: there is no such campaign. Includes what was crawled just now. */
  results(id: string): Promise<Results | undefined>
  /** An empty part: there is no such campaign, or nothing was recorded after that. */
  log(listing: LogListing): Promise<LogPart>
}

export interface EditResult {
  /** Why nothing was changed; undefined when it is done. */
  refusal: Refusal | undefined
  report: Report
}

export interface CampaignListing {
  before: string | undefined
  /** Those to be listed; undefined for all. */
  statuses?: readonly ListedStatus[] | undefined
  limit: number
}

interface LogListing {
  campaign: string
  /** The `seq` after which to go on. */
  after: number
  /** The last `seq` wanted. */
  upTo: number
}
