import type { Identity } from '../../../core/campaign/campaign.ts'
import { listSaved } from '../../../store/results/campaign-rows.ts'
import type { Database } from '../../../store/results/database.ts'
import { resultRemoval } from '../../../store/results/result-removal.ts'
import { resultStore } from '../../../store/results/result-store.ts'

/**
 * A campaign that was removed while a backup was made may be in the copied results, without a log.
 * The first heartbeat on the restored folder then removes it from them, instead of reporting it as
 * lost. One that the original still lists has lost its log there too, and stays.
 */
export async function hideRemoved(
  copy: Database,
  original: Database,
  isCopied: (campaign: Identity) => boolean,
): Promise<void> {
  const results = resultStore(original)
  for (const { id, owner } of await listSaved(copy)) {
    const campaign = { id, owner }
    if (isCopied(campaign) || (await results.isListed(campaign))) continue
    await resultRemoval(copy).hide(campaign, Date.now())
  }
}
