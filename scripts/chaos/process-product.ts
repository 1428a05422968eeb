import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from '../local/client.ts'
import { findFreePort } from '../local/free-port.ts'
import { spawnServer } from '../local/server-process.ts'
import type { ProcessRuntime } from '../local/start-options.ts'
import { localApiKey, openStateFolder } from '../local/state-folder.ts'
import { killNow, type Product, type ProductFiles } from './product.ts'

/** systemd's own default for `RestartSec`. */
const RESTART_MS = 100
/** Longer than a plain kill keeps it down: fetches and paces fall due meanwhile. */
const OUTAGE_MS = 2_000
/** An orderly end takes up to five seconds, on a busy machine some more. */
const MAX_STOP_MS = 10_000
const PATIENCE_MS = 30_000

/** `serve.ts` on one of its runtimes, started again whenever it ends, as systemd would. */
export class ProcessProduct implements Product {
  readonly client: Client
  readonly files: ProductFiles
  readonly troubles: string[] = []
  readonly stopsInOrder = true
  readonly #spawn: () => ChildProcess
  #process: ChildProcess | undefined
  /** Nothing is started again meanwhile. */
  #isDown = false
  #hasEnded = false
  #restart: NodeJS.Timeout | undefined

  private constructor(runtime: ProcessRuntime, stateDir: string, port: number) {
    this.client = new Client(port, localApiKey(stateDir))
    this.files = {
      campaigns: () => globSync(join(stateDir, 'campaigns/*.sqlite')),
      results: () => join(stateDir, 'results.sqlite'),
    }
    this.#spawn = () => spawnServer({ port, demoPorts: [], stateDir, allowAddresses: '' }, runtime)
  }

  static async install(runtime: ProcessRuntime, stateDir: string): Promise<ProcessProduct> {
    await openStateFolder(stateDir)
    const product = new ProcessProduct(runtime, stateDir, await findFreePort())
    await product.start()
    return product
  }

  async end(): Promise<void> {
    this.#hasEnded = true
    await this.stop()
  }

  async holder(): Promise<number> {
    const deadline = performance.now() + PATIENCE_MS
    while (performance.now() < deadline) {
      if (this.#process && isAlive(this.#process)) return this.#process.pid!
      await pause(10)
    }
    throw new Error('there is no process to be killed')
  }

  /**
   * There is one process, so that a power cut is a plain kill that lasts longer. Neither loses what
   * was written but not synchronised: the system keeps it.
   */
  async cutPower(): Promise<void> {
    this.#takeDown()
    await this.#end('SIGKILL')
    await pause(OUTAGE_MS)
    await this.start()
  }

  async stop(): Promise<void> {
    this.#takeDown()
    const kill = setTimeout(() => {
      this.troubles.push(`it did not end within ${MAX_STOP_MS} ms of a SIGTERM`)
      killNow(this.#process!.pid!)
    }, MAX_STOP_MS)
    const code = await this.#end('SIGTERM')
    clearTimeout(kill)
    if (typeof code === 'number' && code !== 0) {
      this.troubles.push(`it ended with ${code} after a SIGTERM`)
    }
  }

  async start(): Promise<void> {
    if (this.#hasEnded) return
    this.#isDown = false
    this.#launch()
    const deadline = performance.now() + PATIENCE_MS
    while ((await this.client.probe()) !== 'answered') {
      if (performance.now() > deadline) throw new Error('it does not start')
      await pause(20)
    }
  }

  #takeDown(): void {
    this.#isDown = true
    clearTimeout(this.#restart)
  }

  #launch(): void {
    const child = this.#spawn()
    this.#process = child
    child.once('exit', (code, signal) => {
      if (this.#isDown || this.#hasEnded) return
      // Nobody but us kills it, and we by one signal.
      if (signal !== 'SIGKILL') this.troubles.push(`it ended by itself (${signal ?? code})`)
      this.#restart = setTimeout(() => this.#launch(), RESTART_MS)
    })
  }

  /** The exit code; undefined for a process that had ended before. */
  async #end(signal: NodeJS.Signals): Promise<number | null | undefined> {
    const child = this.#process
    if (child === undefined || !isAlive(child)) return undefined
    const ended = once(child, 'exit') as Promise<[number | null]>
    child.kill(signal)
    return (await ended)[0]
  }
}

function isAlive({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null
}
