import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { openSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual, promisify } from 'node:util'
import type { Settings } from './settings.ts'
import { d1File } from './state-folder.ts'

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

const run = promisify(execFile)

/** wrangler and Miniflare are 20 MB of JavaScript: compiled once, a start takes a quarter less. */
const COMPILE_CACHE = fileURLToPath(new URL('../../node_modules/.cache/compile', import.meta.url))

/** What wrangler is run for, once before each start: it has ended when the Worker begins. */
export async function prepareWorker(stateDir: string): Promise<void> {
  await Promise.all([migrate(stateDir), bundle(stateDir)])
}

export function bundleFile(stateDir: string): string {
  return join(buildDir(stateDir), 'worker.js')
}

/** Brings the local D1 up to the newest of `migrations/`. */
async function migrate(stateDir: string): Promise<void> {
  if (isMigrated(stateDir)) return
  await wrangler('d1', 'migrations', 'apply', 'dowser', '--local', '--persist-to', stateDir)
}

const MIGRATIONS = fileURLToPath(new URL('../../migrations', import.meta.url))

/** Spares wrangler, which would start workerd to find out. Whatever is unclear is left to it. */
function isMigrated(stateDir: string): boolean {
  try {
    const sqlite = new DatabaseSync(d1File(stateDir), { readOnly: true })
    const applied = sqlite.prepare('SELECT name FROM d1_migrations ORDER BY name').all()
    sqlite.close()
    const names = applied.map(({ name }) => name)
    return isDeepStrictEqual(names, readdirSync(MIGRATIONS).toSorted())
  } catch {
    return false
  }
}

/** The Worker as it would be deployed, in one file. */
function bundle(stateDir: string): Promise<unknown> {
  return wrangler('deploy', '--dry-run', '--outdir', buildDir(stateDir))
}

function buildDir(stateDir: string): string {
  return join(stateDir, 'build')
}

function wrangler(...args: string[]): Promise<unknown> {
  const env = {
    ...process.env,
    CI: '1',
    WRANGLER_SEND_METRICS: 'false',
    WRANGLER_HIDE_BANNER: 'true',
    WRANGLER_WRITE_LOGS: 'false',
    // The start would otherwise try to reach the internet.
    CLOUDFLARE_CF_FETCH_ENABLED: 'false',
    NODE_COMPILE_CACHE: COMPILE_CACHE,
  }
  return run('wrangler', args, { env })
}
