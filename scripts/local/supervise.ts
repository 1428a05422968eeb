import type { ChildProcess } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from './client.ts'
import { cpuSeconds } from './cpu-time.ts'
import { endGroup } from './process-group.ts'

const PROBE_EVERY_MS = 1_000
/** wrangler restarts a crashed workerd within two or three probes; beyond that it is stuck. */
const FAILED_PROBES = 4
/** Unless it has had a core for this share of their time: a long log is being read, for instance. */
const BUSY_SHARE = 0.25
/** Which is not to go on for ever. */
const MOST_FAILED_PROBES = 100

export class WorkerFailed extends Error {
  constructor(exitCode: number) {
    super(`The Worker could not start (exit code ${exitCode}).`)
  }
}

/** A probe that failed: when, and how much processor time the Worker's processes had used by then. */
interface Silence {
  at: number
  usedMs: number
}

/** Keeps the Worker answering: starts it, and starts it anew when it ends or falls silent. */
export class Supervisor {
  readonly #spawnWorker: () => ChildProcess
  readonly #client: Client
  readonly #probeEveryMs: number
  #worker: ChildProcess
  #stopped = false

  constructor(spawnWorker: () => ChildProcess, client: Client, probeEveryMs = PROBE_EVERY_MS) {
    this.#spawnWorker = spawnWorker
    this.#client = client
    this.#probeEveryMs = probeEveryMs
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
    let silences: Silence[] = []
    while (!this.#stopped) {
      await pause(this.#probeEveryMs)
      if (await this.#client.isUp()) silences = []
      else silences.push({ at: performance.now(), usedMs: 1_000 * cpuSeconds(this.pid) })
      if (this.#stopped || !isStuck(silences)) continue
      await this.#startAnew()
      silences = []
    }
  }

  async #startAnew(): Promise<void> {
    console.error(
      'The Worker does not answer and is started anew; campaigns go on from their logs.',
    )
    await endGroup(this.#worker)
    if (this.#stopped) return
    this.#worker = this.#spawnWorker()
    // On a busy machine a start takes longer than a worker that falls silent is given.
    await this.#started()
  }

  /** Until it answers, or has ended. */
  async #started(): Promise<void> {
    while (!this.#stopped && this.#worker.exitCode === null) {
      if (await this.#client.isUp()) return
      await pause(100)
    }
  }
}

function isStuck(silences: Silence[]): boolean {
  if (silences.length < FAILED_PROBES) return false
  if (silences.length >= MOST_FAILED_PROBES) return true
  const [before, now] = [silences.at(-FAILED_PROBES)!, silences.at(-1)!]
  return now.usedMs - before.usedMs < BUSY_SHARE * (now.at - before.at)
}
