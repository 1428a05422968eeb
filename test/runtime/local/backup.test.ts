import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { logFrames } from '../../../src/core/campaign/log/log-file.ts'
import { renamed } from '../../../src/core/campaign/log/rename-log.ts'
import { heartbeat } from '../../../src/host/heartbeat.ts'
import { backUp } from '../../../src/runtime/local/backup/back-up.ts'
import { BackupError } from '../../../src/runtime/local/backup/backup-error.ts'
import { hideRemoved } from '../../../src/runtime/local/backup/hide-removed.ts'
import { checksumOf } from '../../../src/runtime/local/backup/manifest.ts'
import { restore } from '../../../src/runtime/local/backup/restore.ts'
import { campaignFileName } from '../../../src/runtime/local/campaign-files.ts'
import { BadFolder, openFolder, storedKey } from '../../../src/runtime/local/data-folder.ts'
import { nodeDatabase, nodeSql } from '../../../src/runtime/local/node-sql.ts'
import { processPlatform } from '../../../src/runtime/local/process-platform.ts'
import { FolderInUse, RunLock } from '../../../src/runtime/local/run-lock.ts'
import { removalMark } from '../../../src/store/log/sql-log.ts'
import { resultStore } from '../../../src/store/results/result-store.ts'
import { readGoldenLogs } from '../../fixtures/golden/logs.ts'

const IDENTITY = { id: '01m7h3zzzzzzzzzzzz', owner: 'main' }
const CAMPAIGN = join('campaigns', campaignFileName(IDENTITY))

const { rows } = readGoldenLogs().find(({ name }) => name === 'demo-paused')!

const newDir = () => mkdtempSync(join(tmpdir(), 'dowser-'))
const newPath = () => join(newDir(), 'new')
const folderAt = (path: string) => ({ path, chooseAnother: 'choose another' })

function start(path: string) {
  return processPlatform({ folder: folderAt(path), allow: [], userAgent: 'Dowser/test' })
}

/** A folder with a key and a paused campaign, which nobody uses. */
async function dataFolder(): Promise<string> {
  const path = newDir()
  await openFolder(folderAt(path))
  storedKey(folderAt(path))
  const platform = start(path)
  const frames = renamed(logFrames(rows), IDENTITY)
  const part = { importId: 'one', after: 0, frames, isLast: true }
  expect(await platform.campaign(IDENTITY).import(part)).toEqual({ kind: 'imported' })
  await platform.campaign(IDENTITY).flush()
  await platform.stop()
  return path
}

async function backupOf(folder: string): Promise<string> {
  const to = newPath()
  await backUp(folder, to)
  return to
}

async function pagesIn(path: string) {
  const platform = start(path)
  await platform.wakeStored()
  await platform.campaign(IDENTITY).flush()
  const listing = { sort: 'time', filter: {}, after: undefined, limit: 1_000 } as const
  const pages = await resultStore(platform.database).listPages(IDENTITY.id, listing)
  await platform.stop()
  return pages
}

/** Changes a file of a backup as somebody might who knows what a manifest is. */
function alter(backup: string, file: string, statement: string): void {
  const sqlite = new DatabaseSync(join(backup, file))
  sqlite.exec(statement)
  sqlite.close()
  const manifest = JSON.parse(readFileSync(join(backup, 'backup.json'), 'utf8'))
  manifest.files[file] = checksumOf(join(backup, file))
  writeFileSync(join(backup, 'backup.json'), JSON.stringify(manifest))
}

