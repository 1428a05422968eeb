import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from '../local/client.ts'
import { CAMPAIGN_KINDS, KIND_NAMES, type KindName } from './campaign-kinds.ts'
import { SEED_PAGE } from './pages.ts'
import type { Site } from './site.ts'

/** What is read of a campaign as the API shows it. */
export interface View {
  id: string
  status: string
  statusReason: string | null
  progress: Record<string, number>
}

export interface Started {
  name: string
  kind: KindName
  /** The API's last word, which is not asked for again once the campaign has ended. */
  view: View
  seenAt: number
}

export class Stuck extends Error {}

/** A Worker that was just killed may never answer. */
const ANSWER_MS = 3_000
const POLL_MS = 20
/** A campaign whose tick failed waits for 10 seconds, then for 20, then for 40. */
const PATIENCE_MS = 90_000
/** A slow campaign takes longer to end than that many kills. */
const KILLS_OF_A_SLOW_CAMPAIGN = 15

/** Counters that only grow. */
const TOTALS = ['fetched', 'pages', 'interrupted', 'known', 'bodyBytes']

/** One campaign of each kind at work at any time, and what was seen of all that ever were. */
export class Campaigns {
  readonly all: Started[] = []
  /** What was seen and is gone: a step that was settled and then lost. */
  readonly losses: string[] = []
  readonly #client: Client
  readonly #site: Site
  #names = 0

  constructor(client: Client, site: Site) {
    this.#client = client
    this.#site = site
  }

  async topUp(killsLeft: number): Promise<void> {
    await this.#refresh()
    const missing = KIND_NAMES.filter((kind) => {
      if (kind === 'slow' && killsLeft < KILLS_OF_A_SLOW_CAMPAIGN) return false
      return !this.running.some((started) => started.kind === kind)
    })
    // Each waits for a results store that refuses, so not one after the other.
    await Promise.all(missing.map((kind) => this.#start(kind)))
  }

  /** Waits until a fetch has been settled that was not before, or none is left to be made. */
  async goOn(): Promise<void> {
    await this.#refresh()
    const before = this.#settled()
    await this.#until(
      'no campaign goes on',
      () => this.#settled() > before || this.running.length === 0,
    )
  }

  /** However long it takes, as long as they go on: users may have raised the budget of a slow one. */
  async end(): Promise<void> {
    while (this.running.length > 0) await this.goOn()
  }

  /** All of them, from their logs if need be. One after the other: together they are large. */
  async readAgain(): Promise<void> {
    for (const started of this.all) await this.#refreshOne(started)
  }

  get running(): Started[] {
    return this.all.filter(({ view }) => view.status !== 'completed')
  }

  #settled(): number {
    return this.all.map(settledBy).reduce((sum, count) => sum + count, 0)
  }

  /** Each campaign has a new name, as a call without an answer may have created one. */
  async #start(kind: KindName): Promise<void> {
    const deadline = performance.now() + PATIENCE_MS
    while (performance.now() < deadline) {
      const name = `${kind}-${this.#names++}`
      const view = await this.#create(name, kind).catch(() => pause(POLL_MS, undefined))
      if (view === undefined) continue
      this.all.push({ name, kind, view, seenAt: performance.now() })
      return
    }
    throw new Stuck('no campaign can be started')
  }

  #create(name: string, kind: KindName): Promise<View> {
    const { budget, perMinute, parallel, hostDelayMs, policy, memoryMb } = CAMPAIGN_KINDS[kind]
    return this.#client.post<View>('/v1/campaigns', {
      name,
      topic: { keywords: ['volcano', 'lava'] },
      seeds: [`${this.#site.origins(kind)[0]}/${name}/${SEED_PAGE}`],
      budget,
      rate: { perMinute, hostDelayMs },
      parallel,
      policy,
      memoryMb,
    })
  }

  async #until(trouble: string, isSo: () => boolean): Promise<void> {
    const deadline = performance.now() + PATIENCE_MS
    while (!isSo()) {
      if (performance.now() > deadline) throw new Stuck(`${trouble}: ${this.#whereabouts()}`)
      await pause(POLL_MS)
      await this.#refresh()
      await this.#resume()
    }
  }

  /** What a user has paused goes on as soon as somebody waits for it. */
  async #resume(): Promise<void> {
    const paused = this.running.filter(({ view }) => view.status === 'paused')
    await Promise.all(
      paused.map(({ view }) =>
        this.#client.post(`/v1/campaigns/${view.id}/resume`, {}).catch(() => {}),
      ),
    )
  }

  #whereabouts(): string {
    const told = this.running.map(
      ({ name, view }) => `${name} ${view.status} after ${view.progress['fetched']} fetches`,
    )
    return told.join(', ')
  }

  async #refresh(): Promise<void> {
    await Promise.all(this.running.map((started) => this.#refreshOne(started)))
  }

  async #refreshOne(started: Started): Promise<void> {
    const view = await this.#answer(`/v1/campaigns/${started.view.id}`)
    for (const total of TOTALS) {
      const [before, now] = [started.view.progress[total]!, view.progress[total]!]
      if (now < before) this.losses.push(`${started.name}: ${total} fell from ${before} to ${now}`)
    }
    started.view = view
    started.seenAt = performance.now()
  }

  async #answer(path: string): Promise<View> {
    const deadline = performance.now() + PATIENCE_MS
    while (performance.now() < deadline) {
      const answer = this.#client.get<View>(path).catch(() => pause(POLL_MS, undefined))
      const view = await Promise.race([answer, pause(ANSWER_MS, undefined, { ref: false })])
      if (view !== undefined) return view
    }
    throw new Stuck(`${path} is not answered`)
  }
}

/** An interrupted fetch is charged when the campaign is read: no sign of life. */
export function settledBy({ view: { progress } }: Started): number {
  return progress['fetched']! - progress['interrupted']!
}
