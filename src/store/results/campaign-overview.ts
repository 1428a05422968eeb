import type { Overview, RunningCampaign } from '../../core/campaign/results/overview.ts'
import type { Database } from './database.ts'

/** Counts all campaigns of an owner, and lists the newest of those that run. */
export async function campaignOverview(
  database: Database,
  owner: string,
  limit: number,
): Promise<Overview> {
  const [byStatus, running] = await Promise.all([
    database.all<Overview['byStatus'][number]>({
      query: `SELECT status, count(*) AS campaigns FROM campaign WHERE owner = ? GROUP BY status`,
      values: [owner],
    }),
    database.all<RunningCampaign>({
      query: `SELECT id, name, budget, fetched, relevant, score, updated_at AS updatedAt
              FROM campaign WHERE owner = ? AND status = 'running'
              ORDER BY id DESC LIMIT ?`,
      values: [owner, limit],
    }),
  ])
  return { byStatus, running }
}
