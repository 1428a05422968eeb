import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { afterEach, beforeEach, describe, expect, inject, test, vi } from 'vitest'
import worker from '../../src/worker.ts'
import { ask, OF_A_CAMPAIGN } from './campaign-routes.ts'
import { call, create, FULL_SPEED, getJson, hasEnded, post, until } from './client.ts'
import { testEnv } from './migrate.ts'
import { SlowPages } from './slow-pages.ts'

const SPEC = {
  name: 'Volcanoes',
  topic: { keywords: ['volcano'] },
  seeds: [inject('demoHome')],
  budget: 5,
  rate: FULL_SPEED,
  limits: { timeoutMs: 1_000 },
}

const object = (id: string) => testEnv.CAMPAIGN.getByName(id)

const remove = (id: string) => call(`/v1/campaigns/${id}`, { method: 'DELETE' })

async function count(table: 'page' | 'campaign', id: string): Promise<number> {
  const column = table === 'page' ? 'campaign' : 'id'
  const row = await testEnv.DB.prepare(`SELECT count(*) AS n FROM ${table} WHERE ${column} = ?`)
    .bind(id)
    .first<{ n: number }>()
  return row!.n
}

async function addPages(id: string, pages: number): Promise<void> {
  await testEnv.DB.prepare(
    `INSERT INTO page WITH RECURSIVE n(i) AS (SELECT 1000 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
     SELECT ?, i, 'http://a.test/', '', 'ok', 200, 0, 0, 0, 0, 0, 0, 0 FROM n`,
  )
    .bind(999 + pages, id)
    .run()
}

/** What its object has stored, and when it wakes. */
function stored(id: string): Promise<{ tables: number; alarm: number | null }> {
  return runInDurableObject(object(id), async (_object, { storage }) => {
    const tables = storage.sql
      .exec(
        `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_cf\\_%' ESCAPE '\\'`,
      )
      .toArray()
    return { tables: tables.length, alarm: await storage.getAlarm() }
  })
}

async function ids(): Promise<string[]> {
  const { campaigns } = await getJson<{ campaigns: { id: string }[] }>('/v1/campaigns?limit=200')
  return campaigns.map(({ id }) => id)
}

async function expectUnknown(id: string): Promise<void> {
  for (const route of OF_A_CAMPAIGN) {
    const { status } = await ask(route, id)
    expect(`${route.method} ${route.path} ${status}`).toBe(`${route.method} ${route.path} 404`)
  }
  expect(await ids()).not.toContain(id)
}

async function expectNothingLeft(id: string): Promise<void> {
  expect([await count('page', id), await count('campaign', id)]).toEqual([0, 0])
  expect(await stored(id)).toEqual({ tables: 0, alarm: null })
}

async function finished(): Promise<string> {
  const { id } = await create(SPEC)
  await until(id, hasEnded)
  expect((await getJson<{ pages: unknown[] }>(`/v1/campaigns/${id}/pages`)).pages).toHaveLength(5)
  return id
}

/** Rings until there is nothing to ring for. */
async function ringOut(id: string): Promise<void> {
  while (await runDurableObjectAlarm(object(id)));
}

