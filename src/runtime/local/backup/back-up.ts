import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
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
import { writeManifest } from './manifest.ts'
import { syncToDisk } from './sync-to-disk.ts'

/**
 * Copies a data folder to a new one, whether a process uses it or not, and returns the number of
 * campaigns. The copy has another name until it is complete.
 */
export async function backUp(from: string, to: string): Promise<number> {
  process.umask(0o077)
  assertDataFolder(from)
  assertEmpty(to, 'Give a new folder to write the backup to')
  const partial = makePartial(to)
  try {
    const takenAt = new Date()
    const campaigns = await copyFolder(from, partial, takenAt.getTime())
    writeManifest(partial, takenAt, filesIn(partial))
    syncToDisk(partial)
    if (existsSync(to)) rmdirSync(to)
    renameSync(partial, to)
    return campaigns
  } catch (error) {
    rmSync(partial, { recursive: true, force: true })
    if (error instanceof BackupError) throw error
    throw new BackupError(`No backup was written to ${to}: ${(error as Error).message}.`)
  }
}

/** Refuses a folder with any content. */
export function assertEmpty(path: string, advice: string): void {
  if (!existsSync(path)) return
  let found: string[]
  try {
    found = readdirSync(path).filter((name) => name !== 'lost+found')
  } catch (error) {
    throw new BackupError(
      `${path} cannot be used (${(error as NodeJS.ErrnoException).code}). ${advice}.`,
    )
  }
  if (found.length > 0) throw new BackupError(`The folder ${path} is not empty. ${advice}.`)
}

function assertDataFolder(path: string): void {
  if (existsSync(join(path, 'results.sqlite'))) return
  const why = existsSync(join(path, 'v3'))
    ? 'holds the state of local workerd, whose campaigns are exported one by one: npx dowser export ID --log FILE'
    : 'holds no results.sqlite. Give the folder that src/serve.ts was started with: --data /some/folder'
  throw new BackupError(`The folder ${path} ${why}.`)
}

function makePartial(to: string): string {
  try {
    mkdirSync(dirname(to), { recursive: true })
    return mkdtempSync(`${to}.partial-`)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new BackupError(
      `The folder ${to} cannot be made (${code}). Choose another: --to /some/folder`,
    )
  }
}

/**
 * Results first: a log that is copied later has every record they tell of, and what they lack of it
 * is sent to them again. The other way round, results would tell of records that no log has.
 */
async function copyFolder(from: string, to: string, takenAt: number): Promise<number> {
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

function filesIn(folder: string): string[] {
  const campaigns = readdirSync(join(folder, 'campaigns')).map((name) => `campaigns/${name}`)
  const others = readdirSync(folder).filter((name) => name !== 'campaigns')
  return [...others, ...campaigns].toSorted()
}
