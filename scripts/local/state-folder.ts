import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  constants,
  existsSync,
  globSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { access, statfs } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { readLocalKey } from '../../src/cli/deployment.js'

/** What the run keeps in its state folder, beside the files of workerd below. */
const OWN = [
  'local.env',
  'worker.log',
  'demo-access.jsonl',
  'run.lock',
  'run.lock-journal',
  'run.json',
  'build',
  'v3',
  // Written by earlier versions.
  'wrangler-logs',
]
/** A start writes less than 2 MB; the rest is for the first pages. */
const MIN_FREE_BYTES = 5_000_000
/** SQLite cannot write an ordinary transaction with less free space. */
const FULL_BYTES = 1_000_000
const CHOOSE_ANOTHER = 'choose another folder: STATE_DIR=/some/folder npm start'

export class BadStateFolder extends Error {}

/** Makes the folder where there is none, and closes it to other users of this machine. */
export async function openStateFolder(stateDir: string): Promise<void> {
  process.umask(0o077)
  try {
    mkdirSync(stateDir, { recursive: true })
    closeToOthers(stateDir)
    // Traces of each fetch that earlier versions kept: four fifths of the folder, and nobody's to read.
    rmSync(join(stateDir, 'v3/observability'), { recursive: true, force: true })
  } catch (error) {
    if (error instanceof BadStateFolder) throw error
    throw new BadStateFolder(unusable(stateDir, error as NodeJS.ErrnoException))
  }
  const problem = await findStorageProblem(stateDir, MIN_FREE_BYTES)
  if (problem !== undefined) throw new BadStateFolder(problem)
}

/** Why nothing can be stored in the folder, and what to do about it; undefined when it can. */
export async function findStorageProblem(
  stateDir: string,
  minFreeBytes = FULL_BYTES,
): Promise<string | undefined> {
  try {
    const { bavail, bsize, files, ffree } = await statfs(stateDir)
    const free = bavail * bsize
    if (free < minFreeBytes) {
      return `The state folder ${stateDir} is on a full disk (${free.toLocaleString('en')} bytes free, ${minFreeBytes.toLocaleString('en')} are needed). Free some space, or ${CHOOSE_ANOTHER}`
    }
    if (files > 0 && ffree === 0) {
      return `The state folder ${stateDir} is on a disk that takes no more files (no free inodes). Delete some files, or ${CHOOSE_ANOTHER}`
    }
    await access(stateDir, constants.W_OK)
    return undefined
  } catch (error) {
    return unusable(stateDir, error as NodeJS.ErrnoException)
  }
}

/** Folders 0700 and files 0600, of what is ours alone: the folder may be anybody's by mistake. */
function closeToOthers(stateDir: string): void {
  const found = readdirSync(stateDir).filter(
    (name) => !name.startsWith('.') && name !== 'lost+found',
  )
  const own = found.filter((name) => OWN.includes(name))
  if (found.length > 0 && own.length === 0) {
    throw new BadStateFolder(
      `The state folder ${stateDir} holds other files, and no state of a run. Empty it, or ${CHOOSE_ANOTHER}`,
    )
  }
  chmodSync(stateDir, 0o700)
  for (const name of own) closeTree(join(stateDir, name))
}

function closeTree(path: string): void {
  const stat = lstatSync(path)
  if (stat.isSymbolicLink()) return
  chmodSync(path, stat.isDirectory() ? 0o700 : 0o600)
  if (!stat.isDirectory()) return
  for (const name of readdirSync(path)) closeTree(join(path, name))
}

function unusable(stateDir: string, { code, message }: NodeJS.ErrnoException): string {
  const folder = `The state folder ${stateDir}`
  switch (code) {
    case 'EEXIST':
    case 'ENOTDIR':
      return `${folder} is a file, or inside one. Move it away, or ${CHOOSE_ANOTHER}`
    case 'ENOENT':
      return `${folder} is gone. Stop the run and start it again, or ${CHOOSE_ANOTHER}`
    case 'EACCES':
    case 'EPERM':
      return `${folder} may not be written by this user (${code}). Change its owner or permissions, or ${CHOOSE_ANOTHER}`
    case 'EROFS':
      return `${folder} is on a file system that is mounted read-only. Mount it writable, or ${CHOOSE_ANOTHER}`
    case 'ENOSPC':
    case 'EDQUOT':
      return `${folder} is on a full disk (${code}). Free some space, or ${CHOOSE_ANOTHER}`
    case undefined:
    default:
      return `${folder} cannot be used: ${message}. Mend it, or ${CHOOSE_ANOTHER}`
  }
}

/** Where local workerd keeps what a campaign wrote: one SQLite file each. */
export function campaignFiles(stateDir: string): string[] {
  return sqliteFiles(join(stateDir, 'v3/do/dowser-CampaignObject'))
}

export function d1File(stateDir: string): string {
  const [file, ...others] = sqliteFiles(join(stateDir, 'v3/d1/miniflare-D1DatabaseObject'))
  if (file === undefined || others.length > 0) throw new Error(`no single D1 in ${stateDir}`)
  return file
}

/** Leaves out `metadata.sqlite`, in which workerd keeps the objects' alarms. */
function sqliteFiles(folder: string): string[] {
  return globSync(join(folder, '*.sqlite')).filter((file) => basename(file) !== 'metadata.sqlite')
}

/** The key of the local installation: made once, kept with the state, readable by its owner alone. */
export function localApiKey(stateDir: string): string {
  const file = join(stateDir, 'local.env')
  if (!existsSync(file)) {
    const fresh = `dk_${randomBytes(18).toString('base64url')}`
    writeFileSync(file, `API_KEY=${fresh}\n`, { mode: 0o600 })
  }
  const apiKey = readLocalKey(stateDir)
  if (apiKey === undefined) {
    throw new Error(`${file} holds no line API_KEY=...; delete it to have a new key made.`)
  }
  return apiKey
}
