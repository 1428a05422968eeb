import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { access, statfs } from 'node:fs/promises'
import { join } from 'node:path'

/** The folder of an installation. */
export interface DataFolder {
  path: string
  /** How to choose another one, for messages: "choose another folder: ...". */
  chooseAnother: string
}

/** What a backup consists of, beside the campaigns. */
export const MAIN_FILES = ['results.sqlite', 'sites.sqlite', 'local.env']

/** Lists the files of a backup with their checksums. */
export const MANIFEST = 'backup.json'

/** Marks a folder that a restore has not filled yet. */
export const RESTORING = 'restoring'

/** What a run keeps in its folder. */
const OWN = [
  ...MAIN_FILES,
  RESTORING,
  MANIFEST,
  'run.lock',
  'run.lock-journal',
  'run.json',
  'campaigns',
  'results.sqlite-wal',
  'results.sqlite-shm',
  'sites.sqlite-wal',
  'sites.sqlite-shm',
  'server.log',
  // What local workerd keeps.
  'worker.log',
  'demo-access.jsonl',
  'build',
  'v3',
  // Written by earlier versions.
  'wrangler-logs',
]
/** A start writes less than 2 MB; the rest is for the first pages. */
const MIN_FREE_BYTES = 5_000_000
/** SQLite cannot write an ordinary transaction with less free space. */
const FULL_BYTES = 1_000_000

export class BadFolder extends Error {}

/** Makes the folder where there is none, and closes it to other users of this machine. */
export async function openFolder(folder: DataFolder): Promise<void> {
  process.umask(0o077)
  try {
    mkdirSync(folder.path, { recursive: true })
    closeToOthers(folder)
  } catch (error) {
    if (error instanceof BadFolder) throw error
    throw new BadFolder(unusable(folder, error as NodeJS.ErrnoException))
  }
  const problem = await findFolderProblem(folder, MIN_FREE_BYTES)
  if (problem !== undefined) throw new BadFolder(problem)
}

/** Why nothing can be stored in the folder, and what to do about it; undefined when it can. */
export async function findFolderProblem(
  folder: DataFolder,
  minFreeBytes = FULL_BYTES,
): Promise<string | undefined> {
  const { path, chooseAnother } = folder
  try {
    const { bavail, bsize, files, ffree } = await statfs(path)
    const free = bavail * bsize
    if (free < minFreeBytes) {
      return `The folder ${path} is on a full disk (${free.toLocaleString('en')} bytes free, ${minFreeBytes.toLocaleString('en')} are needed). Free some space, or ${chooseAnother}`
    }
    if (files > 0 && ffree === 0) {
      return `The folder ${path} is on a disk that takes no more files (no free inodes). Delete some files, or ${chooseAnother}`
    }
    await access(path, constants.W_OK)
    return undefined
  } catch (error) {
    return unusable(folder, error as NodeJS.ErrnoException)
  }
}

/** Whether local workerd has used the folder too. It has files of its own. */
export function holdsWorkerState({ path }: DataFolder): boolean {
  return existsSync(join(path, 'v3'))
}

/** Folders 0700 and files 0600, of what is ours alone: the folder may be anybody's by mistake. */
function closeToOthers({ path, chooseAnother }: DataFolder): void {
  const found = readdirSync(path).filter((name) => !name.startsWith('.') && name !== 'lost+found')
  const own = found.filter((name) => OWN.includes(name))
  if (own.includes(RESTORING)) {
    throw new BadFolder(
      `The folder ${path} is being restored, or that was interrupted. Wait for it; if no restore runs any more, empty the folder and restore the backup again.`,
    )
  }
  if (own.includes(MANIFEST)) {
    throw new BadFolder(
      `The folder ${path} is a backup, which a run would change. Restore it: node src/serve.ts restore --from ${path} --data /some/folder`,
    )
  }
  if (found.length > 0 && own.length === 0) {
    throw new BadFolder(
      `The folder ${path} holds other files, and nothing of a run. Empty it, or ${chooseAnother}`,
    )
  }
  chmodSync(path, 0o700)
  for (const name of own) closeTree(join(path, name))
}

function closeTree(path: string): void {
  const stat = lstatSync(path)
  if (stat.isSymbolicLink()) return
  chmodSync(path, stat.isDirectory() ? 0o700 : 0o600)
  if (!stat.isDirectory()) return
  for (const name of readdirSync(path)) closeTree(join(path, name))
}

function unusable({ path, chooseAnother }: DataFolder, error: NodeJS.ErrnoException): string {
  const folder = `The folder ${path}`
  const { code, message } = error
  switch (code) {
    case 'EEXIST':
    case 'ENOTDIR':
      return `${folder} is a file, or inside one. Move it away, or ${chooseAnother}`
    case 'ENOENT':
      return `${folder} is gone. Stop the run and start it again, or ${chooseAnother}`
    case 'EACCES':
    case 'EPERM':
      return `${folder} may not be written by this user (${code}). Change its owner or permissions, or ${chooseAnother}`
    case 'EROFS':
      return `${folder} is on a file system that is mounted read-only. Mount it writable, or ${chooseAnother}`
    case 'ENOSPC':
    case 'EDQUOT':
      return `${folder} is on a full disk (${code}). Free some space, or ${chooseAnother}`
    case undefined:
    default:
      return `${folder} cannot be used: ${message}. Mend it, or ${chooseAnother}`
  }
}

/** The key of an installation, and whether it was made just now. */
interface StoredKey {
  apiKey: string
  isNew: boolean
  file: string
}

/** Made once, kept with the state, readable by its owner alone. */
export function storedKey({ path }: DataFolder): StoredKey {
  const file = join(path, 'local.env')
  const fresh = `dk_${randomBytes(18).toString('base64url')}`
  try {
    writeFileSync(file, `API_KEY=${fresh}\n`, { mode: 0o600, flag: 'wx' })
    return { apiKey: fresh, isNew: true, file }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  const apiKey = /^API_KEY=(\S+)$/m.exec(readFileSync(file, 'utf8'))?.[1]
  if (apiKey === undefined) {
    throw new BadFolder(`${file} holds no line API_KEY=...; delete it to have a new key made.`)
  }
  return { apiKey, isNew: false, file }
}
