import { type ChildProcess, execFile } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Client } from '../local/client.ts'
import { findFreePort } from '../local/free-port.ts'
import type { Settings } from '../local/settings.ts'
import {
  campaignFiles,
  d1File,
  findStorageProblem,
  localApiKey,
  openStateFolder,
} from '../local/state-folder.ts'
import { Supervisor } from '../local/supervise.ts'
import { prepareWorker, spawnWorker } from '../local/worker-process.ts'
import { killNow, type Product, type ProductFiles } from './product.ts'

const run = promisify(execFile)

const PATIENCE_MS = 30_000

/** The Worker as `npm start` runs it. */
export class WorkerProduct implements Product {
  readonly client: Client
  readonly files: ProductFiles
  /** Miniflare and the supervisor start what ended, whoever ended it. */
  readonly troubles: readonly string[] = []
  /** workerd tells no campaign of its end: for them a stop is a power cut. */
  readonly stopsInOrder = false
  readonly #settings: Settings
  #supervisor: Supervisor | undefined
  #host: ChildProcess | undefined
  #hasEnded = false

  private constructor(settings: Settings) {
    this.#settings = settings
    const { port, stateDir } = settings
    this.client = new Client(port, localApiKey(stateDir))
    this.files = { campaigns: () => campaignFiles(stateDir), results: () => d1File(stateDir) }
  }

  static async install(stateDir: string): Promise<WorkerProduct> {
    await openStateFolder(stateDir)
    await prepareWorker(stateDir)
    const port = await findFreePort()
    const product = new WorkerProduct({ port, demoPorts: [], stateDir, allowAddresses: '' })
    await product.start()
    return product
  }

  async end(): Promise<void> {
    this.#hasEnded = true
    await this.stop()
  }

  /** workerd, whose host starts another one when it dies. */
  async holder(): Promise<number> {
    const deadline = performance.now() + PATIENCE_MS
    while (performance.now() < deadline) {
      const [found] = await this.#campaignHolders()
      if (found !== undefined) return found
      await pause(50)
    }
    throw new Error('there is no workerd to be killed')
  }

  async cutPower(): Promise<void> {
    killNow(-this.#host!.pid!)
    await this.stop()
    await this.start()
  }

  async stop(): Promise<void> {
    await this.#supervisor?.stop()
  }

  async start(): Promise<void> {
    if (this.#hasEnded) return
    this.#supervisor = new Supervisor({
      spawnWorker: () => (this.#host = spawnWorker(this.#settings)),
      client: this.client,
      findProblem: () => findStorageProblem(this.#settings.stateDir),
    })
    await this.#supervisor.ready()
  }

  async #campaignHolders(): Promise<number[]> {
    const { stdout } = await run('ps', ['-eo', 'pid=,pgid=,args='])
    return stdout
      .split('\n')
      .map((line) => /^ *(\d+) +(\d+) (.*)$/.exec(line))
      .filter((line) => line !== null)
      .filter(([, , group]) => Number(group) === this.#host?.pid)
      .filter(([, , , args]) => args!.includes('workerd serve'))
      .map(([, pid]) => Number(pid))
  }
}
