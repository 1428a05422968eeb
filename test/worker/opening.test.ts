import { evictDurableObject, runInDurableObject } from 'cloudflare:test'
import { afterEach, beforeEach, describe, expect, inject, test, vi } from 'vitest'
import { noUsage } from '../../src/core/campaign/cost/usage.ts'
import { encodeRecord } from '../../src/core/campaign/codec/record-codec.ts'
import { call, create, getJson, post, refusal, until, type Campaign, type Pages } from './client.ts'
import { testEnv } from './migrate.ts'

/** More than one call reads, which is three slices. */
const RECORDS = 45_000

describe('a campaign with a long log and no snapshot', () => {
  let id: string
  let before: Campaign

  const object = () => testEnv.CAMPAIGN.getByName(id)
  const path = () => `/v1/campaigns/${id}`

  /** Records that say nothing but that D1 has everything. */
  async function lengthen() {
    const record = encodeRecord({
      kind: 'flushed',
      at: Date.now(),
      flushedSeq: 2,
      spent: noUsage(),
      next: { kind: 'keep' },
    })
    await runInDurableObject(object(), (_object, { storage: { sql } }) => {
      sql.exec(
        `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${RECORDS})
         INSERT INTO step (seq, record) SELECT (SELECT max(seq) FROM step) + i, ? FROM n`,
        record,
      )
      sql.exec('DROP TABLE IF EXISTS snapshot')
    })
    await evictDurableObject(object())
  }

  beforeEach(async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const campaign = await create({
      name: 'Volcanoes',
      topic: { keywords: ['volcano', 'lava'] },
      seeds: [inject('demoHome')],
      budget: 1_000,
      rate: { perMinute: 60, hostDelayMs: 0 },
    })
    id = campaign.id
    await until(id, ({ progress }) => progress['fetched']! >= 1)
    await post(`${path()}/pause`)
    await getJson<Pages>(`${path()}/pages`)
    before = await getJson(path())
    await lengthen()
  })

  afterEach(() => vi.restoreAllMocks())

  const statusOf = async () => (await call(path())).status

  test('answers 503 with Retry-After, and continues to read its log', async () => {
    const answer = await call(path())
    expect(answer.status).toBe(503)
    expect(answer.headers.get('Retry-After')).toBe('2')
    const error = await refusal(answer)
    expect(error.code).toBe('campaign_loading')
    expect(error.message).toMatch(/loading its log \(30000 records so far/)
    expect((await getJson<Pages>(`${path()}/pages`)).pages).toHaveLength(1)
    await expect.poll(statusOf).toBe(200)
    const { status, progress } = await getJson(path())
    expect({ status, progress }).toEqual({ status: before.status, progress: before.progress })
  })

  test('records a new policy at once, and applies it once the policy has learned the log', async () => {
    await expect.poll(statusOf).toBe(200)
    const body = JSON.stringify({ policy: { name: 'bfs' } })
    expect((await call(path(), { method: 'PATCH', body })).status).toBe(503)
    await evictDurableObject(object())
    await expect.poll(statusOf).toBe(200)
    expect(await getJson(path())).toMatchObject({ status: 'paused', policy: { name: 'bfs' } })
    await post(`${path()}/resume`)
    await until(id, ({ progress }) => progress['pages']! >= before.progress['pages']! + 2)
  })
})
