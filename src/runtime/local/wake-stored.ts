import { join } from 'node:path'
import type { Identity } from '../../core/campaign/campaign.ts'
import { recordAt } from '../../core/campaign/codec/read-record.ts'
import type { CampaignCalls } from '../../host/campaign-calls.ts'
import { logLine } from '../../lib/log-line.ts'
import { hasTable, type Sql } from '../../store/log/sql.ts'
import { lastSeq, sqlLog } from '../../store/log/sql-log.ts'
import { listSettled } from '../../store/results/campaign-rows.ts'
import type { Database } from '../../store/results/database.ts'
import { compressor } from '../compressor.ts'
import { campaignFileName, storedCampaigns } from './campaign-files.ts'
import { CampaignFile } from './sqlite-file.ts'

interface Stored {
  folder: string
  database: Database
  campaign: (identity: Identity) => CampaignCalls
  /** Lets requests in between. */
  wait: (ms: number) => Promise<void>
  isStopped: () => boolean
}

/**
 * Opens every campaign that may have something to do, one after the other: its log says when. Leaves
 * alone what has ended, if the results have all of it.
 */
export async function wakeStored(stored: Stored): Promise<void> {
  const { folder, database, campaign, wait, isStopped } = stored
  const settled = await listSettled(database)
  const flushed = new Map(settled.map((row) => [campaignFileName(row), row.flushedSeq]))
  for (const identity of storedCampaigns(folder)) {
    if (isStopped()) return
    const name = campaignFileName(identity)
    try {
      const upTo = flushed.get(name)
      if (upTo !== undefined && isAllFlushed(join(folder, name), upTo)) continue
      await campaign(identity).wake(false)
    } catch (error) {
      console.error(logLine('a campaign could not be woken', { campaign: identity.id, error }))
    }
    await wait(0)
  }
}

/** A file that cannot be read is not left alone. */
function isAllFlushed(path: string, upTo: number): boolean {
  const file = new CampaignFile(path)
  try {
    return !hasTable(file.sql, 'removal') && isEnd(file.sql, upTo)
  } catch {
    return false
  } finally {
    file.close()
  }
}

/** The last record may be the one that notes how far the results have come. */
function isEnd(sql: Sql, upTo: number): boolean {
  const last = lastSeq(sql)
  if (last !== upTo + 1) return last === upTo
  return recordAt(last, sqlLog(sql, compressor)).kind === 'flushed'
}
