import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, onTestFinished, test } from 'vitest'
import { findFreePort } from '../../scripts/local/free-port.ts'
import { endOrphans } from '../../scripts/local/orphans.ts'
import {
  d1File,
  findStorageProblem,
  openStateFolder,
  stateFolder,
} from '../../scripts/local/state-folder.ts'
import { prepareWorker } from '../../scripts/local/worker-process.ts'
import { FolderInUse, RunLock } from '../../src/runtime/local/run-lock.ts'
import { newStateDir } from './product.ts'
import { SmallDisk } from './small-disk.ts'

const take = (dir: string, port: number) =>
  RunLock.take(stateFolder(dir), { pid: process.pid, port }, endOrphans)

const modeOf = (path: string) => statSync(path).mode & 0o777

describe('the state folder', () => {
  test('is created for its owner alone, and closed to others if it was open', async () => {
    const dir = newStateDir()
    await openStateFolder(dir)
    expect(modeOf(dir)).toBe(0o700)
    mkdirSync(join(dir, 'v3/do'), { recursive: true })
    for (const file of ['local.env', 'v3/do/a.sqlite']) writeFileSync(join(dir, file), '')
    for (const open of ['', 'v3', 'v3/do']) chmodSync(join(dir, open), 0o755)
    for (const open of ['local.env', 'v3/do/a.sqlite']) chmodSync(join(dir, open), 0o644)
    await openStateFolder(dir)
    for (const closed of ['', 'v3', 'v3/do']) expect(modeOf(join(dir, closed))).toBe(0o700)
    for (const closed of ['local.env', 'v3/do/a.sqlite']) {
      expect(modeOf(join(dir, closed))).toBe(0o600)
    }
  })

  test('loses the trace files of earlier versions', async () => {
    const dir = newStateDir()
    mkdirSync(join(dir, 'v3/observability/store'), { recursive: true })
    await openStateFolder(dir)
    expect(existsSync(join(dir, 'v3'))).toBe(true)
    expect(existsSync(join(dir, 'v3/observability'))).toBe(false)
  })

  test('is refused, and left as it is, if it holds files of others', async () => {
    const dir = newStateDir()
    mkdirSync(dir, { recursive: true })
    chmodSync(dir, 0o755)
    writeFileSync(join(dir, 'thesis.txt'), '')
    await expect(openStateFolder(dir)).rejects.toThrow('holds other files')
    expect(modeOf(dir)).toBe(0o755)
  })

  test('is refused if a file has its name', async () => {
    const dir = newStateDir()
    writeFileSync(dir, '')
    await expect(openStateFolder(dir)).rejects.toThrow('is a file')
    await expect(openStateFolder(join(dir, 'inside'))).rejects.toThrow('is a file')
  })

  test('distinguishes a full disk, a read-only one and a missing folder', async (context) => {
    const disk = SmallDisk.mount(8)
    if (disk === undefined) return context.skip()
    onTestFinished(() => disk.unmount())
    const dir = join(disk.dir, 'state')
    await openStateFolder(dir)
    await expect(findStorageProblem(dir)).resolves.toBeUndefined()
    disk.fill()
    await expect(findStorageProblem(dir)).resolves.toContain('is on a full disk (0 bytes free')
    await expect(openStateFolder(dir)).rejects.toThrow('Free some space')
    disk.empty()
    disk.makeReadOnly()
    await expect(findStorageProblem(dir)).resolves.toContain('mounted read-only')
    await expect(openStateFolder(dir)).rejects.toThrow('mounted read-only')
    await expect(findStorageProblem(join(dir, 'gone'))).resolves.toContain('is gone')
  })
})

test('a folder of an earlier version is migrated, and one that has all migrations left alone', async () => {
  const dir = newStateDir()
  await openStateFolder(dir)
  await prepareWorker(dir)
  const inD1 = (query: string) => {
    const sqlite = new DatabaseSync(d1File(dir))
    const rows = sqlite.prepare(query).all()
    sqlite.close()
    return rows
  }
  const find = `SELECT 1 FROM sqlite_master WHERE name = 'campaign_by_id'`
  inD1('DROP INDEX campaign_by_id')
  await prepareWorker(dir)
  expect(inD1(find)).toHaveLength(0)
  inD1(`DELETE FROM d1_migrations WHERE name LIKE '0007%'`)
  await prepareWorker(dir)
  expect(inD1(find)).toHaveLength(1)
})

describe('the lock of a state folder', () => {
  test('is held by one run at a time, whose process and port the next one names', async () => {
    const dir = newStateDir()
    await openStateFolder(dir)
    const first = await take(dir, 4321)
    const second = take(dir, 5432)
    await expect(second).rejects.toThrow(FolderInUse)
    await expect(second).rejects.toThrow(`process ${process.pid}, at http://127.0.0.1:4321/`)
    first.release()
    const third = await take(dir, 5432)
    third.release()
  })

  test('ends the processes that a killed run left behind, and nothing else', async () => {
    const dir = newStateDir()
    await openStateFolder(dir)
    const port = await findFreePort()
    const left = pretend(`workerd serve --socket-addr=entry=127.0.0.1:${port} -`)
    const other = pretend(`workerd serve --socket-addr=entry=127.0.0.1:${port + 1} -`)
    for (const { pid } of [left, other]) {
      writeFileSync(join(dir, 'run.json'), JSON.stringify({ pid: 1, port, worker: pid }))
      const lock = await take(dir, port)
      lock.release()
    }
    if (left.signalCode === null) await once(left, 'exit')
    expect(left.signalCode).toBe('SIGKILL')
    expect(other.signalCode).toBeNull()
  })
})

/** A process that goes by that name. */
function pretend(name: string) {
  const child = spawn('sleep', ['60'], { argv0: name, detached: true, stdio: 'ignore' })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}
