import { beforeEach, describe, expect, inject, test } from 'vitest'
import { WEBHOOK_EVENTS } from '../../src/api/views/event.ts'
import type { EventBody } from '../../src/core/webhook/webhook-event.ts'
import { d1Database } from '../../src/runtime/cloudflare/metered-storage.ts'
import { heartbeat } from '../../src/host/heartbeat.ts'
import { cloudflarePlatform } from '../../src/runtime/cloudflare/platform.ts'
import { cloudflareSender } from '../../src/runtime/cloudflare/outbound.ts'
import { CLOUDFLARE_LIMITS } from '../../src/core/limits.ts'
import { deliverDue } from '../../src/host/webhook/deliver-due.ts'
import type { Sender } from '../../src/host/webhook/send.ts'
import { enqueueDeliveries } from '../../src/store/results/enqueue-deliveries.ts'
import worker from '../../src/worker.ts'
import { call, create, getJson, hasEnded, post, until, volcanoes } from './client.ts'
import { testEnv } from './migrate.ts'
import {
  deliverAt,
  deliveries,
  forgetWebhooks,
  happen,
  HOUR_MS,
  isSigned,
  listen,
  type Made,
  MINUTE_MS,
  receiver,
  type Shown,
} from './webhook-client.ts'

beforeEach(forgetWebhooks)

describe('a campaign', () => {
  test('notifies its webhooks from its start to its end, once per event, signed and as described', async () => {
    const { url, received } = receiver(200)
    const { id: webhook, secret } = await listen(url)
    const { id } = await create(volcanoes(20))
    await until(id, hasEnded)
    await expect.poll(async () => (await received()).length, { timeout: 10_000 }).toBe(5)
    const all = await received()
    for (const one of all) expect(await isSigned(one, secret)).toBe(true)
    const events = all.map((one) => {
      const body = JSON.parse(one.body) as EventBody
      expect(WEBHOOK_EVENTS[body.type].parse(body)).toEqual(body)
      expect(body.data.campaign.id).toBe(id)
      return body
    })
    const sorted = events.toSorted((a, b) => a.data.campaign.fetched - b.data.campaign.fetched)
    expect(sorted.map(({ type }) => type)).toEqual([
      'campaign.started',
      'campaign.milestone',
      'campaign.milestone',
      'campaign.milestone',
      'campaign.completed',
    ])
    expect(sorted.map(({ data }) => data.milestone)).toEqual([undefined, 25, 50, 75, undefined])
    await expect
      .poll(async () => (await deliveries(webhook)).map(({ status }) => status))
      .toEqual(Array(5).fill('delivered'))
  })

  test('sends relevant pages with the heartbeat', async () => {
    const { url, received } = receiver(200)
    await listen(url, { events: ['page.relevant'] })
    const { id } = await create(volcanoes(30))
    const { progress } = await until(id, hasEnded)
    await call(`/v1/campaigns/${id}/pages`)
    await worker.scheduled({} as ScheduledController, testEnv)
    const bodies = (await received()).map(({ body }) => JSON.parse(body) as EventBody)
    const pages = bodies.flatMap(({ data }) => data.pages!)
    expect(pages.length).toBe(progress['relevant'])
    expect(new Set(pages.map(({ seq }) => seq)).size).toBe(pages.length)
    for (const body of bodies) expect(WEBHOOK_EVENTS['page.relevant'].parse(body)).toEqual(body)
  })

  test('notifies only webhooks that want the event', async () => {
    const other = await create(volcanoes(1))
    await until(other.id, hasEnded)
    const { url, received } = receiver(200)
    await listen(url, { campaign: other.id })
    const { id } = await create(volcanoes(5))
    await until(id, hasEnded)
    await post(`/v1/campaigns/${id}/stop`)
    await worker.scheduled({} as ScheduledController, testEnv)
    expect(await received()).toEqual([])
  })
})

