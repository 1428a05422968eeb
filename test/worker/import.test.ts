import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { beforeAll, describe, expect, test } from 'vitest'
import { createApi } from '../../src/api/api.ts'
import { readLogFile } from '../../src/core/campaign/log/log-file-reader.ts'
import { logFrames } from '../../src/core/campaign/log/log-file.ts'
import { renamed } from '../../src/core/campaign/log/rename-log.ts'
import { exportedLog } from '../fixtures/exported-log.ts'
import { apiDeps } from './api-deps.ts'
import {
  call,
  create,
  getJson,
  hasEnded,
  post,
  refusal,
  settled,
  until,
  volcanoes,
  type Campaign,
  type Pages,
} from './client.ts'
import { issueKey } from './issue-key.ts'
import { testEnv } from './migrate.ts'
import { TEST_KEY } from './test-key.ts'

const upload = (body: Uint8Array, headers: Record<string, string> = {}) =>
  call('/v1/campaigns/import', { method: 'POST', body, headers })

async function download(id: string): Promise<Uint8Array> {
  return new Uint8Array(await (await call(`/v1/campaigns/${id}/log`)).arrayBuffer())
}

const remove = async (id: string) => {
  const object = testEnv.CAMPAIGN.getByName(id)
  await call(`/v1/campaigns/${id}`, { method: 'DELETE' })
  while (await runDurableObjectAlarm(object));
  // While the object stays in memory, it remembers that it was removed.
  await evictDurableObject(object)
}

/** What is stored of a campaign, in its object and in D1. */
async function remains(id: string) {
  const object = await runInDurableObject(
    testEnv.CAMPAIGN.getByName(id),
    async (_, { storage }) => ({
      tables: storage.sql
        .exec<{ name: string }>(
          `SELECT name FROM sqlite_master WHERE name NOT LIKE '\\_cf%' ESCAPE '\\'`,
        )
        .toArray()
        .map(({ name }) => name),
      alarm: await storage.getAlarm(),
    }),
  )
  const rows = await testEnv.DB.prepare(
    'SELECT id FROM campaign WHERE id = ?1 UNION ALL SELECT campaign FROM page WHERE campaign = ?1',
  )
    .bind(id)
    .all()
  return { ...object, rows: rows.results.length }
}

const NOTHING = { tables: [], alarm: null, rows: 0 }

/** A campaign half way through its budget, paused, and its log; the campaign itself is removed. */
async function movedOut(budget = 40) {
  const { id } = await create(volcanoes(budget, { perMinute: 1_500, hostDelayMs: 0 }))
  await until(id, ({ progress }) => progress['fetched']! >= budget / 2)
  await post(`/v1/campaigns/${id}/pause`)
  await until(id, ({ nextTickAt }) => nextTickAt === null)
  await settled(id)
  const { progress } = await getJson(`/v1/campaigns/${id}`)
  const { pages } = await getJson<Pages>(`/v1/campaigns/${id}/pages?limit=1000`)
  const log = await download(id)
  await remove(id)
  return { id, log, pages, fetched: progress['fetched']! }
}

describe('POST /v1/campaigns/import', () => {
  test('continues a campaign under its own id, with all its pages and exactly its budget', async () => {
    const { id, log, pages, fetched } = await movedOut()
    expect(await remains(id)).toEqual(NOTHING)
    const answer = await upload(log)
    expect(answer.status).toBe(201)
    expect(answer.headers.get('location')).toBe(`/v1/campaigns/${id}`)
    expect(answer.headers.get('dowser-source-id')).toBe(id)
    expect(await answer.json()).toMatchObject({ id, status: 'paused', progress: { fetched } })
    const imported = readLogFile(await download(id))
    const rows = readLogFile(log)
    expect(imported.slice(0, rows.length)).toEqual(rows)
    expect((await getJson<Pages>(`/v1/campaigns/${id}/pages?limit=1000`)).pages).toEqual(pages)
    await post(`/v1/campaigns/${id}/resume`)
    expect((await until(id, hasEnded)).progress).toMatchObject({ fetched: 40, remaining: 0 })
  })

  test('gives a new id where the campaign still is, and leaves that alone', async () => {
    const { id } = await create(volcanoes(10))
    await until(id, hasEnded)
    const before = await getJson(`/v1/campaigns/${id}`)
    const answer = await upload(await download(id))
    const copy = await answer.json<Campaign>()
    expect(answer.status).toBe(201)
    expect(copy.id).not.toBe(id)
    expect(answer.headers.get('location')).toBe(`/v1/campaigns/${copy.id}`)
    expect(answer.headers.get('dowser-source-id')).toBe(id)
    expect(await getJson(`/v1/campaigns/${id}`)).toEqual(before)
    const { pages } = await getJson<Pages>(`/v1/campaigns/${id}/pages`)
    expect((await getJson<Pages>(`/v1/campaigns/${copy.id}/pages`)).pages).toEqual(pages)
  })

  test('belongs to whoever imports it; an id that another owner has is taken', async () => {
    const { id, log } = await movedOut(10)
    const headers = { authorization: `Bearer ${await issueKey({ owner: 'acme', scope: 'write' })}` }
    expect((await (await upload(log, headers)).json<Campaign>()).id).toBe(id)
    expect((await call(`/v1/campaigns/${id}`)).status).toBe(404)
    expect((await call(`/v1/campaigns/${id}`, { headers })).status).toBe(200)
    expect((await (await upload(log)).json<Campaign>()).id).not.toBe(id)
  })

  test('needs a key that may write', async () => {
    const headers = { authorization: `Bearer ${await issueKey({ scope: 'read' })}` }
    expect((await upload(new Uint8Array(), headers)).status).toBe(403)
  })

  test('with an Idempotency-Key imports once', async () => {
    const { log } = await movedOut(10)
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const { id } = await (await upload(log, headers)).json<Campaign>()
    const again = await upload(log, headers)
    expect(again.status).toBe(201)
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect((await again.json<Campaign>()).id).toBe(id)
    const other = exportedLog(readLogFile(log).slice(0, -1))
    expect(await refusal(await upload(other, headers))).toMatchObject({
      status: 422,
      code: 'idempotency_key_reused',
    })
  })
})

