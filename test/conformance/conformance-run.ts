import { MAIN_OWNER } from '../../src/core/access/access-key.ts'
import type { Identity } from '../../src/core/campaign/campaign.ts'
import { noUsage } from '../../src/core/campaign/cost/usage.ts'
import type { EditRequest } from '../../src/core/campaign/edits/edit-request.ts'
import { GENERATIONS } from '../../src/core/campaign/ports.ts'
import { CLOUDFLARE_LIMITS } from '../../src/core/limits.ts'
import { completePolicy } from '../../src/core/rank/policy.ts'
import { EXAMPLE_SPEC } from '../../src/core/spec/spec-rows.ts'
import type { Spec } from '../../src/core/spec/spec.ts'
import { localSites } from '../../src/crawl/site/sites.ts'
import { CampaignHost } from '../../src/host/campaign-host.ts'
import type { CampaignPlatform } from '../../src/host/platform.ts'
import { SharedThread } from '../../src/host/shared-thread.ts'
import { compressor } from '../../src/runtime/compressor.ts'
import { inflate } from '../../src/runtime/inflate.ts'
import { addressGuard } from '../../src/standards/address/address-guard.ts'
import { sqlLog } from '../../src/store/log/sql-log.ts'
import { sqlSnapshots } from '../../src/store/log/sql-snapshots.ts'
import type { Sql } from '../../src/store/log/sql.ts'
import type { Database } from '../../src/store/results/database.ts'
import { ODD } from './odd-site.ts'
import { DEMO, recordedWeb } from './recorded-web.ts'
import { VirtualClock } from './virtual-clock.ts'

/** A runtime's own storage. */
export interface Storage {
  sql: Sql
  database: Database
}

/** What a campaign has written, in base64. */
export interface Written {
  log: string[]
  snapshots: string[]
}

interface Plan {
  spec: Partial<Spec>
  /** Edits, by the number of the request during which they are made. */
  edits?: Record<number, EditRequest>
  /** The requests during which the campaign is killed. */
  crashes?: number[]
}

const IDENTITY: Identity = { id: 'conformance', owner: MAIN_OWNER }
const RESTART_MS = 5_000
const WHATEVER_IT_COSTS = { add() {}, request: now, awake: now, take: noUsage }

export const PLANS: Record<string, Plan> = {
  'a bandit with a regression': {
    spec: { policy: completePolicy({ name: 'mab_var' }), budget: 160 },
    crashes: [50, 51, 140],
    edits: { 90: { kind: 'patch', patch: { policy: completePolicy({ name: 'lr_fl' }) } } },
  },
  'odd pages': {
    // One at a time: how many turns of the event loop a body takes is the runtime's own affair.
    spec: { seeds: [`${ODD}/`], policy: completePolicy({ name: 'bfs' }), budget: 70, parallel: 1 },
    crashes: [30],
  },
  'a regression over the second level': {
    spec: {
      policy: completePolicy({ name: 'lr_sl' }),
      budget: 120,
      rate: { perMinute: 300, hostDelayMs: 100 },
    },
    edits: {
      60: { kind: 'patch', patch: { budget: 140, policy: completePolicy({ name: 'nr' }) } },
    },
  },
}

/** Runs the campaign of a plan to its end, on a web and in a time that are the same everywhere. */
export async function runPlan(name: string, storage: Storage): Promise<Written> {
  const plan = PLANS[name]!
  const clock = new VirtualClock(Date.UTC(2026, 0, 1))
  let requests = 0
  let life = startLife()

  function startLife() {
    const http = recordedWeb(clock, () => {
      requests++
      if (plan.crashes?.includes(requests)) clock.at(clock.now() + 1, crash)
      const edit = plan.edits?.[requests]
      if (edit) clock.at(clock.now(), () => void life.edit(edit))
    })
    return host(clock, storage, http)
  }

  function crash(): void {
    clock.forgetTimers()
    life = startLife()
    clock.at(clock.now() + RESTART_MS, () => void life.alarm())
  }

  void life.create(IDENTITY, { ...SPEC, ...plan.spec })
  await clock.run()
  return written(storage.sql)
}

const SPEC: Spec = {
  ...EXAMPLE_SPEC,
  name: 'conformance',
  topic: { keywords: ['volcano', 'lava', 'magma'] },
  seeds: [DEMO, `${ODD}/`],
  rate: { perMinute: 600, hostDelayMs: 250 },
  limits: { ...EXAMPLE_SPEC.limits, timeoutMs: 30_000, bodyBytes: 500_000 },
  randomSeed: 13,
}

function host(clock: VirtualClock, storage: Storage, http: CampaignPlatform['http']): CampaignHost {
  const { now: time, wait } = clock
  let keys = 0
  let alarms = 0
  const guard = addressGuard([])
  const client = {
    http,
    guard,
    now: time,
    wait,
    userAgent: 'Dowser/conformance (+http://dowser.example/)',
    inflate: (...args: Parameters<typeof inflate>) => clock.busy(inflate(...args)),
  }
  const own = new CampaignHost({
    ...client,
    identity: IDENTITY,
    sql: storage.sql,
    compressor,
    entropy: () => [1, 2, 3, keys++],
    database: waitedFor(clock, storage.database),
    setAlarm(at) {
      const number = ++alarms
      if (at !== undefined) clock.at(at, () => number === alarms && void own.alarm())
    },
    erase: () => Promise.reject(new Error('nothing is removed')),
    waitUntil: () => {},
    sites: localSites({ ...client, bornAt: 0 }),
    sender: {
      ...client,
      http: () => Promise.reject(new Error('nobody listens')),
      random: () => 0.5,
    },
    limits: CLOUDFLARE_LIMITS,
    meter: WHATEVER_IT_COSTS,
    thread: new SharedThread(time),
  })
  return own
}

async function now<T>(work: () => T | Promise<T>): Promise<T> {
  return work()
}

function waitedFor(clock: VirtualClock, database: Database): Database {
  return {
    all: (statement) => clock.busy(database.all(statement)),
    batch: (statements) => clock.busy(database.batch(statements)),
  }
}

function written(sql: Sql): Written {
  const log = Array.from(sqlLog(sql, compressor).after(0), toBase64)
  const snapshots = GENERATIONS.flatMap((each) => [...sqlSnapshots(sql).chunks(each)].map(toBase64))
  return { log, snapshots }
}

function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}
