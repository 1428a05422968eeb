import { type ChildProcess, execFile } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Client } from '../local/client.ts'
import { findFreePort } from '../local/free-port.ts'
import type { Settings } from '../local/settings.ts'
import { findStorageProblem, localApiKey, openStateFolder } from '../local/state-folder.ts'
import { Supervisor } from '../local/supervise.ts'
import { prepareWorker, spawnWorker } from '../local/worker-process.ts'

const run = promisify(execFile)

const PATIENCE_MS = 30_000

/** The product as `npm start` runs it, and the ways to kill it. */
export class Product {
  readonly client: Client
  readonly #settings: Settings
  #supervisor: Supervisor | undefined
  #host: ChildProcess | undefined
  #hasEnded = false

  private constructor(settings: Settings) {
    this.#settings = settings
    this.client = new Client(settings.port, localApiKey(settings.stateDir))
  }

  static async install(stateDir: string): Promise<Product> {
    await openStateFolder(stateDir)
    await prepareWorker(stateDir)
    const port = await findFreePort()
    const product = new Product({ port, demoPorts: [], stateDir, allowAddresses: '' })
    await product.#start()
    return product
  }

  /** Ends the product for good. */
  async end(): Promise<void> {
    this.#hasEnded = true
    await this.#supervisor?.stop()
  }

  /** The process that holds the campaigns. Its host starts another one when it dies. */
  async workerd(): Promise<number> {
    const deadline = performance.now() + PATIENCE_MS
    while (performance.now() < deadline) {
      const [found] = await this.#campaignHolders()
      if (found !== undefined) return found
      await pause(50)
    }
    throw new Error('there is no workerd to be killed')
  }

  /** Everything at once, as when the power fails; then a fresh start. */
  async cutPower(): Promise<void> {
    killNow(-this.#host!.pid!)
    await this.#supervisor?.stop()
    if (!this.#hasEnded) await this.#start()
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

  async #start(): Promise<void> {
    this.#supervisor = new Supervisor({
      spawnWorker: () => (this.#host = spawnWorker(this.#settings)),
      client: this.client,
      findProblem: () => findStorageProblem(this.#settings.stateDir),
    })
    await this.#supervisor.ready()
  }
}

/** A process, or a whole group by its negative number. */
export function killNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // The supervisor was quicker.
  }
}
