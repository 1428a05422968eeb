import { spawn, type ChildProcess } from 'node:child_process'
import { openSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Settings } from './settings.ts'
import { COMPILE_CACHE } from './wrangler.ts'

export interface WorkerSettings extends Pick<Settings, 'port' | 'stateDir'> {
  /** Opens a debugger on this port. Whoever can connect to it can read and change everything. */
  inspectorPort?: number
  /** Private addresses that may be crawled, beside this machine's own: entries apart by commas. */
  allowAddresses?: string
}

export function workerLog(stateDir: string): string {
  return join(stateDir, 'worker.log')
}

const HOST = fileURLToPath(new URL('worker-host.ts', import.meta.url))

/**
 * The Worker in local workerd, in a process group of its own so that all of it can be ended at
 * once. It ends by itself when its standard input closes, that is when this process is gone.
 */
export function spawnWorker(settings: WorkerSettings): ChildProcess {
  const log = openSync(workerLog(settings.stateDir), 'a', 0o600)
  return spawn(process.execPath, [HOST, JSON.stringify(settings)], {
    env: { ...process.env, NODE_COMPILE_CACHE: COMPILE_CACHE },
    stdio: ['pipe', log, log],
    detached: true,
  })
}
