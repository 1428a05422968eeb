import { execFile, type ChildProcess } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { localApiKey } from '../local/api-key.ts'
import { Client } from '../local/client.ts'
import { findFreePort } from '../local/free-port.ts'
import type { Settings } from '../local/settings.ts'
import { Supervisor } from '../local/supervise.ts'
import { migrate, spawnWorker } from '../local/wrangler.ts'

const run = promisify(execFile)

const PATIENCE_MS = 30_000

/** The product as `npm start` runs it, and the ways to kill it. */
export class Product {
  readonly client: Client
  readonly #settings: Settings
  readonly #envFile: string
  #supervisor: Supervisor | undefined
  #wrangler: ChildProcess | undefined
  #hasEnded = false

  private constructor(settings: Settings) {
    const { apiKey, envFile } = localApiKey(settings.stateDir)
    this.#settings = settings
    this.#envFile = envFile
    this.client = new Client(settings.port, apiKey)
  }

  /** On a fresh state: nobody asks for the database before it is there, so it is made meanwhile. */
  static async install(stateDir: string): Promise<Product> {
    const product = new Product({
      port: await findFreePort(),
      demoPorts: [],
      stateDir,
      allowAddresses: '',
    })
    await Promise.all([migrate(product.#settings), product.#start()])
    return product
  }

  /** For good. */
  async end(): Promise<void> {
    this.#hasEnded = true
    await this.#supervisor?.stop()
  }

  /**
   * The process that holds the campaigns. wrangler keeps another one in front of it, at the port
   * the users know, and starts this one anew when it dies.
   */
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
    killNow(-this.#wrangler!.pid!)
    await this.#supervisor?.stop()
    if (!this.#hasEnded) await this.#start()
  }

  async #campaignHolders(): Promise<number[]> {
    const { stdout } = await run('ps', ['-eo', 'pid=,pgid=,args='])
    return stdout
      .split('\n')
      .map((line) => /^ *(\d+) +(\d+) (.*)$/.exec(line))
      .filter((line) => line !== null)
      .filter(([, , group]) => Number(group) === this.#wrangler?.pid)
      .filter(([, , , args]) => args!.includes('workerd serve'))
      .filter(([, , , args]) => !args!.includes(`:${this.#settings.port} `))
      .map(([, pid]) => Number(pid))
  }

  async #start(): Promise<void> {
    const spawn = () => (this.#wrangler = spawnWorker(this.#settings, this.#envFile))
    this.#supervisor = new Supervisor(spawn, this.client)
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
