import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { d1Database } from '../../src/runtime/cloudflare/metered-storage.ts'
import { heartbeat } from '../../src/host/heartbeat.ts'
import { cloudflarePlatform } from '../../src/runtime/cloudflare/platform.ts'
import { BillingMeter } from '../../src/host/meter.ts'
import { resultStore } from '../../src/store/results/result-store.ts'
import type { OwnedSummary } from '../../src/core/campaign/results/campaign-summary.ts'
import { batchOf, PAGE, SUMMARY } from '../fixtures/batch.ts'
import { meteredEnv } from './metered-d1.ts'
import { testEnv } from './migrate.ts'

const { DB } = testEnv
const NOON = Date.UTC(2026, 10, 16, 12, 0, 30)

/** Rows of campaigns without one: what D1 would have of so many. */
async function stock(count: number, status: string, nextTickAt: (i: number) => number | null) {
  const rows = Array.from({ length: count }, (_, i) => ({
    id: `${status}-${String(i).padStart(4, '0')}`,
    at: nextTickAt(i),
  }))
  await DB.prepare(
    `INSERT INTO campaign (owner, id, name, status, budget, fetched, relevant, score, created_at,
       updated_at, next_tick_at)
     SELECT 'main', value ->> 'id', '', ?, 1, 1, 0, 0, 0, 0, value ->> 'at' FROM json_each(?)`,
  )
    .bind(status, JSON.stringify(rows))
    .run()
}

beforeEach(() => DB.prepare('DELETE FROM campaign').run())

async function costOf(work: (env: typeof testEnv) => Promise<void>) {
  const { rows, env } = meteredEnv()
  await work(env)
  return rows
}

describe('an idle heartbeat', () => {
  test('reads a handful of rows, however many campaigns have ended, are paused or were stopped', async () => {
    const nobody = await costOf((env) => heartbeat(cloudflarePlatform(env), NOON))
    for (const status of ['completed', 'cancelled', 'paused']) await stock(400, status, () => 1)
    const many = await costOf((env) => heartbeat(cloudflarePlatform(env), NOON))
    expect(many).toEqual(nobody)
    expect(many.read).toBeLessThan(25)
    expect(many.written).toBe(0)
  })

  test('reads no more for webhooks without due deliveries, however many there are', async () => {
    const nobody = await costOf((env) => heartbeat(cloudflarePlatform(env), NOON))
    await DB.prepare(
      `INSERT INTO webhook (owner, id, url, events, secret, active, created_at)
       WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500)
       SELECT 'owner-' || (i % 100), format('%018d', i), 'https://a.test/', '[]', '', 1, 0 FROM n`,
    ).run()
    expect(await costOf((env) => heartbeat(cloudflarePlatform(env), NOON))).toEqual(nobody)
    await DB.prepare('DELETE FROM webhook').run()
  })

  test('reads one row per running campaign that is on time, and writes none', async () => {
    const nobody = await costOf((env) => heartbeat(cloudflarePlatform(env), NOON))
    await stock(1_000, 'completed', () => null)
    await stock(50, 'running', (i) => NOON - 20_000 + i * 1_000)
    await stock(3, 'failed', () => NOON + 600_000)
    const { read, written } = await costOf((env) => heartbeat(cloudflarePlatform(env), NOON))
    // And the end of each of the two statuses.
    expect(read - nobody.read).toBeLessThanOrEqual(55)
    expect(written).toBe(0)
  })
})

describe("a campaign's row in D1", () => {
  const save = async (summary: OwnedSummary, pages = 0) => {
    const meter = new BillingMeter(() => 0)
    const saved = Array.from({ length: pages }, (_, i) => ({ ...PAGE, seq: i + 2 }))
    await resultStore(d1Database(DB, meter)).save(batchOf(summary, saved))
    return meter.take().resultRowsWritten
  }

  test('is written with each flush of pages while its status stays', async () => {
    await save(SUMMARY)
    for (let tick = 2; tick < 5; tick++) {
      const later = { ...SUMMARY, fetched: tick, updatedAt: tick * 1_000, nextTickAt: tick * 2_000 }
      expect(await save(later)).toBe(1)
      expect(await save({ ...later, nextTickAt: 1 }, 3)).toBe(4)
    }
    expect(await save({ ...SUMMARY, status: 'completed', nextTickAt: null })).toBeLessThan(4)
    const row = await DB.prepare('SELECT status, fetched, next_tick_at FROM campaign').first()
    expect(row).toEqual({ status: 'completed', fetched: 0, next_tick_at: null })
    expect(await save({ ...SUMMARY, status: 'running' })).toBeLessThan(4)
  })

  test('is written each time the campaign is found unreadable', async () => {
    await save(SUMMARY)
    const mark = async (at: number) => {
      const meter = new BillingMeter(() => 0)
      const { owner, id } = SUMMARY
      await resultStore(d1Database(DB, meter)).markUnreadable({ owner, id }, at, at + 600_000)
      return meter.take().resultRowsWritten
    }
    await mark(5_000)
    expect(await mark(6_000)).toBe(1)
    const row = await DB.prepare('SELECT status, status_reason, next_tick_at FROM campaign').first()
    expect(row).toEqual({ status: 'failed', status_reason: 'unreadable', next_tick_at: 606_000 })
  })
})