describe('a backup', () => {
  test('is restored with its campaigns, their pages and the key', async () => {
    const data = await dataFolder()
    const backup = await backupOf(data)
    const target = newPath()
    expect(await restore(backup, folderAt(target))).toMatchObject({ campaigns: 1 })
    const pages = await pagesIn(target)
    expect(pages.length).toBeGreaterThan(10)
    expect(pages).toEqual(await pagesIn(data))
    expect(storedKey(folderAt(target))).toEqual({
      ...storedKey(folderAt(data)),
      file: join(target, 'local.env'),
    })
  })

  test('is readable by its owner alone, as is what is restored from it', async () => {
    const backup = await backupOf(await dataFolder())
    const target = newPath()
    await restore(backup, folderAt(target))
    const modeOf = (path: string) => statSync(path).mode & 0o777
    for (const folder of [backup, target]) {
      for (const path of ['', 'campaigns']) expect(modeOf(join(folder, path))).toBe(0o700)
      for (const path of ['results.sqlite', 'local.env', CAMPAIGN])
        expect(modeOf(join(folder, path))).toBe(0o600)
    }
  })

  test('is not written over anything, and leaves nothing when it fails', async () => {
    const data = await dataFolder()
    const full = newDir()
    writeFileSync(join(full, 'thesis.txt'), '')
    await expect(backUp(data, full)).rejects.toThrow('is not empty')
    await expect(backUp(data, join(full, 'thesis.txt'))).rejects.toThrow('cannot be used')
    writeFileSync(join(data, 'campaigns', 'a.b.sqlite'), 'no database'.repeat(100))
    const parent = newDir()
    await expect(backUp(data, join(parent, 'new'))).rejects.toThrow('a.b.sqlite is damaged')
    expect(readdirSync(parent)).toEqual([])
  })

  test('of a folder that holds no data is refused with what to give instead', async () => {
    const empty = newDir()
    await expect(backUp(empty, newPath())).rejects.toThrow('--data /some/folder')
    mkdirSync(join(empty, 'v3'))
    await expect(backUp(empty, newPath())).rejects.toThrow('local workerd')
  })

  test('of a campaign whose log is damaged is refused, and names it', async () => {
    const data = await dataFolder()
    const sqlite = new DatabaseSync(join(data, CAMPAIGN))
    sqlite.exec('UPDATE step SET record = zeroblob(40) WHERE seq = 7')
    sqlite.close()
    await expect(backUp(data, newPath())).rejects.toThrow(
      `Campaign ${IDENTITY.id} cannot be read (record 7 of the log cannot be read)`,
    )
  })

  test('is no folder to start on', async () => {
    const backup = await backupOf(await dataFolder())
    await expect(openFolder(folderAt(backup))).rejects.toThrow(BadFolder)
    await expect(openFolder(folderAt(backup))).rejects.toThrow(`restore --from ${backup}`)
  })

  test('that was taken during a removal ends the removal where it is restored', async () => {
    const data = await dataFolder()
    const sqlite = new DatabaseSync(join(data, CAMPAIGN))
    removalMark(nodeSql(sqlite)).set()
    sqlite.close()
    const target = newPath()
    await restore(await backupOf(data), folderAt(target))
    const platform = start(target)
    await platform.wakeStored()
    const isKnown = () => resultStore(platform.database).isKnown(IDENTITY.id)
    while (await isKnown()) await pause(10)
    await platform.stop()
    expect(existsSync(join(target, CAMPAIGN))).toBe(false)
  })
})

describe('a campaign of a backup without a log', () => {
  const database = (path: string) => nodeDatabase(new DatabaseSync(join(path, 'results.sqlite')))

  test('was removed meanwhile: the first heartbeat removes the rest of it', async () => {
    const [data, other] = [await dataFolder(), await dataFolder()]
    const { campaign, database: original, stop } = start(other)
    await campaign(IDENTITY).remove()
    await hideRemoved(database(data), original, () => false)
    await stop()
    const copy = start(data)
    // The log was not copied.
    const blank = { ...copy.campaign(IDENTITY), wake: async () => false }
    await heartbeat({ ...copy, campaign: () => blank }, Date.now() + 60_000)
    expect(await resultStore(copy.database).isKnown(IDENTITY.id)).toBe(false)
    await copy.stop()
  })

  test('had lost it before: it stays listed', async () => {
    const [data, other] = [await dataFolder(), await dataFolder()]
    await hideRemoved(database(data), database(other), () => false)
    expect(await resultStore(database(data)).isListed(IDENTITY)).toBe(true)
  })
})

