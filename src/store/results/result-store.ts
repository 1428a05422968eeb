import type { Identity } from '../../core/campaign/campaign.ts'
import type { Batch, ResultsStore } from '../../core/campaign/ports.ts'
import type { CampaignSummary, Overview } from '../../core/campaign/results/campaign-summary.ts'
import type { CampaignListing } from '../../core/campaign/service.ts'
import { webhookEvents } from '../../core/webhook/webhook-event.ts'
import {
  campaignOverview,
  markUnreadable,
  saveCampaign,
  saveStatus,
  selectCampaigns,
  selectKnown,
  selectListed,
  takeOverdue,
  type OverdueCampaign,
} from './campaign-rows.ts'
import type { Database, Statement } from './database.ts'
import { enqueueDeliveries } from './enqueue-deliveries.ts'
import { pageReader, savePages } from './page-store.ts'

/** The results of all campaigns: projected from their logs, read by the API. */
export function resultStore(database: Database) {
  return {
    save: (batch: Batch): Promise<void> => database.batch(saveBatch(batch)),

    listCampaigns: (owner: string, listing: CampaignListing): Promise<CampaignSummary[]> =>
      database.all<CampaignSummary>(selectCampaigns(owner, listing)),

    /** Whether lists show it, whatever became of its log. */
    isListed: async (campaign: Identity): Promise<boolean> =>
      (await database.all(selectListed(campaign))).length > 0,

    /** Whether anything is kept under the id, whoever owns it. */
    isKnown: async (id: string): Promise<boolean> =>
      (await database.all(selectKnown(id))).length > 0,

    overview: (owner: string, limit: number): Promise<Overview> =>
      campaignOverview(database, owner, limit),

    ...pageReader(database),

    markUnreadable: (campaign: Identity, now: number, retryAt: number): Promise<void> =>
      markUnreadable(database, campaign, now, retryAt),

    takeOverdue: (due: { now: number; since: number; limit: number }): Promise<OverdueCampaign[]> =>
      takeOverdue(database, due),
  } satisfies ResultsStore & Record<string, unknown>
}

export type ResultStore = ReturnType<typeof resultStore>

function saveBatch(batch: Batch): Statement[] {
  const { campaign, upTo } = batch
  const events = webhookEvents(batch)
  return [
    ...savePages(batch),
    ...(events.length > 0 ? [enqueueDeliveries(campaign, events)] : []),
    // Last, for it says how far D1 has come.
    saveStatus(campaign),
    saveCampaign(campaign, upTo),
  ]
}
