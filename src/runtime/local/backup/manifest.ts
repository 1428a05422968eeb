import { createHash } from 'node:crypto'
import { closeSync, openSync, readFileSync, readSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { identityOfFile } from '../campaign-files.ts'
import { MAIN_FILES, MANIFEST } from '../data-folder.ts'
import { BackupError } from './backup-error.ts'

const FORMAT = 1

export interface Manifest {
  format: typeof FORMAT
  /** When the backup was begun, as an ISO time. */
  takenAt: string
  /** SHA-256 of each file, by its path in the folder. */
  files: Record<string, string>
}

/** Comes last: a folder without it is no backup. */
export function writeManifest(folder: string, takenAt: Date, files: readonly string[]): void {
  const sums = files.map((file) => [file, checksumOf(join(folder, file))])
  const manifest: Manifest = {
    format: FORMAT,
    takenAt: takenAt.toISOString(),
    files: Object.fromEntries(sums) as Manifest['files'],
  }
  writeFileSync(join(folder, MANIFEST), `${JSON.stringify(manifest, undefined, 2)}\n`)
}

export function readManifest(folder: string): Manifest {
  const manifest = parse(folder)
  const { format, files } = manifest
  if (format !== FORMAT || typeof files !== 'object' || files === null) {
    throw new BackupError(
      `${folder} was written by another version (format ${String(format)}, while this one reads ${FORMAT}). Restore it with that version.`,
    )
  }
  const stray = Object.keys(files).find((path) => !isPartOfBackup(path))
  if (stray !== undefined || !('results.sqlite' in files)) {
    throw new BackupError(`${join(folder, MANIFEST)} is damaged. Restore another backup.`)
  }
  return manifest
}

function parse(folder: string): Manifest {
  let text: string
  try {
    text = readFileSync(join(folder, MANIFEST), 'utf8')
  } catch (error) {
    throw new BackupError(
      `${folder} is no backup: it has no readable ${MANIFEST} (${(error as NodeJS.ErrnoException).code}). Give the folder that a backup was written to.`,
    )
  }
  try {
    return (JSON.parse(text) ?? {}) as Manifest
  } catch {
    throw new BackupError(`${join(folder, MANIFEST)} is damaged. Restore another backup.`)
  }
}

/** A manifest may come from anybody: it must not lead out of its folder. */
function isPartOfBackup(path: string): boolean {
  if (MAIN_FILES.includes(path)) return true
  const [folder, name, ...rest] = path.split('/')
  return folder === 'campaigns' && rest.length === 0 && identityOfFile(name ?? '') !== undefined
}

const CHUNK_BYTES = 1 << 20

/** Reads a part at a time: results may be larger than memory. */
export function checksumOf(path: string): string {
  const hash = createHash('sha256')
  const chunk = new Uint8Array(CHUNK_BYTES)
  const file = openSync(path, 'r')
  try {
    for (let read = readSync(file, chunk); read > 0; read = readSync(file, chunk)) {
      hash.update(chunk.subarray(0, read))
    }
  } finally {
    closeSync(file)
  }
  return hash.digest('hex')
}
