import { setTimeout as pause } from 'node:timers/promises'
import type { Rng } from '../../demo/rng.ts'
import type { Client } from '../local/client.ts'
import type { Started } from './campaigns.ts'
import type { Site } from './site.ts'

/** What a campaign was told and said yes to: whatever is killed then, it stays. */
export interface Promised {
  budget: number
  seeds: string[]
}

const POLICIES = ['bfs', 'fl_ne', 'lr_fl']
/** Edits start within this time, about that of a kill, so that it meets some of them. */
const LONGEST_WAIT_MS = 700
const MAX_LABELS = 5

/** Users who change campaigns while these are killed. */
export class Editor {
  /** Confirmed edits by the name of the campaign. */
  readonly promised = new Map<string, Promised>()
  /** Edits that were answered with yes. */
  edits = 0
  readonly #client: Client
  readonly #site: Site
  readonly #rng: Rng
  readonly #underWay = new Set<Promise<void>>()

  constructor(client: Client, site: Site, rng: Rng) {
    this.#client = client
    this.#site = site
    this.#rng = rng
  }

  /** One edit of each campaign, not waited for: of one without an answer nobody knows what came of it. */
  editSome(campaigns: readonly Started[]): void {
    for (const campaign of campaigns) {
      const edit = this.#edit(campaign).catch(() => {})
      this.#underWay.add(edit)
      void edit.then(() => this.#underWay.delete(edit))
    }
  }

  async done(): Promise<void> {
    await Promise.all(this.#underWay)
  }

  async #edit(campaign: Started): Promise<void> {
    const edit = this.#rng.pick(this.#edits)
    await pause(this.#rng.between(0, LONGEST_WAIT_MS))
    await edit(campaign)
    this.edits++
  }

  readonly #edits: readonly ((campaign: Started) => Promise<void>)[] = [
    // Whoever waits for it to go on resumes it.
    ({ view }) => this.#post(view.id, 'pause', {}),
    (campaign) => this.#raiseBudget(campaign),
    ({ view }) => this.#patch(view.id, { policy: { name: this.#rng.pick(POLICIES) } }),
    ({ view }) => this.#patch(view.id, { scope: { exclude: [`*/${this.#rng.between(1, 99)}`] } }),
    (campaign) => this.#addSeed(campaign),
    ({ view }) => this.#label(view.id),
    ({ view }) => this.#post(view.id, 'rebuild', {}),
  ]

  async #raiseBudget({ name, view }: Started): Promise<void> {
    const { budget } = await this.#client.get<{ budget: number }>(`/v1/campaigns/${view.id}`)
    await this.#patch(view.id, { budget: budget + 3 })
    this.#promisedTo(name).budget = budget + 3
  }

  async #addSeed({ name, kind, view }: Started): Promise<void> {
    const seed = `${this.#site.origins(kind)[0]}/${name}/seed-${this.#rng.between(1, 9_999)}`
    await this.#post(view.id, 'seeds', { seeds: [seed] })
    this.#promisedTo(name).seeds.push(seed)
  }

  async #label(id: string): Promise<void> {
    const path = `/v1/campaigns/${id}/pages?status=ok&limit=${MAX_LABELS}`
    const { pages } = await this.#client.get<{ pages: { seq: number }[] }>(path)
    const labels = pages.map(({ seq }) => ({ seq, score: this.#rng.between(0, 4) / 4 }))
    await this.#post(id, 'labels', { labels })
  }

  async #post(id: string, what: string, body: object): Promise<void> {
    await this.#client.post(`/v1/campaigns/${id}/${what}`, body)
  }

  async #patch(id: string, body: object): Promise<void> {
    await this.#client.patch(`/v1/campaigns/${id}`, body)
  }

  #promisedTo(name: string): Promised {
    const promised = this.promised.get(name) ?? { budget: 0, seeds: [] }
    this.promised.set(name, promised)
    return promised
  }
}