describe('a delivery', () => {
  test('that fails is retried with growing pauses, and then given up', async () => {
    const { url, received } = receiver(500)
    const { id, secret } = await listen(url)
    let now = Date.now()
    await happen(1, now)
    const waits = [1, 5, 30, 120, 360, 720, 1440].map((minutes) => minutes * MINUTE_MS)
    for (const [i, wait] of waits.entries()) {
      await deliverAt(now)
      expect(await deliveries(id)).toMatchObject([
        {
          status: 'pending',
          attempts: i + 1,
          responseStatus: 500,
          error: 'http_status',
          nextAttemptAt: new Date(now + wait).toISOString(),
        },
      ])
      await deliverAt(now + wait - 1)
      now += wait
    }
    await deliverAt(now)
    expect(await deliveries(id)).toMatchObject([
      { status: 'failed', attempts: 8, nextAttemptAt: null },
    ])
    await deliverAt(now + 100 * HOUR_MS)
    const attempts = await received()
    expect(attempts).toHaveLength(8)
    expect(new Set(attempts.map(({ headers }) => headers['webhook-id']))).toEqual(new Set(['e000']))
    expect(new Set(attempts.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(8)
    for (const attempt of attempts) expect(await isSigned(attempt, secret)).toBe(true)
  })

  test('waits as long as the Retry-After of the receiver says', async () => {
    const { id } = await listen(receiver('busy').url)
    const now = Date.now()
    await happen(1, now)
    await deliverAt(now)
    const nextAttemptAt = new Date(now + 2 * HOUR_MS).toISOString()
    expect(await deliveries(id)).toMatchObject([{ status: 'pending', nextAttemptAt }])
  })

  test('is sent once, however many senders run at the same time', async () => {
    const { url, received } = receiver(200)
    await listen(url)
    const now = Date.now()
    await happen(18, now)
    await Promise.all(Array.from({ length: 4 }, () => deliverAt(now + 100)))
    const ids = (await received()).map(({ headers }) => headers['webhook-id'])
    expect(ids).toHaveLength(18)
    expect(new Set(ids).size).toBe(18)
  })

  test('that was lost with its sender is sent again when its lease expires', async () => {
    const { url, received } = receiver(200)
    const { id } = await listen(url)
    const now = Date.now()
    await happen(1, now)
    const sender = {
      ...cloudflareSender(testEnv),
      http: () => new Promise<Response>(() => {}),
      now: () => now,
    }
    void deliverDue(d1Database(testEnv.DB), sender, CLOUDFLARE_LIMITS)
    await expect.poll(async () => (await deliveries(id))[0]!.attempts).toBe(1)
    await deliverAt(now + 59_000)
    expect(await received()).toEqual([])
    await deliverAt(now + 61_000)
    expect(await received()).toHaveLength(1)
    expect(await deliveries(id)).toMatchObject([{ status: 'delivered', attempts: 2 }])
  })

  test('is not sent to a private address, whatever was allowed before', async () => {
    const { id } = await listen('https://receiver.test/')
    const url = `${inject('receiver').private}/200/never`
    await testEnv.DB.prepare('UPDATE webhook SET url = ?').bind(url).run()
    await happen(1)
    await deliverAt(Date.now() + 1)
    expect(await deliveries(id)).toMatchObject([
      { status: 'failed', error: 'address_refused', responseStatus: null },
    ])
    const log = await fetch(`${inject('receiver').private}/~log/never`)
    expect(await log.json()).toEqual([])
  })

  test('answered with 410 deactivates the webhook', async () => {
    const { url, received } = receiver(410)
    const { id } = await listen(url)
    await happen(8)
    await deliverAt(Date.now() + 100)
    // Five were on their way at once.
    expect(await received()).toHaveLength(5)
    const errors = (await deliveries(id)).map(({ error }) => error)
    expect(errors.filter((error) => error === 'gone')).toHaveLength(5)
    expect(errors.filter((error) => error === 'webhook_inactive')).toHaveLength(3)
    expect(await getJson<Made>(`/v1/webhooks/${id}`)).toMatchObject({
      active: false,
      inactiveReason: 'gone',
    })
    await happen(9)
    expect(await deliveries(id)).toHaveLength(8)
  })

  test('answered with 410 does not deactivate a webhook whose URL was changed meanwhile', async () => {
    const { id } = await listen(receiver(410).url)
    await happen(1)
    const { url } = receiver(200)
    const http: Sender['http'] = async (...request) => {
      await call(`/v1/webhooks/${id}`, { method: 'PATCH', body: JSON.stringify({ url }) })
      return fetch(...request)
    }
    const later = { ...cloudflareSender(testEnv), http, now: () => Date.now() + 100 }
    await deliverDue(d1Database(testEnv.DB), later, CLOUDFLARE_LIMITS)
    expect(await deliveries(id)).toMatchObject([{ status: 'failed', error: 'gone' }])
    expect(await getJson<Made>(`/v1/webhooks/${id}`)).toMatchObject({ url, active: true })
  })

  test('to a receiver that is down delays no other', async () => {
    const down = await listen(receiver(500).url)
    const now = Date.now()
    await happen(60, now)
    const { url, received } = receiver(200)
    await listen(url)
    await happen(61, now)
    await deliverAt(now + 1_000)
    const ids = (await received()).map(({ headers }) => headers['webhook-id'])
    expect(ids.length).toBeGreaterThanOrEqual(8)
    expect((await deliveries(down.id)).filter(({ attempts }) => attempts > 0).length).toBeLessThan(
      20,
    )
  })

  test('is signed with the current secret', async () => {
    const { url, received } = receiver(200)
    const { id } = await listen(url)
    await happen(1)
    const secret = `whsec_${btoa('another secret of 24 bytes')}`
    await call(`/v1/webhooks/${id}`, { method: 'PATCH', body: JSON.stringify({ secret }) })
    await deliverAt(Date.now() + 1)
    expect(await isSigned((await received())[0]!, secret)).toBe(true)
  })

  test('is listed by cursor, newest first, each once', async () => {
    const { id } = await listen(receiver(200).url)
    await happen(7)
    const ids: string[] = []
    let path: string | null = `/v1/webhooks/${id}/deliveries?limit=3`
    while (path !== null) {
      const part: { deliveries: Shown[]; next: string | null } = await getJson(path)
      ids.push(...part.deliveries.map((delivery) => delivery.id))
      path = part.next
    }
    expect(ids).toEqual(['e006', 'e005', 'e004', 'e003', 'e002', 'e001', 'e000'])
  })

  test('is deleted after thirty days', async () => {
    const { id } = await listen(receiver(200).url, { events: ['campaign.completed'] })
    const campaignId = (await create(volcanoes(1))).id
    await until(campaignId, hasEnded)
    await expect.poll(async () => (await deliveries(id)).length).toBe(1)
    const hour = Math.ceil(Date.now() / HOUR_MS) * HOUR_MS
    await heartbeat(cloudflarePlatform(testEnv), hour + 29 * 24 * HOUR_MS)
    expect(await deliveries(id)).toHaveLength(1)
    await heartbeat(cloudflarePlatform(testEnv), hour + 31 * 24 * HOUR_MS)
    expect(await deliveries(id)).toHaveLength(0)
  })

  test('is deleted on time, however many there are', async () => {
    await listen(receiver(200).url)
    // Two campaigns that find a page every second bring as many in an hour.
    const day = 24 * HOUR_MS
    await testEnv.DB.prepare(
      `INSERT INTO delivery (webhook, id, owner, type, campaign, body, status, attempts, created_at)
       WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1440)
       SELECT id, '0-' || i, owner, 'page.relevant', '', '{}', 'delivered', 1, 0 FROM webhook, n`,
    ).run()
    const hour = Math.ceil(Date.now() / HOUR_MS) * HOUR_MS
    for (let minute = 0; minute < 2; minute++) {
      await heartbeat(cloudflarePlatform(testEnv), hour + 31 * day + minute * MINUTE_MS)
    }
    const left = await testEnv.DB.prepare('SELECT count(*) AS n FROM delivery').first()
    expect(left).toEqual({ n: 0 })
  })
})

test('without webhooks, events cost one statement that reads one row and writes none', async () => {
  const { query, values } = enqueueDeliveries({ owner: 'main', id: 'nobody' }, [
    { id: 'e', seq: 1, type: 'page.relevant', at: 0, body: '{"data":{}}', pages: [] },
  ])
  const { meta } = await testEnv.DB.prepare(query)
    .bind(...values)
    .run()
  expect({ read: meta.rows_read, written: meta.rows_written }).toEqual({ read: 1, written: 0 })
})
