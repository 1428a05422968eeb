import { join } from 'node:path'
import type { Identity } from '../../core/campaign/campaign.ts'
import type { CampaignCalls } from '../../host/campaign-calls.ts'
import { CampaignHost } from '../../host/campaign-host.ts'
import type { CampaignPlatform } from '../../host/platform.ts'
import { logLine } from '../../lib/log-line.ts'
import { AlarmClock } from './alarm-clock.ts'
import { campaignFileName, identityOfFile } from './campaign-files.ts'
import { CampaignFile } from './sqlite-file.ts'

/** What all campaigns of a process have in common. */
export type SharedPlatform = Omit<
  CampaignPlatform,
  'identity' | 'sql' | 'setAlarm' | 'erase' | 'waitUntil'
>

/** A campaign without calls for this long leaves memory, and its file is closed. */
const IDLE_MS = 30_000
const SWEEP_MS = 10_000
/** How long a stop waits for fetches under way before it aborts them. */
const GRACE_MS = 4_000

interface Opened {
  host: CampaignHost
  file: CampaignFile
  /** Calls, alarms and other work under way. */
  uses: number
  usedAt: number
}

/** The campaigns of one process: those that are used are in memory, the others are files. */
export class LocalCampaigns {
  readonly #folder: string
  readonly #shared: SharedPlatform
  readonly #clock: AlarmClock
  readonly #opened = new Map<string, Opened>()
  readonly #sweep: ReturnType<typeof setInterval>
  #isStopping = false

  constructor(folder: string, shared: SharedPlatform) {
    this.#folder = folder
    this.#shared = shared
    this.#clock = new AlarmClock((name) => this.#use(name, (host) => host.alarm()), shared.now)
    this.#sweep = setInterval(() => this.#closeIdle(), SWEEP_MS)
  }

  /** The campaign of that name, whether it exists or not. */
  readonly campaign = (identity: Identity): CampaignCalls => {
    const use = <T>(work: (host: CampaignHost) => Promise<T>) =>
      this.#use(campaignFileName(identity), work)
    return {
      create: (given, spec) => use((host) => host.create(given, spec)),
      query: (query, args) => use((host) => host.query(query, args)),
      edit: (request, seen) => use((host) => host.edit(request, seen)),
      rebuild: () => use((host) => host.rebuild()),
      log: (after, upTo) => use((host) => host.log(after, upTo)),
      import: (part) => use((host) => host.import(part)),
      abortImport: (importId) => use((host) => host.abortImport(importId)),
      flush: () => use((host) => host.flush()),
      remove: (seen) => use((host) => host.remove(seen)),
      isBlank: () => use((host) => host.isBlank()),
      wake: (isRemoved) => use((host) => host.wake(isRemoved)),
    }
  }

  /** Starts no further fetch, gives those under way some seconds, and closes all files. */
  async stop(): Promise<void> {
    this.#isStopping = true
    clearInterval(this.#sweep)
    this.#clock.stop()
    await Promise.all(Array.from(this.#opened.values(), ({ host }) => host.stop(GRACE_MS)))
    for (const { file } of this.#opened.values()) file.close()
    this.#opened.clear()
  }

  async #use<T>(name: string, work: (host: CampaignHost) => Promise<T>): Promise<T> {
    const opened = this.#opened.get(name) ?? this.#open(name)
    return this.#during(opened, work(opened.host))
  }

  async #during<T>(opened: Opened, work: Promise<T>): Promise<T> {
    opened.uses++
    try {
      return await work
    } finally {
      opened.uses--
      opened.usedAt = this.#shared.now()
    }
  }

  #open(name: string): Opened {
    if (this.#isStopping) throw new Error('the process is ending')
    const file = new CampaignFile(join(this.#folder, name))
    const opened: Opened = { file, uses: 0, usedAt: this.#shared.now(), host: undefined! }
    opened.host = new CampaignHost({
      ...this.#shared,
      identity: identityOfFile(name),
      sql: file.sql,
      setAlarm: (at) => this.#clock.set(name, at),
      erase: async () => {
        this.#clock.set(name, undefined)
        file.erase()
      },
      waitUntil: (work) => void this.#during(opened, work).catch(report),
    })
    this.#opened.set(name, opened)
    return opened
  }

  #closeIdle(): void {
    const now = this.#shared.now()
    for (const [name, { host, uses, usedAt, file }] of this.#opened) {
      if (uses > 0 || now - usedAt < IDLE_MS || this.#clock.isRinging(name)) continue
      if (!host.letGo()) continue
      this.#opened.delete(name)
      file.close()
    }
  }
}

function report(error: unknown): void {
  console.error(logLine('work of a campaign failed', { error }))
}
