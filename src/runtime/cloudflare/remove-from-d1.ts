import type { Identity } from '../../core/campaign/campaign.ts'
import { Removal, type Removed } from '../../core/campaign/removal.ts'
import { logLine } from '../../lib/log-line.ts'
import type { Database } from '../../store/results/database.ts'
import { resultRemoval } from '../../store/results/result-removal.ts'

/**
 * Removes what D1 has of a campaign whose object is blank or cannot be started, some of it at a
 * time: while its row stands, the heartbeat goes on.
 */
export function removeFromD1(database: Database, campaign: Identity): Promise<Removed> {
  return removalOf(database, campaign).begin()
}

/**
 * The same but for its row: the object may only be out of reach for now, and whoever goes on with
 * the removal will ask it again.
 */
export async function hideInD1(database: Database, campaign: Identity): Promise<Removed> {
  await removalOf(database, campaign, { forget: async () => {} }).begin()
  return 'going'
}

function removalOf(
  database: Database,
  campaign: Identity,
  other: Partial<ReturnType<typeof resultRemoval>> = {},
): Removal {
  return new Removal({
    campaign: () => campaign,
    now: () => Date.now(),
    trouble: (what, error) => console.error(logLine(what, { campaign: campaign.id, error })),
    mark: { isSet: () => true, set: () => {} },
    results: { ...resultRemoval(database), ...other },
    erase: async () => {},
    wakeAt: () => {},
  })
}
