import type { ChildProcess } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import type { Client, Probe } from './client.ts'
import { cpuMs, endGroup } from './processes.ts'

/** Delay before a Worker that ended at once is restarted; it doubles each time. */
const MIN_RESTART_DELAY_MS = 1_000
const MAX_RESTART_DELAY_MS = 30_000

export class WorkerFailed extends Error {
  constructor(name: string, { exitCode, signalCode }: ChildProcess) {
    super(`${name} could not start (it ended with ${signalCode ?? `exit code ${exitCode}`}).`)
  }
}

interface Supervision {
  /** What is supervised, as messages begin. */
  name?: string
  spawnWorker: () => ChildProcess
  client: Client
  /** Why the Worker cannot work, whatever is done to it; undefined when it can. */
  findProblem: () => Promise<string | undefined>
  /** Shows a line to the user. */
  say?: (message: string) => void
  patience?: Patience
}

/** Keeps the Worker answering: starts it, and starts it anew when it has ended or is stuck. */
export class Supervisor {
  readonly #options: Required<Supervision>
  #worker: ChildProcess
  #problem: string | undefined
  #restartDelayMs = MIN_RESTART_DELAY_MS
  #stopped = false

  constructor(options: Supervision) {
    this.#options = {
      name: 'The Worker',
      say: console.error,
      patience: PATIENCE,
      ...options,
    }
    this.#worker = options.spawnWorker()
  }

  /** The process group's leader; it changes when the Worker is restarted. */
  get pid(): number {
    return this.#worker.pid!
  }

  /** Rejects when the Worker ends before it ever answered: trying again would not help. */
  async ready(): Promise<void> {
    await this.#started()
    if (this.#hasEnded) throw new WorkerFailed(this.#options.name, this.#worker)
    void this.#watch()
  }

  async stop(): Promise<void> {
    this.#stopped = true
    await endGroup(this.#worker)
  }

  async #watch(): Promise<void> {
    /** When the first unanswered question ended, and the processor time used until then. */
    let silence: { at: number; usedMs: number } | undefined
    while (!this.#stopped) {
      await pause(this.#options.patience.probeEveryMs)
      const kind = await this.#probe()
      await this.#tellProblem()
      if (kind === 'answered') {
        silence = undefined
        this.#restartDelayMs = MIN_RESTART_DELAY_MS
        continue
      }
      const now = { at: performance.now(), usedMs: cpuMs(this.pid) }
      silence ??= now
      const [forMs, usedMs] = [now.at - silence.at, now.usedMs - silence.usedMs]
      const isLost = this.#hasEnded || isStuck({ kind, forMs, usedMs }, this.#options.patience)
      if (!isLost || this.#problem !== undefined || this.#stopped) continue
      await this.#startAnew()
      silence = undefined
    }
  }

  /** An answer that comes late is an answer: how long one may take is `isStuck`'s to say. */
  #probe(): Promise<Probe> {
    const { client, patience } = this.#options
    return client.probe(patience.maxIdleMs / 3)
  }

  get #hasEnded(): boolean {
    return this.#worker.exitCode !== null || this.#worker.signalCode !== null
  }

  /** Reports a problem once, until it changes: only the user can fix it. */
  async #tellProblem(): Promise<void> {
    const problem = await this.#options.findProblem()
    if (this.#stopped) return
    if (problem !== undefined && problem !== this.#problem) this.#options.say(problem)
    if (problem === undefined && this.#problem !== undefined) {
      this.#options.say('The state folder can be written again; campaigns go on.')
    }
    this.#problem = problem
  }

  async #startAnew(): Promise<void> {
    this.#options.say(
      `${this.#options.name} ${this.#hasEnded ? 'has ended' : 'does not answer'} and is started anew; campaigns go on from their logs.`,
    )
    await endGroup(this.#worker)
    if (this.#stopped) return
    this.#worker = this.#options.spawnWorker()
    await this.#started()
    if (!this.#hasEnded || this.#stopped) return
    await pause(this.#restartDelayMs)
    this.#restartDelayMs = Math.min(2 * this.#restartDelayMs, MAX_RESTART_DELAY_MS)
  }

  /** Waits until it answers, or has ended. */
  async #started(): Promise<void> {
    while (!this.#stopped && !this.#hasEnded) {
      if ((await this.#options.client.probe()) === 'answered') return
      await pause(100)
    }
  }
}

/** How long a Worker has not answered, and what its processes did meanwhile. */
interface Silence {
  /** Whether nobody listens on its port, or somebody does who does not answer. */
  kind: 'refused' | 'silent'
  forMs: number
  /** Processor time its processes have used since the silence began. */
  usedMs: number
}

export interface Patience {
  /** Time from an answer, or a failure, to the next probe. */
  probeEveryMs: number
  /** Miniflare starts a crashed workerd again in a fraction of a second, on a busy machine in some. */
  maxRefusedMs: number
  /** A request that waits so long for a Worker that does nothing will not be answered. */
  maxIdleMs: number
  /** A log of 100,000 pages is read in ten seconds of processor time; a starved Worker needs many. */
  maxBusyMs: number
}

export const PATIENCE: Patience = {
  probeEveryMs: 1_000,
  maxRefusedMs: 15_000,
  maxIdleMs: 30_000,
  maxBusyMs: 600_000,
}

/**
 * Share of a core below which a silent Worker does nothing. An idle one uses 1 %; one that competes
 * with twenty others for a core still gets this much.
 */
const IDLE_SHARE = 0.05

/** Whether a Worker that does not answer is better started anew than waited for. */
export function isStuck({ kind, forMs, usedMs }: Silence, patience = PATIENCE): boolean {
  if (kind === 'refused') return forMs >= patience.maxRefusedMs
  if (forMs >= patience.maxBusyMs) return true
  return forMs >= patience.maxIdleMs && usedMs < IDLE_SHARE * forMs
}