describe('DELETE /v1/campaigns/:id', () => {
  afterEach(() => vi.restoreAllMocks())

  test('removes a small one at once: 204, then 404 on every route, and no row is left', async () => {
    const [id, other] = [await finished(), await finished()]
    const answer = await remove(id)
    expect(answer.status).toBe(204)
    expect(await answer.text()).toBe('')
    await expectNothingLeft(id)
    await expectUnknown(id)
    expect(await count('page', other)).toBe(5)
    expect((await call(`/v1/campaigns/${other}`)).status).toBe(200)
  })

  test('removes a large one in the background: 202, and hidden from everybody at once', async () => {
    const id = await finished()
    await addPages(id, 5_000)
    const answer = await remove(id)
    expect(answer.status).toBe(202)
    await expectUnknown(id)
    await ringOut(id)
    await expect.poll(() => count('campaign', id)).toBe(0)
    await expectNothingLeft(id)
  })

  test('continues after its object was evicted, and after its alarm was lost', async () => {
    const id = await finished()
    await addPages(id, 40_000)
    expect((await remove(id)).status).toBe(202)
    await evictDurableObject(object(id))
    await expectUnknown(id)
    await runInDurableObject(object(id), (_object, { storage }) => storage.deleteAlarm())
    await testEnv.DB.prepare('UPDATE campaign SET next_tick_at = 1 WHERE id = ?').bind(id).run()
    await worker.scheduled({} as ScheduledController, testEnv)
    await expect.poll(() => count('campaign', id), { timeout: 20_000 }).toBe(0)
    await expectNothingLeft(id)
  })

  test('deletes its row last, which the heartbeat does after a crash', async () => {
    const id = await finished()
    const row = await testEnv.DB.prepare('SELECT * FROM campaign WHERE id = ?').bind(id).first()
    expect((await remove(id)).status).toBe(204)
    const columns = Object.keys({ ...row, status: 'deleting', next_tick_at: 1 })
    await testEnv.DB.prepare(
      `INSERT INTO campaign (${columns.join()}) VALUES (${columns.map(() => '?').join()})`,
    )
      .bind(...Object.values({ ...row, status: 'deleting', next_tick_at: 1 }))
      .run()
    await evictDurableObject(object(id))
    expect(await ids()).not.toContain(id)
    await worker.scheduled({} as ScheduledController, testEnv)
    await expectNothingLeft(id)
  })

  test('during a crawl lets no page follow', async () => {
    const { id } = await create({ ...SPEC, budget: 10_000 })
    await until(id, ({ progress }) => progress['fetched']! >= 10)
    expect((await remove(id)).status).toBe(204)
    await expectUnknown(id)
    // A fetch that was under way has a second.
    await scheduler.wait(1_500)
    await expectUnknown(id)
    await expectNothingLeft(id)
  })

  test('while its object stays awake for the next fetch is continued by the alarm', async () => {
    const { id } = await create({ ...SPEC, budget: 100, rate: { perMinute: 100, hostDelayMs: 0 } })
    await until(id, ({ progress }) => progress['fetched']! >= 2)
    await addPages(id, 5_000)
    expect((await remove(id)).status).toBe(202)
    await expect.poll(() => count('campaign', id), { timeout: 20_000 }).toBe(0)
    await expectNothingLeft(id)
  })

  test('while a fetch is under way discards its result', async () => {
    const slow = new SlowPages('removal')
    const { id } = await create({ ...SPEC, seeds: [slow.url(1)], limits: { timeoutMs: 5_000 } })
    await expect.poll(() => slow.asked()).toBe(1)
    expect((await remove(id)).status).toBe(204)
    await slow.release()
    await scheduler.wait(200)
    await expectUnknown(id)
    await expectNothingLeft(id)
  })

  test('works where the log cannot be read', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const id = await finished()
    await runInDurableObject(object(id), (_object, { storage }) => {
      storage.sql.exec('UPDATE step SET record = zeroblob(9) WHERE seq = 1')
      storage.sql.exec('DROP TABLE IF EXISTS snapshot')
    })
    await evictDurableObject(object(id))
    expect((await call(`/v1/campaigns/${id}`)).status).toBe(503)
    expect((await remove(id)).status).toBe(204)
    await expectUnknown(id)
    await expectNothingLeft(id)
  })

  test('of an unknown campaign is 404, and leaves nothing behind', async () => {
    expect((await remove('01m7h3zzzzzzzzzzzz')).status).toBe(404)
    expect(await stored('01m7h3zzzzzzzzzzzz')).toEqual({ tables: 0, alarm: null })
  })

  test('with an outdated ETag is 412, and removes nothing', async () => {
    const id = await finished()
    const etag = (await call(`/v1/campaigns/${id}`)).headers.get('etag')!
    const removeIf = (tag: string) =>
      call(`/v1/campaigns/${id}`, { method: 'DELETE', headers: { 'if-match': tag } })
    expect((await removeIf('"1"')).status).toBe(412)
    expect(await count('page', id)).toBe(5)
    expect((await removeIf(etag)).status).toBe(204)
    await expectNothingLeft(id)
  })

  test('sent twice at the same time removes it once', async () => {
    const id = await finished()
    const answers = await Promise.all([remove(id), remove(id)])
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204, 404]))
    await expectNothingLeft(id)
  })

  describe('while D1 is down', () => {
    beforeEach(() => {
      vi.spyOn(console, 'error').mockImplementation(() => {})
    })

    const d1 = (statement: string) => testEnv.DB.prepare(statement).run()

    test.each(['page', 'campaign', 'idempotency'])(
      'is taken up again: 202, 404 meanwhile, and nothing is left in the end (no %s)',
      async (table) => {
        const id = await finished()
        await d1(`ALTER TABLE ${table} RENAME TO away`)
        try {
          expect((await remove(id)).status).toBe(202)
          expect((await call(`/v1/campaigns/${id}`)).status).toBe(404)
          expect((await post(`/v1/campaigns/${id}/pause`)).status).toBe(404)
          await runDurableObjectAlarm(object(id))
          const { alarm } = await stored(id)
          expect(alarm! - Date.now()).toBeGreaterThan(25_000)
        } finally {
          await d1(`ALTER TABLE away RENAME TO ${table}`)
        }
        await evictDurableObject(object(id))
        await runDurableObjectAlarm(object(id))
        await expectNothingLeft(id)
        await expectUnknown(id)
      },
    )
  })
})
