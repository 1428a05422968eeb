import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { afterEach, beforeEach, describe, expect, inject, test, vi } from 'vitest'
import worker from '../../src/worker.ts'
import { call, create, getJson, post, refusal, until, type Campaign, type Pages } from './client.ts'
import { testEnv } from './migrate.ts'

type Listed = Pick<Campaign, 'id' | 'status' | 'statusReason' | 'nextTickAt'>

/** What is no record, and what was compressed and cannot be inflated. */
const DAMAGE = { zeros: 'zeroblob(9)', 'half a compressed record': `X'DC010203'` }

describe('a campaign whose log cannot be read', () => {
  let id: string

  beforeEach(async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const campaign = await create({
      name: 'Volcanoes',
      topic: { keywords: ['volcano', 'lava'] },
      seeds: [inject('demoHome')],
      budget: 1_000,
      // Slow enough that nothing happens between two lines of a test.
      rate: { perMinute: 20, hostDelayMs: 0 },
    })
    id = campaign.id
    await until(id, ({ progress }) => progress['fetched']! >= 1)
    await getJson<Pages>(`/v1/campaigns/${id}/pages`)
  })

  afterEach(() => vi.restoreAllMocks())

  const object = () => testEnv.CAMPAIGN.getByName(id)

  const sql = (...statements: string[]) =>
    runInDurableObject(object(), (_object, state) => {
      for (const statement of statements) state.storage.sql.exec(statement)
    })

  async function damage(record = DAMAGE.zeros) {
    await sql(
      'CREATE TABLE kept AS SELECT * FROM step WHERE seq = 2',
      `UPDATE step SET record = ${record} WHERE seq = 2`,
      'DROP TABLE IF EXISTS snapshot',
    )
    await evictDurableObject(object())
  }

  const restore = () =>
    sql('UPDATE step SET record = (SELECT record FROM kept) WHERE seq = 2', 'DROP TABLE kept')

  async function listed(): Promise<Listed> {
    const { campaigns } = await getJson<{ campaigns: Listed[] }>('/v1/campaigns')
    return campaigns.find((campaign) => campaign.id === id)!
  }

  const retryAtOf = async () => Date.parse((await listed()).nextTickAt!)

  const alarmOf = () => runInDurableObject(object(), (_object, state) => state.storage.getAlarm())

  async function loseAlarm() {
    await runInDurableObject(object(), (_object, state) => state.storage.deleteAlarm())
    await testEnv.DB.prepare('UPDATE campaign SET next_tick_at = ? WHERE id = ?')
      .bind(Date.now() - 120_000, id)
      .run()
  }

  test.each(Object.entries(DAMAGE))('answers 503 and names the record: %s', async (_, record) => {
    await damage(record)
    const answers = [
      call(`/v1/campaigns/${id}`),
      call(`/v1/campaigns/${id}/decisions`),
      call(`/v1/campaigns/${id}/log`),
      post(`/v1/campaigns/${id}/pause`),
    ]
    for (const answer of await Promise.all(answers)) {
      expect(answer.status).toBe(503)
      const error = await refusal(answer)
      expect(error.code).toBe('campaign_unreadable')
      expect(error.message).toMatch(
        /^Record 2 of .* every 10 minutes.* \/pages\. DELETE removes it\.$/,
      )
    }
  })

  test('because its version is newer says so, loses nothing, and continues under that version', async () => {
    const path = `/v1/campaigns/${id}`
    await post(`${path}/pause`)
    const before = await getJson<object>(path)
    const rows = () =>
      runInDurableObject(object(), (_object, { storage }) =>
        storage.sql.exec('SELECT seq, hex(record) AS record FROM step ORDER BY seq').toArray(),
      )
    const written = await rows()
    const last = written.length
    await sql(
      'DROP TABLE IF EXISTS snapshot',
      `CREATE TABLE kept AS SELECT * FROM step WHERE seq = ${last}`,
      `UPDATE step SET record = CAST(X'D0C8' || substr(record, 3) AS BLOB) WHERE seq = ${last}`,
    )
    await evictDurableObject(object())
    const newer = await rows()
    for (const answer of [await call(path), await post(`${path}/resume`)]) {
      expect(answer.status).toBe(503)
      const { code, message } = await refusal(answer)
      expect(code).toBe('campaign_unreadable')
      expect(message).toMatch(
        new RegExp(`^Record ${last} of .*: version 200, while this program reads 1 to \\d+\\.`),
      )
    }
    await runDurableObjectAlarm(object())
    expect(await rows()).toEqual(newer)
    await sql(
      `UPDATE step SET record = (SELECT record FROM kept) WHERE seq = ${last}`,
      'DROP TABLE kept',
    )
    await evictDurableObject(object())
    expect(await rows()).toEqual(written)
    expect(await getJson(path)).toMatchObject(before)
  })

  test('still lists its pages in D1', async () => {
    await damage()
    const { pages } = await getJson<Pages>(`/v1/campaigns/${id}/pages`)
    expect(pages[0]).toMatchObject({ seq: 2, url: inject('demoHome'), outcome: 'ok' })
  })

  test('is listed as failed once its alarm has fired, and is tried again in ten minutes', async () => {
    await damage()
    await runDurableObjectAlarm(object())
    await expect.poll(listed).toMatchObject({ status: 'failed', statusReason: 'unreadable' })
    const retryAt = await retryAtOf()
    expect(retryAt - Date.now()).toBeGreaterThan(590_000)
    expect(await alarmOf()).toBe(retryAt)
  })

  test('continues by itself when the alarm finds it readable again', async () => {
    await damage()
    await runDurableObjectAlarm(object())
    await expect.poll(listed).toMatchObject({ status: 'failed' })
    await restore()
    await runDurableObjectAlarm(object())
    expect(await getJson(`/v1/campaigns/${id}`)).toMatchObject({ status: 'running' })
    await expect
      .poll(listed, { timeout: 20_000 })
      .toMatchObject({ status: 'running', statusReason: null })
    await until(id, ({ progress }) => progress['pages']! >= 2)
  })

  test('is not changed by a failed edit, not even in memory', async () => {
    const path = `/v1/campaigns/${id}`
    await post(`${path}/pause`)
    const before = await getJson<object>(path)
    await sql(
      'CREATE TABLE kept AS SELECT * FROM step WHERE seq = 2',
      `UPDATE step SET record = ${DAMAGE.zeros} WHERE seq = 2`,
    )
    // The new policy has to learn the whole log.
    const body = JSON.stringify({ policy: { name: 'bfs' } })
    expect((await call(path, { method: 'PATCH', body })).status).toBe(503)
    await restore()
    expect(await getJson(path)).toMatchObject(before)
    await post(`${path}/resume`)
    await until(id, ({ progress }) => progress['pages']! >= 2)
    await evictDurableObject(object())
    expect(await getJson(path)).toMatchObject({ status: 'running' })
  })

  test('is tried again by the heartbeat when its alarm was lost', async () => {
    await damage()
    await runDurableObjectAlarm(object())
    await expect.poll(listed).toMatchObject({ status: 'failed' })
    await loseAlarm()
    await worker.scheduled({} as ScheduledController, testEnv)
    await expect.poll(retryAtOf).toBeGreaterThan(Date.now())
    await loseAlarm()
    await restore()
    await worker.scheduled({} as ScheduledController, testEnv)
    await until(id, ({ progress }) => progress['pages']! >= 2)
    await expect.poll(listed, { timeout: 20_000 }).toMatchObject({ status: 'running' })
  })
})
