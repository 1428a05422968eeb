import { closeSync, fsyncSync, openSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Waits until a folder with all its files is on the disk: `VACUUM INTO` and copies do not. */
export function syncToDisk(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) syncToDisk(path)
    else if (entry.isFile()) sync(path)
  }
  sync(folder)
}

function sync(path: string): void {
  const file = openSync(path, 'r')
  try {
    fsyncSync(file)
  } catch (error) {
    // Some file systems cannot do that for a folder.
    if (!['EISDIR', 'EINVAL', 'EPERM'].includes((error as NodeJS.ErrnoException).code!)) throw error
  } finally {
    closeSync(file)
  }
}
