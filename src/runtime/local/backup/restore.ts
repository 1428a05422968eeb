import { copyFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { UnreadableCampaign } from '../../../core/campaign/codec/read-record.ts'
import { MAIN_FILES, openFolder, RESTORING, type DataFolder } from '../data-folder.ts'
import { assertKnownMigrations, NewerFolder } from '../migrate.ts'
import { nodeSql } from '../node-sql.ts'
import { RunLock } from '../run-lock.ts'
import { assertEmpty } from './back-up.ts'
import { BackupError } from './backup-error.ts'
import { readLog } from './campaign-copy.ts'
import { openReadOnly } from './copy-sqlite.ts'
import { checksumOf, readManifest, type Manifest } from './manifest.ts'
import { syncToDisk } from './sync-to-disk.ts'

export interface Restored {
  campaigns: number
  /** When the backup was taken, as an ISO time. */
  takenAt: string
}

/**
 * Fills an empty data folder from a backup, after all of it was checked. A mark keeps the product
 * from starting on a folder that is not filled yet; if the restore fails, nothing of it remains.
 */
export async function restore(from: string, folder: DataFolder): Promise<Restored> {
  const manifest = readManifest(from)
  RunLock.assertFree(folder)
  assertEmpty(folder.path, 'Restore into a new folder, or empty this one first')
  await openFolder(folder)
  const lock = await RunLock.take(folder, { pid: process.pid, port: 0 })
  try {
    fill(folder.path, from, manifest)
  } finally {
    lock.release()
  }
  const files = Object.keys(manifest.files)
  const campaigns = files.filter((path) => path.startsWith('campaigns/')).length
  return { campaigns, takenAt: manifest.takenAt }
}

function fill(folder: string, from: string, manifest: Manifest): void {
  const mark = join(folder, RESTORING)
  writeFileSync(mark, '')
  try {
    copyFiles(manifest, from, folder)
    checkFiles(manifest, folder)
    syncToDisk(folder)
  } catch (error) {
    const written = [...MAIN_FILES, 'campaigns', 'run.json', 'run.lock', RESTORING]
    for (const name of written) rmSync(join(folder, name), { recursive: true, force: true })
    if (error instanceof BackupError) throw error
    throw new BackupError(`${from} could not be restored: ${(error as Error).message}.`)
  }
  rmSync(mark)
}

function copyFiles({ files }: Manifest, from: string, to: string): void {
  mkdirSync(join(to, 'campaigns'))
  for (const [path, checksum] of Object.entries(files)) {
    const source = join(from, path)
    if (!existsSync(source)) {
      throw new BackupError(`${source} is missing. Restore another backup.`)
    }
    copyFileSync(source, join(to, path))
    if (checksumOf(join(to, path)) === checksum) continue
    throw new BackupError(
      `${source} is damaged, or was changed after the backup (its checksum differs). Restore another backup.`,
    )
  }
}

/** Checks that this program can open every file. */
function checkFiles({ files }: Manifest, folder: string): void {
  for (const path of Object.keys(files).filter((name) => name.endsWith('.sqlite'))) {
    const sqlite = openReadOnly(join(folder, path))
    try {
      const [first] = sqlite.prepare('PRAGMA integrity_check(1)').all()
      const verdict = String(first?.['integrity_check'])
      if (verdict !== 'ok') throw new BackupError(`${path} of the backup is damaged: ${verdict}.`)
      if (path === 'results.sqlite') assertKnownMigrations(sqlite)
      if (path.startsWith('campaigns/')) readLog(nodeSql(sqlite), Infinity)
    } catch (error) {
      throw new BackupError(whyUnusable(path, error))
    } finally {
      sqlite.close()
    }
  }
}

function whyUnusable(path: string, error: unknown): string {
  if (error instanceof BackupError || error instanceof NewerFolder) return error.message
  const { message } = error as Error
  const why = error instanceof UnreadableCampaign ? (error.why ?? message) : message
  return `${path} of the backup cannot be used (${why}). Restore another backup, or run the version that wrote it.`
}
