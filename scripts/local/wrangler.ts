import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { openSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Settings } from './settings.ts'
import type { WorkerProcess } from './worker-process.ts'

const run = promisify(execFile)

function quietly(stateDir: string): NodeJS.ProcessEnv {
  return {
    ...process.env,
    CI: '1',
    WRANGLER_SEND_METRICS: 'false',
    WRANGLER_HIDE_BANNER: 'true',
    WRANGLER_LOG_PATH: join(stateDir, 'wrangler-logs'),
    // Without it the start tries to reach the internet.
    CLOUDFLARE_CF_FETCH_ENABLED: 'false',
  }
}

/** Brings the local D1 up to the newest of `migrations/`. */
export async function migrate({ stateDir }: Pick<Settings, 'stateDir'>): Promise<void> {
  await run(
    'wrangler',
    ['d1', 'migrations', 'apply', 'dowser', '--local', '--persist-to', stateDir],
    { env: quietly(stateDir) },
  )
}

/** workerd tells of every host it cannot reach, at length: not what a terminal is for. */
export function workerLog(stateDir: string): string {
  return join(stateDir, 'worker.log')
}

type WorkerSettings = Pick<Settings, 'port' | 'stateDir'> & Partial<WorkerProcess>

const TETHER = fileURLToPath(new URL('tether.ts', import.meta.url))
const WORKER_PROCESS = fileURLToPath(new URL('worker-process.ts', import.meta.url))

/** The Worker in local workerd, in a process group of its own so that all of it can be ended at once. */
export function spawnWorker(settings: WorkerSettings, envFile: string): ChildProcess {
  const { stateDir } = settings
  const log = openSync(workerLog(stateDir), 'a')
  const worker: WorkerProcess = { inspectorPort: 0, allowAddresses: '', ...settings, envFile }
  return spawn(
    process.execPath,
    [TETHER, process.execPath, WORKER_PROCESS, JSON.stringify(worker)],
    { env: quietly(stateDir), stdio: ['pipe', log, log], detached: true },
  )
}
