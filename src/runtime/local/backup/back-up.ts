import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { BackupError } from './backup-error.ts'
import { copyFolder } from './copy-folder.ts'
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
    // Not every system renames onto a folder, and none onto the root of a disk.
    if (existsSync(to)) rmdirSync(to)
    mkdirSync(dirname(to), { recursive: true })
    return mkdtempSync(`${to}.partial-`)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new BackupError(
      `The folder ${to} cannot be made (${code}). Choose another one, such as a new folder inside it: --to /some/folder`,
    )
  }
}

function filesIn(folder: string): string[] {
  const campaigns = readdirSync(join(folder, 'campaigns')).map((name) => `campaigns/${name}`)
  const others = readdirSync(folder).filter((name) => name !== 'campaigns')
  return [...others, ...campaigns].toSorted()
}
