import { readFileSync } from 'node:fs'
import { Client } from './client.ts'
import { findFreePort } from './free-port.ts'
import { serverLog, spawnServer } from './server-process.ts'
import type { Runtime } from './start-options.ts'
import { findStorageProblem, localApiKey, openStateFolder } from './state-folder.ts'
import { Supervisor, WorkerFailed } from './supervise.ts'
import { prepareWorker, spawnWorker, workerLog } from './worker-process.ts'

interface Launch {
  runtime: Runtime
  port: number
  inspectorPort: number
}

/** The product as `npm start` runs it, without a demo; on any free port, on a state of one's own. */
export class BareProduct {
  readonly client: Client
  /** The debugger's port of workerd; nobody listens on it where the product is a process. */
  readonly inspectorPort: number
  readonly #log: string
  readonly #worker: Supervisor

  private constructor(stateDir: string, { runtime, port, inspectorPort }: Launch) {
    this.client = new Client(port, localApiKey(stateDir))
    this.inspectorPort = inspectorPort
    this.#log = runtime === 'workerd' ? workerLog(stateDir) : serverLog(stateDir)
    this.#worker = new Supervisor({
      spawnWorker: () =>
        runtime === 'workerd'
          ? spawnWorker({ port, stateDir, inspectorPort })
          : spawnServer({ port, demoPorts: [], stateDir, allowAddresses: '' }, runtime),
      client: this.client,
      findProblem: () => findStorageProblem(stateDir),
    })
  }

  /** Starts the product, which does not answer yet. */
  static async launch(stateDir: string, runtime: Runtime = 'workerd'): Promise<BareProduct> {
    await openStateFolder(stateDir)
    if (runtime === 'workerd') await prepareWorker(stateDir)
    const [port, inspectorPort] = [await findFreePort(), await findFreePort()]
    return new BareProduct(stateDir, { runtime, port, inspectorPort })
  }

  /** The leader of the process group that all of it runs in. */
  get pid(): number {
    return this.#worker.pid
  }

  async ready(): Promise<void> {
    try {
      await this.#worker.ready()
    } catch (error) {
      if (!(error instanceof WorkerFailed)) throw error
      const log = readFileSync(this.#log, 'utf8').slice(-2_000)
      throw new Error(`${error.message}\n${log}`, { cause: error })
    }
  }

  stop(): Promise<void> {
    return this.#worker.stop()
  }
}
