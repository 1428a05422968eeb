import { afterEach, describe, expect, test } from 'vitest'
import { createApi } from '../../src/api/api.ts'
import {
  DOWNLOAD_SLOT_MS,
  MAX_DOWNLOADS,
  MAX_AS_OF_QUERIES,
  MAX_STREAMS,
} from '../../src/core/access/limits.ts'
import { call, create, getJson, hasEnded, post, refusal, until, volcanoes } from './client.ts'
import { apiDeps } from './api-deps.ts'
import { issueKey } from './issue-key.ts'
import { testEnv } from './migrate.ts'

// What one who may only look can ask for at the same time.

const SLOW = { perMinute: 60, hostDelayMs: 0 }

const reader = async () => ({ authorization: `Bearer ${await issueKey({ scope: 'read' })}` })

const times = <T>(count: number, work: (i: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, i) => work(i)))

describe('event streams', () => {
  const open: Response[] = []
  // One of its own, which nobody else uses: as if each were an isolate.
  let api = createApi(apiDeps())

  const connect = async (id: string, headers: Record<string, string>) => {
    const answer = await api.request(`/v1/campaigns/${id}/events?lastEventId=0`, { headers })
    if (answer.status === 200) open.push(answer)
    return answer
  }

  afterEach(async () => {
    for (const { body } of open.splice(0)) await body?.cancel()
    api = createApi(apiDeps())
  })

  test('are limited per key, and a closed one frees its slot', async () => {
    const { id } = await create(volcanoes(1_000, SLOW))
    const [mine, other] = [await reader(), await reader()]
    const answers = await times(MAX_STREAMS.key, () => connect(id, mine))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    const refused = await connect(id, mine)
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/)
    expect(await refusal(refused)).toMatchObject({
      status: 429,
      code: 'too_many_concurrent_requests',
      message: expect.stringContaining(`${MAX_STREAMS.key} per key`) as string,
    })
    expect((await connect(id, other)).status).toBe(200)
    await open.shift()!.body!.cancel()
    expect((await connect(id, mine)).status).toBe(200)
    await post(`/v1/campaigns/${id}/stop`)
  })

  test('are limited per campaign, whoever opens them', async () => {
    const { id } = await create(volcanoes(1_000, SLOW))
    for (let left: number = MAX_STREAMS.campaign; left > 0; left -= MAX_STREAMS.key) {
      const headers = await reader()
      await times(MAX_STREAMS.key, () => connect(id, headers))
    }
    expect(open).toHaveLength(MAX_STREAMS.campaign)
    expect((await connect(id, await reader())).status).toBe(429)
    const { id: another } = await create(volcanoes(1_000, SLOW))
    expect((await connect(another, await reader())).status).toBe(200)
    for (const campaign of [id, another]) await post(`/v1/campaigns/${campaign}/stop`)
  })

  test('of unknown campaigns hold no slot', async () => {
    const headers = await reader()
    for (let i = 0; i <= MAX_STREAMS.key; i++) {
      expect((await connect('01m7h3zzzzzzzzzzzz', headers)).status).toBe(404)
    }
  })
})

describe('downloads', () => {
  test('that were abandoned free their slots within seconds, released or not', async () => {
    const { id } = await create(volcanoes(60))
    await until(id, hasEnded)
    const headers = await reader()
    let passedMs = 0
    const api = createApi(apiDeps({ now: () => Date.now() + passedMs }))
    const download = () => api.request(`/v1/campaigns/${id}/log`, { headers })
    const readers = await times(MAX_DOWNLOADS.key, async () => {
      const { body } = await download()
      const parts = body!.getReader()
      // The header; the records are still to come. Then nobody reads on, and nobody cancels.
      expect(await parts.read()).toMatchObject({ done: false })
      return parts
    })
    expect((await download()).status).toBe(429)
    passedMs += DOWNLOAD_SLOT_MS
    expect((await download()).status).toBe(200)
    for (const parts of readers) await parts.cancel()
  })

  test('that are cancelled while a part is being read free their slots at once', async () => {
    const { id } = await create(volcanoes(60))
    await until(id, hasEnded)
    const headers = await reader()
    const api = createApi(apiDeps())
    const download = () => api.request(`/v1/campaigns/${id}/log`, { headers })
    for (let i = 0; i < 2 * MAX_DOWNLOADS.key; i++) {
      const { status, body } = await download()
      expect(status).toBe(200)
      const parts = body!.getReader()
      const reading = parts.read()
      await parts.cancel()
      await reading
    }
  })
})

describe('a campaign that has ended', () => {
  test('answers a limited number of asOf queries at a time, and other requests meanwhile', async () => {
    const { id } = await create(volcanoes(60))
    await until(id, hasEnded)
    const headers = await reader()
    const asking = times(20, (i) =>
      call(`/v1/campaigns/${id}/frontier?asOf=${40 + i}`, { headers }),
    )
    expect((await call('/healthz')).status).toBe(200)
    const answers = await asking
    const passed = answers.filter(({ status }) => status === 200)
    expect(passed.length).toBeGreaterThan(0)
    expect(passed.length).toBeLessThanOrEqual(MAX_AS_OF_QUERIES.key)
    for (const answer of answers.filter(({ status }) => status !== 200)) {
      expect(answer.headers.get('retry-after')).toMatch(/^\d+$/)
      expect(await refusal(answer)).toMatchObject({
        status: 429,
        code: 'too_many_concurrent_requests',
      })
    }
  })

  test('limits how fast its log is read, and says when to retry', async () => {
    const { id } = await create(volcanoes(60))
    await until(id, hasEnded)
    const object = testEnv.CAMPAIGN.getByName(id)
    const asking = times(200, async () => {
      const answer: object = await object.query('decisions', { from: undefined, limit: 200 })
      return 'busyMs' in answer
    })
    const refused = await call(`/v1/campaigns/${id}/decisions`)
    expect(await asking).toContain(true)
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/)
    expect(await refusal(refused)).toMatchObject({ status: 429, code: 'campaign_busy' })
    // What takes no reading is answered all the same.
    expect(await getJson(`/v1/campaigns/${id}`)).toMatchObject({ status: 'completed' })
  })
})
