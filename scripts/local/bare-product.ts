import { readFileSync } from 'node:fs'
import { Client } from './client.ts'
import { findFreePort } from './free-port.ts'
import { findStorageProblem, localApiKey, openStateFolder } from './state-folder.ts'
import { Supervisor, WorkerFailed } from './supervise.ts'
import { prepareWorker, spawnWorker, workerLog } from './worker-process.ts'

interface Doors {
  port: number
  inspectorPort: number
}

/** The product as `npm start` runs it, without a demo; on any free port, on a state of one's own. */
export class BareProduct {
  readonly client: Client
  readonly inspectorPort: number
  readonly #stateDir: string
  readonly #worker: Supervisor

  private constructor(stateDir: string, { port, inspectorPort }: Doors) {
    this.client = new Client(port, localApiKey(stateDir))
    this.inspectorPort = inspectorPort
    this.#stateDir = stateDir
    this.#worker = new Supervisor({
      spawnWorker: () => spawnWorker({ port, stateDir, inspectorPort }),
      client: this.client,
      findProblem: () => findStorageProblem(stateDir),
    })
  }

  /** Starts the product, which does not answer yet. */
  static async launch(stateDir: string): Promise<BareProduct> {
    await openStateFolder(stateDir)
    await prepareWorker(stateDir)
    const [port, inspectorPort] = [await findFreePort(), await findFreePort()]
    return new BareProduct(stateDir, { port, inspectorPort })
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
      const log = readFileSync(workerLog(this.#stateDir), 'utf8').slice(-2_000)
      throw new Error(`${error.message}\n${log}`, { cause: error })
    }
  }

  stop(): Promise<void> {
    return this.#worker.stop()
  }
}
