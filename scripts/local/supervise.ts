import type { ChildProcess } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from './client.ts'
import { endGroup } from './process-group.ts'

const PROBE_EVERY_MS = 1_000
/** wrangler restarts a crashed workerd within two or three probes; beyond that it is stuck. */
const FAILED_PROBES = 4

export class WorkerFailed extends Error {
  constructor(exitCode: number) {
    super(`The Worker could not start (exit code ${exitCode}).`)
  }
}

/** Keeps the Worker answering: starts it, and starts it anew when it ends or falls silent. */
export class Supervisor {
  readonly #spawnWorker: () => ChildProcess
  readonly #client: Client
  #worker: ChildProcess
  #stopped = false

  constructor(spawnWorker: () => ChildProcess, client: Client) {
    this.#spawnWorker = spawnWorker
    this.#client = client
    this.#worker = spawnWorker()
  }

  /** Of the process group's leader; another one after the Worker was started anew. */
  get pid(): number {
    return this.#worker.pid!
  }

  /** Rejects when the Worker ends before it ever answered: trying again would not help. */
  async ready(): Promise<void> {
    await this.#started()
    if (this.#worker.exitCode !== null) throw new WorkerFailed(this.#worker.exitCode)
    void this.#watch()
  }

  async stop(): Promise<void> {
    this.#stopped = true
    await endGroup(this.#worker)
  }

  async #watch(): Promise<void> {
    for (let failed = 0; !this.#stopped;) {
      await pause(PROBE_EVERY_MS)
      failed = (await this.#client.isUp()) ? 0 : failed + 1
      if (this.#stopped || failed < FAILED_PROBES) continue
      console.error(
        'The Worker does not answer and is started anew; campaigns go on from their logs.',
      )
      await endGroup(this.#worker)
      if (this.#stopped) return
      this.#worker = this.#spawnWorker()
      // On a busy machine a start takes longer than a worker that falls silent is given.
      await this.#started()
      failed = 0
    }
  }

  /** Until it answers, or has ended. */
  async #started(): Promise<void> {
    while (!this.#stopped && this.#worker.exitCode === null) {
      if (await this.#client.isUp()) return
      await pause(100)
    }
  }
}
