import { DatabaseSync } from 'node:sqlite'
import { MAIN_OWNER } from '../../src/core/access/access-key.ts'
import { Campaign } from '../../src/core/campaign/campaign.ts'
import { SLICE } from '../../src/core/campaign/codec/slice.ts'
import { noUsage } from '../../src/core/campaign/cost/usage.ts'
import type { Source } from '../../src/core/campaign/fetch/source.ts'
import type { Ports } from '../../src/core/campaign/ports.ts'
import type { PolicyName } from '../../src/core/rank/names.ts'
import { completePolicy } from '../../src/core/rank/policy.ts'
import { EXAMPLE_SPEC } from '../../src/core/spec/spec-rows.ts'
import type { Spec } from '../../src/core/spec/spec.ts'
import { EndlessSite, KEYWORD, type PageShape } from '../../src/lab/bench/endless-web.ts'
import { compressor } from '../../src/runtime/compressor.ts'
import { nodeSql } from '../../src/runtime/local/node-sql.ts'
import { sqlLog } from '../../src/store/log/sql-log.ts'
import { sqlSnapshots } from '../../src/store/log/sql-snapshots.ts'
import { resultStore } from '../../src/store/results/result-store.ts'

const ORIGINS = ['https://a.example', 'https://b.example', 'https://c.example']

/** How long a tick took, beside its visit, and what it did that not every tick does. */
export interface TickTime {
  ms: number
  wroteSnapshot: boolean
  flushed: boolean
}

/** A campaign in this process: real SQLite, a site that answers at once, no network, no HTML. */
export class BenchCampaign {
  readonly campaign: Campaign
  readonly ports: Ports
  readonly site: EndlessSite
  readonly #sqlite = new DatabaseSync(':memory:')
  #clock = Date.UTC(2026, 0, 1)
  #visitMs = 0
  #wroteSnapshot = false
  #flushed = false

  constructor(shape: PageShape, policy: PolicyName, memoryMb: number) {
    this.site = new EndlessSite(ORIGINS, shape)
    this.ports = this.#makePorts()
    this.campaign = Campaign.create(
      { id: 'bench', owner: MAIN_OWNER },
      specOf(this.site.home, policy, memoryMb),
      this.ports,
    )
  }

  async tick(): Promise<TickTime> {
    this.#clock += 1000
    this.#visitMs = 0
    this.#wroteSnapshot = this.#flushed = false
    const began = performance.now()
    await this.campaign.tick()
    const ms = performance.now() - began - this.#visitMs
    return { ms, wroteSnapshot: this.#wroteSnapshot, flushed: this.#flushed }
  }

  /** Bytes of the log alone. */
  get storedBytes(): number {
    const sum = this.#sqlite.prepare('SELECT sum(length(record)) AS bytes FROM step').get()
    return sum!['bytes'] as number
  }

  #makePorts(): Ports {
    const sql = nodeSql(this.#sqlite)
    const source = this.#source()
    const snapshots = sqlSnapshots(sql)
    const results = resultStore({ all: async () => [], batch: async () => {} })
    return {
      now: () => this.#clock,
      sources: () => source,
      maxParallel: 1,
      log: sqlLog(sql, compressor),
      slice: SLICE,
      snapshots: {
        ...snapshots,
        replace: (generation, write) => {
          this.#wroteSnapshot = true
          snapshots.replace(generation, write)
        },
      },
      results: {
        save: (batch) => {
          this.#flushed = true
          return results.save(batch)
        },
      },
      wakeAt: () => {},
      entropy: () => [1, 2, 3, 4],
      spent: noUsage,
      trouble(what, error) {
        throw new Error(what, { cause: error })
      },
    }
  }

  #source(): Source {
    return {
      siteOf: (url) => new URL(url).host,
      fetch: async ({ url }) => {
        const began = performance.now()
        const page = this.site.page(url)
        this.#visitMs += performance.now() - began
        return {
          requestedAt: this.#clock,
          durationMs: 100,
          bodyBytes: 20_000,
          crawlDelayMs: undefined,
          contentSignals: undefined,
          sitemaps: [],
          sideRequests: 0,
          answer: {
            kind: 'page',
            status: 200,
            skips: {},
            language: undefined,
            noindex: false,
            canonical: undefined,
            feeds: [],
            ...page,
          },
        }
      },
    }
  }
}

export function specOf(seed: string, policy: PolicyName, memoryMb: number): Spec {
  return {
    ...EXAMPLE_SPEC,
    name: 'bench',
    topic: { keywords: [KEYWORD] },
    seeds: [seed],
    budget: 10_000_000,
    rate: { perMinute: 60, hostDelayMs: 0 },
    policy: completePolicy({ name: policy }),
    randomSeed: 1,
    memoryMb,
  }
}
