import type { Spec } from '../spec/spec.ts'
import type { EditRequest, Refusal } from './edits/edit-request.ts'
import type { Report } from './insight/report.ts'
import type { LogPart } from './log/log-file.ts'
import type { ImportPart, ImportResult } from './log/log-import.ts'
import type { Query, QueryArgs, QueryResult } from './queries.ts'
import type { RemovalStatus } from './removal.ts'
import type { CampaignSummary, ListedStatus, Overview } from './results/campaign-summary.ts'
import type { Results } from './results/page-listing.ts'

/**
 * All campaigns of one owner, as the API sees them; each runtime has its own. Methods resolve to
 * undefined when there is no such campaign. They reject
 *
 * - with `UnreadableCampaign` when the campaign's log cannot be read,
 * - with `OpeningCampaign` while it is being read,
 * - `query` and `log` with `BusyCampaign` when too much of it is read.
 */
export interface CampaignService {
  /** Creates nothing when called again. Undefined: the campaign with that id is being removed. */
  create(id: string, spec: Spec): Promise<Report | undefined>
  query<Q extends Query>(
    id: string,
    query: Q,
    args: QueryArgs<Q>,
  ): Promise<QueryResult<Q> | undefined>
  /** `seen`: as in `Campaign.edit`. */
  edit(id: string, request: EditRequest, seen?: readonly number[]): Promise<EditResult | undefined>
  /** Sends all results to the results store again, from the log. */
  rebuild(id: string): Promise<Report | undefined>
  /** `changed`: the campaign has changed since the user has `seen` it, and was not removed. */
  remove(id: string, seen?: readonly number[]): Promise<RemovalStatus | 'changed' | undefined>
  list(listing: CampaignListing): Promise<CampaignSummary[]>
  /** Includes the newest `limit` running campaigns. */
  overview(limit: number): Promise<Overview>
  /** Includes what was crawled just now. */
  results(id: string): Promise<Results | undefined>
  /** Whether no campaign has the id, whoever owns it: pages are kept by the id alone. */
  isFree(id: string): Promise<boolean>
  /** Takes in a part of a log, which becomes that of the campaign with this id. */
  import(id: string, part: ImportPart): Promise<ImportResult>
  abortImport(id: string, importId: string): Promise<void>
  /** An empty part: there is no such campaign, or no record after `after`. */
  log(listing: LogListing): Promise<LogPart>
}

export interface EditResult {
  /** Why nothing was changed; undefined when the edit was made. */
  refusal: Refusal | undefined
  report: Report
}

export interface CampaignListing {
  before: string | undefined
  /** Only campaigns in these statuses; undefined for all. */
  statuses?: readonly ListedStatus[] | undefined
  limit: number
}

interface LogListing {
  campaign: string
  /** The part begins after this `seq`. */
  after: number
  /** The last `seq` wanted. */
  upTo: number
}
