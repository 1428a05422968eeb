import type { Identity } from '../core/campaign/campaign.ts'
import { UnreadableCampaign } from '../core/campaign/codec/read-record.ts'
import type { EditRequest } from '../core/campaign/edits/edit-request.ts'
import type { Report } from '../core/campaign/insight/report.ts'
import type { LogPart } from '../core/campaign/log/log-file.ts'
import type { ImportPart, ImportResult } from '../core/campaign/log/log-import.ts'
import type { Query, QueryArgs, QueryResult } from '../core/campaign/queries.ts'
import type { RemovalStatus } from '../core/campaign/removal.ts'
import type { EditResult } from '../core/campaign/service.ts'
import type { Spec } from '../core/spec/spec.ts'

/**
 * What one campaign answers to, wherever it lives. Undefined: there is no such campaign. Calls reject
 * as those of `CampaignService` do, and with `UnreachableCampaign`.
 */
export interface CampaignCalls {
  /** Undefined: the campaign of that id is being removed. */
  create(identity: Identity, spec: Spec): Promise<Report | undefined>
  query<Q extends Query>(query: Q, args: QueryArgs<Q>): Promise<QueryResult<Q> | undefined>
  edit(request: EditRequest, seen?: readonly number[]): Promise<EditResult | undefined>
  rebuild(): Promise<Report | undefined>
  log(after: number, upTo: number): Promise<LogPart>
  /** Takes in a part of a log from elsewhere. */
  import(part: ImportPart): Promise<ImportResult>
  abortImport(importId: string): Promise<void>
  /** Brings the results up to date, and returns the campaign's name. */
  flush(): Promise<string | undefined>
  /** A campaign that cannot be read can be removed as well. */
  remove(seen?: readonly number[]): Promise<RemovalStatus | 'changed' | undefined>
  /** Whether nothing is stored here, not even the rest of a campaign that is being removed. */
  isBlank(): Promise<boolean>
  /**
   * False when nothing is stored here. A campaign that cannot be read is woken as well: its alarm
   * tries again. A campaign that the database says is being removed continues with that.
   */
  wake(isRemoved: boolean): Promise<boolean>
}

/** The platform cannot start a campaign: its storage is no database any more. */
export class UnreachableCampaign extends UnreadableCampaign {
  constructor(cause: unknown) {
    super(undefined, cause)
  }
}
