import type { Identity } from '../core/campaign/campaign.ts'
import { Removal, type RemovalStatus } from '../core/campaign/removal.ts'
import { logLine } from '../lib/log-line.ts'
import type { Database } from '../store/results/database.ts'
import { resultRemoval } from '../store/results/result-removal.ts'

/**
 * Removes the results of a campaign whose log is lost, some at a time. While the campaign's row
 * stands, the heartbeat continues.
 */
export function removeResults(database: Database, campaign: Identity): Promise<RemovalStatus> {
  return removalOf(database, campaign).begin()
}

/** Keeps the campaign's row: its log may only be unreachable for now, and the heartbeat asks again. */
export async function hideResults(database: Database, campaign: Identity): Promise<RemovalStatus> {
  await removalOf(database, campaign, { removeCampaign: async () => {} }).begin()
  return 'removing'
}

function removalOf(
  database: Database,
  campaign: Identity,
  overrides: Partial<ReturnType<typeof resultRemoval>> = {},
): Removal {
  return new Removal({
    campaign: () => campaign,
    now: () => Date.now(),
    trouble: (what, error) => console.error(logLine(what, { campaign: campaign.id, error })),
    mark: { isSet: () => true, set: () => {} },
    results: { ...resultRemoval(database), ...overrides },
    erase: async () => {},
    wakeAt: () => {},
  })
}
