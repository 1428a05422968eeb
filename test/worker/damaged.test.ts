import { evictDurableObject, runInDurableObject } from 'cloudflare:test'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import worker from '../../src/worker.ts'
import { ask, OF_A_CAMPAIGN } from './campaign-routes.ts'
import { call, create, getJson, hasEnded, refusal, until, volcanoes, type Pages } from './client.ts'
import { testEnv } from './migrate.ts'

const BUDGET = 12

/** What may become of what a campaign has stored, as statements on its SQLite. */
const DAMAGE: Record<string, readonly string[]> = {
  'the first record overwritten': [`UPDATE step SET record = zeroblob(9) WHERE seq = 1`],
  'a record cut short': [
    `UPDATE step SET record = substr(record, 1, length(record) / 2) WHERE seq = 3`,
  ],
  'half a compressed record': [`UPDATE step SET record = X'DC010203' WHERE seq = 3`],
  'a record that is not there': ['DELETE FROM step WHERE seq = 4'],
  'a record in the place of another': [
    'UPDATE step SET record = (SELECT record FROM step WHERE seq = 1) WHERE seq = 3',
  ],
  'a step in the place of the first record': [
    'UPDATE step SET record = (SELECT record FROM step WHERE seq = 3) WHERE seq = 1',
  ],
  'an empty record': [`UPDATE step SET record = X'' WHERE seq = 2`],
  'no record at all': ['DELETE FROM step'],
  'no table': ['DROP TABLE step'],
  'a record of a version to come': [
    `UPDATE step SET record = X'D0FF' || substr(record, 3) WHERE seq = 2`,
  ],
}

const object = (id: string) => testEnv.CAMPAIGN.getByName(id)

function sql(id: string, ...statements: readonly string[]): Promise<void> {
  return runInDurableObject(object(id), (_object, { storage }) => {
    for (const statement of statements) storage.sql.exec(statement)
  })
}

async function finished(): Promise<string> {
  const { id } = await create(volcanoes(BUDGET))
  await until(id, hasEnded)
  await getJson<Pages>(`/v1/campaigns/${id}/pages`)
  return id
}

const d1 = (query: string, ...values: unknown[]) => testEnv.DB.prepare(query).bind(...values)

const rowOf = (id: string) =>
  d1('SELECT status, next_tick_at AS nextTickAt FROM campaign WHERE id = ?', id).first<{
    status: string
    nextTickAt: number
  }>()

const remove = (id: string) => call(`/v1/campaigns/${id}`, { method: 'DELETE' })

async function ids(): Promise<string[]> {
  const { campaigns } = await getJson<{ campaigns: { id: string }[] }>('/v1/campaigns?limit=200')
  return campaigns.map(({ id }) => id)
}

/** Everything but its removal. The codes of those answers that are failures of ours, and two statuses. */
async function askAll(id: string) {
  const failures: string[] = []
  const statuses = new Map<string, number>()
  for (const route of OF_A_CAMPAIGN) {
    if (route.method === 'delete') continue
    const answer = await ask(route, id)
    statuses.set(`${route.method} ${route.path}`, answer.status)
    if (answer.status >= 500) failures.push((await refusal(answer)).code)
    else await answer.body?.cancel()
  }
  return {
    failures,
    campaign: statuses.get('get /v1/campaigns/{id}'),
    pages: statuses.get('get /v1/campaigns/{id}/pages'),
  }
}

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

afterEach(() => vi.restoreAllMocks())

describe.each(Object.entries(DAMAGE))('a campaign with %s', (_, damage) => {
  let id: string

  beforeEach(async () => {
    id = await finished()
    await sql(id, ...damage, 'DROP TABLE IF EXISTS snapshot')
    await evictDurableObject(object(id))
  })

  test('answers 503 or with what is left, on every route, and can be removed', async () => {
    const { failures, ...statuses } = await askAll(id)
    expect(new Set(failures)).toEqual(new Set(['campaign_unreadable']))
    expect(statuses).toMatchObject({ campaign: 503, pages: 200 })
    const { pages } = await getJson<Pages>(`/v1/campaigns/${id}/pages`)
    expect(pages).toHaveLength(BUDGET)
    expect(await ids()).toContain(id)

    expect((await remove(id)).status).toBe(204)
    expect((await call(`/v1/campaigns/${id}`)).status).toBe(404)
    expect(await ids()).not.toContain(id)
    expect(await rowOf(id)).toBeNull()
    expect((await remove(id)).status).toBe(404)
  })
})

describe('a running campaign whose log is gone', () => {
  test('is marked as failed by one heartbeat, and left alone for ten minutes', async () => {
    const id = await finished()
    await sql(id, 'DROP TABLE step', 'DROP TABLE IF EXISTS snapshot')
    await evictDurableObject(object(id))
    await d1(`UPDATE campaign SET status = 'running', next_tick_at = 1 WHERE id = ?`, id).run()
    await worker.scheduled({} as ScheduledController, testEnv)
    const row = await rowOf(id)
    expect(row!.status).toBe('failed')
    expect(row!.nextTickAt - Date.now()).toBeGreaterThan(590_000)
    await worker.scheduled({} as ScheduledController, testEnv)
    expect(await rowOf(id)).toEqual(row)
    expect((await remove(id)).status).toBe(204)
  })

  test('with many rows in D1 is removed by heartbeats', async () => {
    const id = await finished()
    await sql(id, 'DROP TABLE step', 'DROP TABLE IF EXISTS snapshot')
    await evictDurableObject(object(id))
    await d1(
      `INSERT INTO page WITH RECURSIVE n(i) AS (SELECT 1000 UNION ALL SELECT i + 1 FROM n WHERE i < 4999)
       SELECT ?, i, 'http://a.test/', '', 'ok', 200, 0, 0, 0, 0, 0, 0, 0 FROM n`,
      id,
    ).run()
    expect((await remove(id)).status).toBe(202)
    expect((await call(`/v1/campaigns/${id}`)).status).toBe(404)
    expect((await call(`/v1/campaigns/${id}/pages`)).status).toBe(404)
    for (let minute = 0; minute < 3 && (await rowOf(id)) !== null; minute++) {
      await d1('UPDATE campaign SET next_tick_at = 1 WHERE id = ?', id).run()
      await worker.scheduled({} as ScheduledController, testEnv)
    }
    expect(await rowOf(id)).toBeNull()
    expect(await d1('SELECT count(*) AS n FROM page WHERE campaign = ?', id).first('n')).toBe(0)
  })
})

describe('a campaign whose log was damaged after its last snapshot was written', () => {
  test.each(['zeroblob(9)', `X'DC010203'`])(
    'answers what it still knows, 503 for the rest, and never 500 (%s)',
    async (record) => {
      const { id } = await create(volcanoes(220))
      await until(id, hasEnded)
      await getJson<Pages>(`/v1/campaigns/${id}/pages`)
      await sql(id, `UPDATE step SET record = ${record} WHERE seq BETWEEN 2 AND 60`)
      await evictDurableObject(object(id))
      const { failures, ...statuses } = await askAll(id)
      expect(new Set(failures)).toEqual(new Set(['campaign_unreadable']))
      expect(statuses).toEqual({ campaign: 200, pages: 200 })
      expect((await remove(id)).status).toBe(204)
    },
  )
})
