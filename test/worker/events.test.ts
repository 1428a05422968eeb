import { beforeAll, describe, expect, test } from 'vitest'
import { CampaignUpdate, PageUpdateView } from '../../src/api/views/event.ts'
import { parseKey } from '../../src/core/access/access-key.ts'
import { readEvents, type ReadEvent } from '../fixtures/event-reader.ts'
import { call, create, getJson, hasEnded, post, until, volcanoes, type Pages } from './client.ts'
import { issueKey } from './issue-key.ts'
import { testEnv } from './migrate.ts'

let ownKey: { authorization: string }

// Other files leave streams open under the root key, whose slots take a while to expire.
beforeAll(async () => {
  ownKey = { authorization: `Bearer ${await issueKey({ scope: 'read' })}` }
})

async function connect(id: string, lastEventId?: number, query = ''): Promise<Response> {
  const since = lastEventId === undefined ? {} : { 'last-event-id': String(lastEventId) }
  const headers = { ...ownKey, ...since }
  const answer = await call(`/v1/campaigns/${id}/events${query}`, { headers })
  expect(answer.status).toBe(200)
  return answer
}

/** The events of a connection, until it ends or so many have come; then the client leaves. */
async function some(answer: Response, count: number): Promise<ReadEvent[]> {
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  for (;;) {
    const { done, value } = await reader.read()
    text += value ?? ''
    const { events } = readEvents(text)
    if (!done && events.length < count) continue
    if (!done) await reader.cancel()
    return events.slice(0, count)
  }
}

const seqs = (events: ReadEvent[]) =>
  events.filter(({ type }) => type === 'page').map(({ data }) => data['seq'])

async function listed(id: string): Promise<number[]> {
  const { pages } = await getJson<Pages>(`/v1/campaigns/${id}/pages?limit=1000`)
  return pages.map(({ seq }) => seq)
}

describe('GET /v1/campaigns/:id/events', () => {
  test('is an event stream that no cache stores', async () => {
    const { id } = await create(volcanoes(1_000, { perMinute: 1, hostDelayMs: 0 }))
    const answer = await connect(id)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-cache',
      'x-accel-buffering': 'no',
    })
    const [first] = await some(answer, 1)
    expect(CampaignUpdate.parse(first!.data)).toMatchObject({ id, status: 'running' })
  })

  test('sends each page as /pages shows it, and ends with the campaign', async () => {
    const { id } = await create(volcanoes(25))
    const { events, retryMs } = readEvents(await (await connect(id, 0)).text())
    const { pages } = await getJson<Pages>(`/v1/campaigns/${id}/pages?limit=100`)
    const updates = events.filter(({ type }) => type === 'page').map(({ data }) => data)
    for (const page of updates) PageUpdateView.parse(page)
    expect(updates).toEqual(pages.map((page) => ({ ...page, replaces: null })))
    expect(events.at(-1)!.data).toMatchObject({ status: 'completed', nextTickAt: null })
    expect(retryMs).toBeGreaterThan(60_000)
  })

  test('continues after the last event a client names, by header or query, without loss or repetition', async () => {
    const { id } = await create(volcanoes(60))
    const events: ReadEvent[] = []
    for (let count = 2; ; count++) {
      const seen = events.at(-1)?.id ?? 0
      const query = `?lastEventId=${seen}`
      const answer = count % 2 === 0 ? await connect(id, seen) : await connect(id, undefined, query)
      const part = await some(answer, count)
      events.push(...part)
      if (part.length < count) break
    }
    expect(seqs(events)).toEqual(await listed(id))
    expect(events.at(-1)!.data).toMatchObject({ status: 'completed' })
  })

  test('catches up with hundreds of pages in batches', async () => {
    const { id } = await create(volcanoes(450))
    await until(id, hasEnded)
    const { events } = readEvents(await (await connect(id, 0)).text())
    expect(seqs(events)).toEqual(await listed(id))
    expect(events.filter(({ type }) => type === 'campaign').length).toBeGreaterThanOrEqual(3)
  })

  test('says that the campaign was stopped', async () => {
    const { id } = await create(volcanoes(1_000, { perMinute: 30, hostDelayMs: 0 }))
    const text = (await connect(id)).text()
    await post(`/v1/campaigns/${id}/stop`)
    const { events } = readEvents(await text)
    expect(events.at(-1)!.data).toMatchObject({ status: 'cancelled', statusReason: 'user' })
  })

  test('refuses an invalid event id', async () => {
    const { id } = await create(volcanoes(1))
    for (const query of ['lastEventId=x', 'lastEventId=-1', 'since=3']) {
      const answer = await call(`/v1/campaigns/${id}/events?${query}`, { headers: ownKey })
      expect(answer.status).toBe(400)
      expect(await answer.json()).toMatchObject({ error: { code: 'invalid_query' } })
    }
  })

  test.each([
    ['is revoked', `UPDATE access_key SET revoked_at = 1 WHERE id = ?`],
    ['expires', `UPDATE access_key SET expires_at = 1 WHERE id = ?`],
    ['is gone', `DELETE FROM access_key WHERE id = ?`],
  ])('ends when the key %s meanwhile', async (_what, change) => {
    const { id } = await create(volcanoes(1_000, { perMinute: 60, hostDelayMs: 0 }))
    const key = await issueKey({ scope: 'read' })
    const headers = { authorization: `Bearer ${key}` }
    const answer = await call(`/v1/campaigns/${id}/events`, { headers })
    const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader()
    // How it stands, then what comes of a tick.
    for (let part = 0; part < 2; part++) expect((await reader.read()).done).toBe(false)
    await testEnv.DB.prepare(change).bind(parseKey(key)!.id).run()
    let parts = 0
    while (!(await reader.read()).done) parts++
    // One may have been requested before.
    expect(parts).toBeLessThan(2)
    await post(`/v1/campaigns/${id}/stop`)
  })

  test('needs a key, and a known campaign', async () => {
    const { id } = await create(volcanoes(1))
    const closed = await call(`/v1/campaigns/${id}/events`, { headers: { authorization: '' } })
    expect(closed.status).toBe(401)
    for (const unknown of ['01m7h3zzzzzzzzzzzz', 'nonsense']) {
      const answer = await call(`/v1/campaigns/${unknown}/events`, { headers: ownKey })
      expect(answer.status).toBe(404)
    }
  })
})