describe('a log that is refused', () => {
  let moved: Awaited<ReturnType<typeof movedOut>>

  beforeAll(async () => {
    moved = await movedOut(12)
  })

  test.for<[string, (log: Uint8Array) => Uint8Array, RegExp]>([
    ['is empty', () => new Uint8Array(), /cut short at byte 0, in its header/],
    ['has no records', () => exportedLog([]), /it has no records/],
    ['is no log', () => new TextEncoder().encode('<html>'), /not a Dowser log/],
    ['is cut short', (log) => log.slice(0, -1), /cut short at byte \d+, in record \d+ of \d+/],
    ['is continued', (log) => Uint8Array.of(...log, 7), /more bytes after its last record/],
    [
      'is of a newer version',
      (log) => log.with(6, 2),
      /of version 2; this program reads version 1/,
    ],
    [
      'is altered',
      (log) => log.with(log.length - 2, log.at(-2)! ^ 1),
      /record \d+ at byte \d+: its checksum/,
    ],
    [
      'has a record of a newer version',
      (log) => {
        const rows = readLogFile(log)
        return exportedLog(rows.with(3, rows[3]!.with(1, 99)))
      },
      /record 4 at byte \d+: version 99, while this program reads 1 to/,
    ],
    [
      'lacks a record',
      (log) => exportedLog(readLogFile(log).toSpliced(2, 1)),
      /record \d+ at byte \d+: /,
    ],
  ])('because it %s leaves nothing', async ([, change, message]) => {
    const answer = await refusal(await upload(change(moved.log)))
    expect(answer).toMatchObject({ status: 422, code: 'invalid_log' })
    expect(answer.message).toMatch(message)
    expect(answer.message).toContain('Nothing was imported')
    expect(await remains(moved.id)).toEqual(NOTHING)
  })

  test('because it is too large leaves nothing, whether its size is announced or not', async () => {
    const api = createApi(apiDeps({ maxImportBytes: moved.log.length - 1 }))
    const half = moved.log.length >> 1
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(moved.log.slice(0, half))
        controller.enqueue(moved.log.slice(half))
        controller.close()
      },
    })
    for (const body of [moved.log, stream]) {
      const headers = { authorization: `Bearer ${TEST_KEY}` }
      const request = new Request('http://dowser.test/v1/campaigns/import', {
        method: 'POST',
        headers,
        body,
      })
      const answer = await api.request(request)
      expect(await refusal(answer)).toMatchObject({ status: 413, code: 'body_too_large' })
    }
    expect(await remains(moved.id)).toEqual(NOTHING)
  })
})

describe('an upload that breaks off', () => {
  async function begun() {
    const moved = await movedOut(12)
    const rows = readLogFile(moved.log)
    const frames = renamed(logFrames(rows.slice(0, 5)), { id: moved.id, owner: 'main' })
    const object = testEnv.CAMPAIGN.getByName(moved.id)
    await object.import({ importId: 'lost', after: 0, frames, isLast: false })
    expect((await remains(moved.id)).alarm).toBeGreaterThan(Date.now())
    expect((await call(`/v1/campaigns/${moved.id}`)).status).toBe(404)
    await evictDurableObject(object)
    return { ...moved, object }
  }

  test('is erased by the alarm', async () => {
    const { id, object } = await begun()
    await runDurableObjectAlarm(object)
    expect(await remains(id)).toEqual(NOTHING)
  })

  test('leaves its id to the next', async () => {
    const { id, log } = await begun()
    expect((await (await upload(log)).json<Campaign>()).id).toBe(id)
  })
})