describe('after an outage', () => {
  afterEach(() => vi.restoreAllMocks())

  /** Objects that note which campaigns were woken, and fail for the given ones. */
  function noting(fails: (id: string) => boolean = () => false, why = 'overloaded') {
    const woken: string[] = []
    const wake = async (id: string) => {
      woken.push(id)
      if (fails(id)) throw new Error(why)
      return { value: true }
    }
    const CAMPAIGN = { getByName: (id: string) => ({ wake: () => wake(id) }) }
    return { woken, env: { ...testEnv, CAMPAIGN } as unknown as typeof testEnv }
  }

  test('each heartbeat wakes some campaigns, the longest overdue first', async () => {
    await stock(60, 'running', (i) => NOON - 1_000_000 + i)
    const { woken, env } = noting()
    const counts: number[] = []
    for (let minute = 0; minute < 4; minute++) {
      const before = woken.length
      await heartbeat(cloudflarePlatform(env), NOON + minute * 1_000)
      counts.push(woken.length - before)
    }
    expect(counts).toEqual([25, 25, 10, 0])
    expect(new Set(woken).size).toBe(60)
    const firsts = woken.slice(0, 25).toSorted((a, b) => (a < b ? -1 : 1))
    expect([firsts[0], firsts.at(-1)]).toEqual(['running-0000', 'running-0024'])
  })

  test('campaigns that cannot be woken are tried again, and delay no other', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    await stock(100, 'running', (i) => NOON - 1_000_000 + i)
    const { woken, env } = noting((id) => id < 'running-0050')
    for (let minute = 0; minute < 4; minute++)
      await heartbeat(cloudflarePlatform(env), NOON + minute * 60_000)
    expect(new Set(woken).size).toBe(100)
    for (let minute = 4; minute < 8; minute++)
      await heartbeat(cloudflarePlatform(env), NOON + minute * 60_000)
    for (const id of new Set(woken)) {
      expect(woken.filter((other) => other === id).length).toBe(2)
    }
  })

  /** The error of workerd when the file of an object is no longer a database. */
  const UNSTARTABLE = 'internal error; reference = 8utei143i7emv3tdjs5ap16b'

  test('campaigns whose objects cannot be started are marked, and tried again in ten minutes', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    await stock(2, 'running', () => 1)
    const { woken, env } = noting(() => true, UNSTARTABLE)
    for (let minute = 0; minute < 5; minute++)
      await heartbeat(cloudflarePlatform(env), NOON + minute * 60_000)
    expect(woken).toHaveLength(2)
    const { results } = await DB.prepare('SELECT status, next_tick_at FROM campaign').all()
    const failed = { status: 'failed', next_tick_at: NOON + 600_000 }
    expect(results).toEqual([failed, failed])
  })

  test('campaigns being removed are removed though their objects cannot be started', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    await stock(5, 'deleting', () => 1)
    const { env } = noting(() => true, UNSTARTABLE)
    for (let minute = 0; minute < 3; minute++)
      await heartbeat(cloudflarePlatform(env), NOON + minute * 60_000)
    expect(await DB.prepare('SELECT count(*) AS n FROM campaign').first('n')).toBe(0)
  })

  test('two concurrent heartbeats wake no campaign twice', async () => {
    await stock(40, 'running', () => 1)
    const { woken, env } = noting()
    await Promise.all([
      heartbeat(cloudflarePlatform(env), NOON),
      heartbeat(cloudflarePlatform(env), NOON + 1),
    ])
    expect(woken).toHaveLength(40)
    expect(new Set(woken).size).toBe(40)
  })
})