describe('a restore', () => {
  test('refuses any changed byte, and leaves an empty folder', async () => {
    const backup = await backupOf(await dataFolder())
    const files = ['results.sqlite', 'sites.sqlite', 'local.env', CAMPAIGN]
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...files),
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        async (file, where, change) => {
          const path = join(backup, file)
          const bytes = readFileSync(path)
          const damaged = Uint8Array.from(bytes)
          damaged[where % bytes.length]! ^= change
          writeFileSync(path, damaged)
          const target = newPath()
          await expect(restore(backup, folderAt(target))).rejects.toThrow(`${path} is damaged`)
          expect(readdirSync(target)).toEqual([])
          writeFileSync(path, bytes)
        },
      ),
      { numRuns: 20 },
    )
  })

  test.each<[string, string, string, string]>([
    [
      'a newer version',
      'results.sqlite',
      `INSERT INTO migration VALUES ('9999_future.sql', 1)`,
      'written by a newer version',
    ],
    [
      'a record that was altered',
      CAMPAIGN,
      'UPDATE step SET record = zeroblob(40) WHERE seq = 7',
      'does not begin like one',
    ],
    [
      'a record of a newer version',
      CAMPAIGN,
      `UPDATE step SET record = x'd0ff00' WHERE seq = 7`,
      'version 255, while this program reads 1 to',
    ],
    [
      'a missing record',
      CAMPAIGN,
      'DELETE FROM step WHERE seq = 7',
      'record 7 of the log cannot be read',
    ],
  ])('refuses %s, whatever the manifest says', async (_, file, statement, reason) => {
    const backup = await backupOf(await dataFolder())
    alter(backup, file, statement)
    const target = newPath()
    const restoring = restore(backup, folderAt(target))
    await expect(restoring).rejects.toThrow(BackupError)
    await expect(restoring).rejects.toThrow(reason)
    expect(readdirSync(target)).toEqual([])
  })

  test.each<[string, (backup: string) => void, string]>([
    [
      'nothing but files',
      (dir) => writeFileSync(join(dir, 'backup.json'), '{'),
      'backup.json is damaged',
    ],
    ['null', (dir) => writeFileSync(join(dir, 'backup.json'), 'null'), 'another version'],
    [
      'another format',
      (dir) => writeFileSync(join(dir, 'backup.json'), '{"format":2}'),
      'format 2, while this one reads 1',
    ],
    [
      'a path that leads elsewhere',
      (dir) =>
        writeFileSync(
          join(dir, 'backup.json'),
          '{"format":1,"files":{"results.sqlite":"","campaigns/../../a.b.sqlite":""}}',
        ),
      'backup.json is damaged',
    ],
  ])('refuses a manifest with %s', async (_, damage, reason) => {
    const backup = await backupOf(await dataFolder())
    damage(backup)
    const target = newPath()
    await expect(restore(backup, folderAt(target))).rejects.toThrow(reason)
    expect(existsSync(target)).toBe(false)
  })

  test('refuses a folder that is no backup, also one that was not finished', async () => {
    await expect(restore(newDir(), folderAt(newPath()))).rejects.toThrow('is no backup')
    await expect(restore(await dataFolder(), folderAt(newPath()))).rejects.toThrow('is no backup')
  })

  test('refuses a folder with content, and one in use', async () => {
    const backup = await backupOf(await dataFolder())
    const used = newDir()
    const lock = await RunLock.take(folderAt(used), { pid: process.pid, port: 4321 })
    await expect(restore(backup, folderAt(used))).rejects.toThrow(FolderInUse)
    lock.release()
    await expect(restore(backup, folderAt(used))).rejects.toThrow('is not empty')
    expect(readdirSync(used)).not.toContain('results.sqlite')
  })

  test('that was interrupted leaves a folder that nothing starts on', async () => {
    const half = newDir()
    writeFileSync(join(half, 'restoring'), '')
    chmodSync(half, 0o700)
    await expect(openFolder(folderAt(half))).rejects.toThrow('restore the backup again')
  })
})
