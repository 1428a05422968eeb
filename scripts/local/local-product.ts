import type { ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { holdsWorkerState } from '../../src/runtime/local/data-folder.ts'
import type { RunLock } from '../../src/runtime/local/run-lock.ts'
import { stateFolder } from './state-folder.ts'
import { serverLog, spawnServer } from './server-process.ts'
import type { Settings } from './settings.ts'
import type { ProcessRuntime, Runtime } from './start-options.ts'
import { prepareWorker, spawnWorker, workerLog } from './worker-process.ts'

/** One way to run the product. */
export interface LocalProduct {
  /** What is supervised, as messages begin. */
  name: string
  /** What runs it. */
  runtime: string
  spawn: () => ChildProcess
  log: string
  /** What else the user should know; may be empty. */
  note: string
}

/** Prepares the product to be started. `lock` is the state folder's. */
export async function localProduct(
  runtime: Runtime,
  settings: Settings,
  lock: RunLock,
): Promise<LocalProduct> {
  if (runtime !== 'workerd') return serverProduct(runtime, settings, lock)
  await prepareWorker(settings.stateDir)
  return workerProduct(settings, lock)
}

function workerProduct(settings: Settings, lock: RunLock): LocalProduct {
  const { stateDir } = settings
  return {
    name: 'The Worker',
    runtime: 'workerd',
    spawn() {
      const worker = spawnWorker(settings)
      lock.noteWorker(worker.pid!)
      return worker
    },
    log: workerLog(stateDir),
    note: existsSync(join(stateDir, 'results.sqlite'))
      ? apart('src/serve.ts', 'npm start -- --runtime node')
      : '',
  }
}

/** The server locks the folder itself, as it does without this script. */
function serverProduct(runtime: ProcessRuntime, settings: Settings, lock: RunLock): LocalProduct {
  const { stateDir } = settings
  lock.release()
  return {
    name: 'The server',
    runtime: `${runtime} (src/serve.ts)`,
    spawn: () => spawnServer(settings, runtime),
    log: serverLog(stateDir),
    note: holdsWorkerState(stateFolder(stateDir)) ? apart('the Worker', 'npm start') : '',
  }
}

/** Each kind of run has files of its own, and shows none of the other's campaigns. */
function apart(other: string, command: string): string {
  return `
The folder also holds campaigns of ${other}, which are kept apart; "${command}" shows them.
To move one: npx dowser export ID --log FILE there, npx dowser import FILE here.
`
}
