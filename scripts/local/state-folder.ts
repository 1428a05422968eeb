import { globSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import {
  type DataFolder,
  findFolderProblem,
  openFolder,
  storedKey,
} from '../../src/runtime/local/data-folder.ts'

/** The state folder of a local run. */
export function stateFolder(path: string): DataFolder {
  return { path, chooseAnother: 'choose another folder: STATE_DIR=/some/folder npm start' }
}

export async function openStateFolder(stateDir: string): Promise<void> {
  await openFolder(stateFolder(stateDir))
  // Traces of each fetch that earlier versions kept: four fifths of the folder, and nobody's to read.
  rmSync(join(stateDir, 'v3/observability'), { recursive: true, force: true })
}

/** Why nothing can be stored in the folder, and what to do about it; undefined when it can. */
export function findStorageProblem(stateDir: string): Promise<string | undefined> {
  return findFolderProblem(stateFolder(stateDir))
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

/** The key of the local installation. */
export function localApiKey(stateDir: string): string {
  return storedKey(stateFolder(stateDir)).apiKey
}
