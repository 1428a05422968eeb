import { copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { UnreadableCampaign } from '../../../core/campaign/codec/read-record.ts'
import { listSaved } from '../../../store/results/campaign-rows.ts'
import type { Database } from '../../../store/results/database.ts'
import { campaignFileName, storedCampaigns } from '../campaign-files.ts'
import { nodeDatabase } from '../node-sql.ts'
import { CampaignFile, openSqlite } from '../sqlite-file.ts'
import { BackupError } from './backup-error.ts'
import { fitLogToResults } from './campaign-copy.ts'
import { copySqlite, openReadOnly } from './copy-sqlite.ts'
import { hideRemoved } from './hide-removed.ts'

/**
 * Copies what a data folder holds, and returns the number of campaigns. Results come first: a log
 * that is copied later has every record they tell of, and what they lack of it is sent to them
 * again. The other way round, results would tell of records that no log has.
 */
export async function copyFolder(from: string, to: string, takenAt: number): Promise<number> {
  if (copySqlite(join(from, 'results.sqlite'), join(to, 'results.sqlite')) === 'gone') {
    throw new BackupError(`${join(from, 'results.sqlite')} was removed during the backup.`)
  }
  const copied = copyCampaigns(join(from, 'campaigns'), join(to, 'campaigns'))
  copySqlite(join(from, 'sites.sqlite'), join(to, 'sites.sqlite'))
  const key = join(from, 'local.env')
  if (existsSync(key)) copyFileSync(key, join(to, 'local.env'))
  const results = openSqlite(join(to, 'results.sqlite'))
  try {
    const database = nodeDatabase(results)
    await fitLogs(database, join(to, 'campaigns'), takenAt)
    await hideGone(database, from, copied)
    // One file, as the others of a backup.
    results.exec('PRAGMA journal_mode = DELETE')
  } finally {
    results.close()
  }
  return copied.size
}

/** Returns the names of the copied files. */
function copyCampaigns(from: string, to: string): Set<string> {
  mkdirSync(to)
  const copied = new Set<string>()
  for (const name of existsSync(from) ? storedCampaigns(from).map(campaignFileName) : []) {
    if (copySqlite(join(from, name), join(to, name)) === 'copied') copied.add(name)
    else rmSync(join(to, name), { force: true })
  }
  return copied
}

async function fitLogs(database: Database, folder: string, copiedAt: number): Promise<void> {
  const rows = await listSaved(database)
  const saved = new Map(rows.map((row) => [campaignFileName(row), row.flushedSeq]))
  for (const identity of storedCampaigns(folder)) {
    const name = campaignFileName(identity)
    const file = new CampaignFile(join(folder, name))
    try {
      fitLogToResults(file.sql, { copiedAt, savedSeq: saved.get(name) ?? 0 })
      file.sql.all('PRAGMA journal_mode = DELETE')
    } catch (error) {
      if (!(error instanceof UnreadableCampaign)) throw error
      throw new BackupError(
        `Campaign ${identity.id} cannot be read (${error.message}), so no backup was made. Delete it through the API, or restore an earlier backup.`,
      )
    } finally {
      file.close()
    }
  }
}

async function hideGone(
  database: Database,
  from: string,
  copied: ReadonlySet<string>,
): Promise<void> {
  const original = openReadOnly(join(from, 'results.sqlite'))
  try {
    await hideRemoved(database, nodeDatabase(original), (row) => copied.has(campaignFileName(row)))
  } finally {
    original.close()
  }
}
