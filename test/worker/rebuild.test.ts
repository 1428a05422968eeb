import { evictDurableObject, runDurableObjectAlarm } from 'cloudflare:test'
import { describe, expect, test } from 'vitest'
import { call, create, getJson, hasEnded, post, until, volcanoes, type Campaign } from './client.ts'
import { testEnv } from './migrate.ts'

type Rebuilt = Campaign & { results: { saved: number; records: number; rebuilding: boolean } }

const object = (id: string) => testEnv.CAMPAIGN.getByName(id)

const d1 = (query: string, ...values: unknown[]) => testEnv.DB.prepare(query).bind(...values)

/** Page by page, and the campaign itself but for when its row was written. */
async function contentOf(id: string) {
  const { results: pages } = await d1(
    'SELECT * FROM page WHERE campaign = ? ORDER BY seq',
    id,
  ).all()
  const row = await d1('SELECT * FROM campaign WHERE id = ?', id).first()
  return { pages, row: row && { ...row, updated_at: 0, flushed_seq: 0 } }
}

async function finished(budget: number): Promise<string> {
  const { id } = await create(volcanoes(budget))
  await until(id, hasEnded)
  await getJson(`/v1/campaigns/${id}/pages`)
  return id
}

const lose = (id: string) =>
  Promise.all([
    d1('DELETE FROM page WHERE campaign = ?', id).run(),
    d1('DELETE FROM campaign WHERE id = ?', id).run(),
  ])

async function ids(): Promise<string[]> {
  const { campaigns } = await getJson<{ campaigns: { id: string }[] }>('/v1/campaigns?limit=200')
  return campaigns.map(({ id }) => id)
}

const flushedSeqOf = (id: string) =>
  d1('SELECT flushed_seq AS seq FROM campaign WHERE id = ?', id).first<number>('seq')

async function ringOut(id: string): Promise<void> {
  while (await runDurableObjectAlarm(object(id)));
}

describe('POST /v1/campaigns/:id/rebuild', () => {
  test('restores pages, their labels and the campaign itself: 202, with its progress', async () => {
    const id = await finished(40)
    const { pages } = await getJson<{ pages: { seq: number; outcome: string }[] }>(
      `/v1/campaigns/${id}/pages`,
    )
    const page = pages.find(({ outcome }) => outcome === 'ok')!
    await post(`/v1/campaigns/${id}/labels`, { labels: [{ seq: page.seq, score: 1 }] })
    const before = await contentOf(id)
    expect(before.pages.length).toBeGreaterThan(30)
    await lose(id)
    expect(await ids()).not.toContain(id)
    const answer = await post(`/v1/campaigns/${id}/rebuild`)
    expect(answer.status).toBe(202)
    const begun = await answer.json<Rebuilt>()
    expect(begun).toMatchObject({ status: 'completed', results: { rebuilding: true } })
    await ringOut(id)
    expect(await contentOf(id)).toEqual(before)
    expect(await ids()).toContain(id)
    const { results } = await getJson<Rebuilt>(`/v1/campaigns/${id}`)
    expect(results).toEqual({ saved: results.records, records: results.records, rebuilding: false })
  })

  test('continues after its object was evicted', async () => {
    const id = await finished(5)
    // A record each, and together far more than a call may send.
    const labels = Array.from({ length: 100 }, (_, i) => ({ seq: 2, score: (i % 9) / 8 }))
    for (let times = 0; times < 20; times++) {
      expect((await post(`/v1/campaigns/${id}/labels`, { labels })).status).toBe(200)
    }
    await ringOut(id)
    const before = await contentOf(id)
    await lose(id)
    const rebuild = async () =>
      (await (await post(`/v1/campaigns/${id}/rebuild`)).json<Rebuilt>()).results
    expect(await rebuild()).toMatchObject({ rebuilding: true })
    const reached = await flushedSeqOf(id)
    expect(reached).toBe(1_200)
    await evictDurableObject(object(id))
    await runDurableObjectAlarm(object(id))
    await evictDurableObject(object(id))
    expect(await rebuild()).toMatchObject({ saved: 600, rebuilding: true })
    await evictDurableObject(object(id))
    await ringOut(id)
    expect(await contentOf(id)).toEqual(before)
  })

  test('works for a running campaign, and for a stopped one', async () => {
    const { id } = await create(volcanoes(60, { perMinute: 1_200, hostDelayMs: 0 }))
    await until(id, ({ progress }) => progress['fetched']! >= 10)
    await getJson(`/v1/campaigns/${id}/pages`)
    await lose(id)
    expect((await post(`/v1/campaigns/${id}/rebuild`)).status).toBe(202)
    await until(id, ({ progress }) => progress['fetched']! >= 20)
    await post(`/v1/campaigns/${id}/stop`)
    const before = await contentOf(id)
    expect(before.pages.length).toBeGreaterThanOrEqual(20)
    await lose(id)
    const { status } = await (await post(`/v1/campaigns/${id}/rebuild`)).json<Campaign>()
    expect(status).toBe('cancelled')
    await ringOut(id)
    expect(await contentOf(id)).toEqual(before)
  })

  test('deletes rows that the log does not account for', async () => {
    const id = await finished(10)
    const before = await contentOf(id)
    for (const seq of [1, 13, 5_000]) {
      await d1(
        `INSERT OR IGNORE INTO page VALUES (?, ?, 'http://never.test/', '', 'ok', 200, 9, 0, 0, 0, 0, 0, 0)`,
        id,
        seq,
      ).run()
    }
    await post(`/v1/campaigns/${id}/rebuild`)
    await ringOut(id)
    expect(await contentOf(id)).toEqual(before)
  })

  test('is 404 for an unknown campaign', async () => {
    expect((await post('/v1/campaigns/01m7h3zzzzzzzzzzzz/rebuild')).status).toBe(404)
    expect((await call('/v1/campaigns/nonsense/rebuild', { method: 'POST' })).status).toBe(404)
  })
})
