import { globSync } from 'node:fs'
import { basename, join } from 'node:path'

/** Where local workerd keeps what a campaign wrote: one SQLite file each. */
export function campaignFiles(stateDir: string): string[] {
  return sqliteFiles(join(stateDir, 'v3/do/dowser-CampaignObject'))
}

export function d1File(stateDir: string): string {
  const [file, ...others] = sqliteFiles(join(stateDir, 'v3/d1/miniflare-D1DatabaseObject'))
  if (file === undefined || others.length > 0) throw new Error(`no single D1 in ${stateDir}`)
  return file
}

/** Beside the objects' files there is one of workerd's own, with their alarms. */
function sqliteFiles(folder: string): string[] {
  return globSync(join(folder, '*.sqlite')).filter((file) => basename(file) !== 'metadata.sqlite')
}
