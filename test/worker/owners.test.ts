import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { beforeEach, describe, expect, inject, test, vi } from 'vitest'
import { readLogFile } from '../../src/core/campaign/log/log-file-reader.ts'
import { decodeRecord } from '../../src/core/campaign/codec/record-codec.ts'
import worker from '../../src/worker.ts'
import { call, type Campaign, type Pages } from './client.ts'
import { issueKey } from './issue-key.ts'
import { testEnv } from './migrate.ts'

describe('a campaign of an owner other than the main one', () => {
  let headers: { authorization: string }
  let id: string

  beforeEach(async () => {
    headers = { authorization: `Bearer ${await issueKey({ owner: 'acme', scope: 'write' })}` }
    const body = JSON.stringify({
      name: 'Volcanoes',
      topic: { keywords: ['volcano', 'lava'] },
      seeds: [inject('demoHome')],
      budget: 1_000,
      // Slow enough that nothing happens between two lines of a test.
      rate: { perMinute: 1, hostDelayMs: 0 },
    })
    const made = await call('/v1/campaigns', { method: 'POST', headers, body })
    id = (await made.json<Campaign>()).id
    const report = async () => (await call(`/v1/campaigns/${id}`, { headers })).json<Campaign>()
    while ((await report()).progress['fetched'] !== 1) await scheduler.wait(20)
  })

  const object = () => testEnv.CAMPAIGN.getByName(`acme/${id}`)

  const alarm = () => runInDurableObject(object(), (_object, { storage }) => storage.getAlarm())

  test('is crawled, and its results belong to its owner', async () => {
    const pages = await call(`/v1/campaigns/${id}/pages`, { headers })
    expect((await pages.json<Pages>()).pages).toMatchObject([{ url: inject('demoHome') }])
    for (const results of ['pages', 'pages/2', 'export']) {
      expect((await call(`/v1/campaigns/${id}/${results}`)).status).toBe(404)
      const answer = await call(`/v1/campaigns/${id}/${results}`, { headers })
      expect(answer.status).toBe(200)
      await answer.body?.cancel()
    }
  })

  test('names its owner in its log', async () => {
    const file = await call(`/v1/campaigns/${id}/log`, { headers })
    const [created] = readLogFile(new Uint8Array(await file.arrayBuffer()))
    expect(decodeRecord(created!)).toMatchObject({ kind: 'created', id, owner: 'acme' })
  })

  test('is woken by the heartbeat when its alarm was lost', async () => {
    await expect.poll(alarm).toBeGreaterThan(0)
    await runInDurableObject(object(), (_object, { storage }) => storage.deleteAlarm())
    await testEnv.DB.prepare(`UPDATE campaign SET next_tick_at = ? WHERE owner = 'acme' AND id = ?`)
      .bind(Date.now() - 120_000, id)
      .run()
    await worker.scheduled({} as ScheduledController, testEnv)
    await expect.poll(alarm).toBeGreaterThan(0)
  })

  test('is marked as failed in its owner’s list when it cannot be read', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    await expect.poll(alarm).toBeGreaterThan(0)
    await runInDurableObject(object(), (_object, { storage }) =>
      storage.sql.exec('UPDATE step SET record = zeroblob(9) WHERE seq = 2'),
    )
    await evictDurableObject(object())
    await runDurableObjectAlarm(object())
    const listed = async () => {
      const answer = await call('/v1/campaigns?limit=1', { headers })
      return (await answer.json<{ campaigns: Campaign[] }>()).campaigns[0]
    }
    await expect.poll(listed).toMatchObject({ id, status: 'failed', statusReason: 'unreadable' })
    vi.restoreAllMocks()
  })
})
