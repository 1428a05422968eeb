import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { DataFolder } from '../data-folder.ts'
import { BadServeOption, orRefused, readFolder, required } from '../serve-options.ts'
import { backUp } from './back-up.ts'
import { restore } from './restore.ts'

/** What `src/serve.ts` is asked for instead of a run. */
export type FolderCommand =
  | { kind: 'help' }
  | { kind: 'backup'; from: string; to: string }
  | { kind: 'restore'; from: string; folder: DataFolder }

const OPTIONS = {
  data: { type: 'string' },
  to: { type: 'string' },
  from: { type: 'string' },
  help: { type: 'boolean' },
} as const

/** Undefined unless the first argument names a command. Throws `BadServeOption`. */
export function readFolderCommand(
  [kind, ...args]: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): FolderCommand | undefined {
  if (kind !== 'backup' && kind !== 'restore') return undefined
  const { data, to, from, help } = orRefused(() => parseArgs({ args, options: OPTIONS }).values)
  if (help) return { kind: 'help' }
  if (kind === 'backup') {
    if (from !== undefined) throw new BadServeOption('A backup takes --data and --to, no --from.')
    const { path } = readFolder(data ?? env['STATE_DIR'])
    return { kind, from: path, to: resolve(required('--to', to)) }
  }
  if (to !== undefined) throw new BadServeOption('A restore takes --from and --data, no --to.')
  // No default, which would be the folder of a run.
  const folder = readFolder(required('--data', data))
  return { kind, from: resolve(required('--from', from)), folder }
}

/** Carries out a command, and returns what to tell the user. Throws `BackupError`, `BadFolder`, `FolderInUse`. */
export async function runFolderCommand(
  command: Exclude<FolderCommand, { kind: 'help' }>,
): Promise<string> {
  switch (command.kind) {
    case 'backup': {
      const campaigns = await backUp(command.from, command.to)
      return `Backed up ${counted(campaigns)} to ${command.to}. The backup holds the API key: keep it as safe as the folder itself.`
    }
    case 'restore': {
      const { campaigns, takenAt } = await restore(command.from, command.folder)
      return `Restored ${counted(campaigns)} to ${command.folder.path}, as of ${takenAt}. Before you start it, stop whatever still runs on the original folder: both would crawl.`
    }
  }
}

function counted(campaigns: number): string {
  return campaigns === 1 ? '1 campaign' : `${campaigns} campaigns`
}
