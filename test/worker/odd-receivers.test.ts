import { afterEach, beforeEach, describe, expect, inject, test, vi } from 'vitest'
import { d1Database } from '../../src/runtime/cloudflare/metered-storage.ts'
import { heartbeat } from '../../src/host/heartbeat.ts'
import { cloudflarePlatform } from '../../src/runtime/cloudflare/platform.ts'
import { cloudflareSender } from '../../src/runtime/cloudflare/outbound.ts'
import { CLOUDFLARE_LIMITS } from '../../src/core/limits.ts'
import { deliverDue } from '../../src/host/webhook/deliver-due.ts'
import type { Sender } from '../../src/host/webhook/send.ts'
import { call } from './client.ts'
import { testEnv } from './migrate.ts'
import {
  deliverAt,
  deliveries,
  forgetWebhooks,
  happen,
  listen,
  receiver,
} from './webhook-client.ts'

beforeEach(forgetWebhooks)
afterEach(() => {
  vi.useRealTimers()
})

describe('a receiver', () => {
  test('that redirects into a private network is not followed', async () => {
    const { id } = await listen(receiver('inside').url)
    await happen(1)
    await deliverAt(Date.now() + 1)
    expect(await deliveries(id)).toMatchObject([
      { status: 'pending', responseStatus: 307, error: 'http_status' },
    ])
    const log = await fetch(`${inject('receiver').private}/~log/inside`)
    expect(await log.json()).toEqual([])
  })

  test('whose response never ends counts as having responded', async () => {
    const { id } = await listen(receiver('endless').url)
    await happen(5)
    await deliverAt(Date.now() + 10)
    const statuses = (await deliveries(id)).map(({ status }) => status)
    expect(statuses).toEqual(Array(5).fill('delivered'))
  })

  test('that never responds times out after ten seconds, and is retried', async () => {
    const { url, received } = receiver('silent')
    const { id } = await listen(url)
    await happen(1)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const delivering = deliverAt(Date.now() + 1)
    while ((await received()).length === 0);
    await vi.advanceTimersByTimeAsync(10_000)
    await delivering
    expect(await deliveries(id)).toMatchObject([
      { status: 'pending', attempts: 1, responseStatus: null, error: 'timeout' },
    ])
  })
})

describe('a webhook', () => {
  const countAll = () => testEnv.DB.prepare('SELECT count(*) AS n FROM delivery').first('n')

  test.each([200, 410, 500])(
    'that is deleted during a delivery leaves nothing behind (response %i)',
    async (status) => {
      const { id } = await listen(receiver(status).url)
      await happen(3)
      const http: Sender['http'] = async (...request) => {
        await call(`/v1/webhooks/${id}`, { method: 'DELETE' })
        return fetch(...request)
      }
      const later = { ...cloudflareSender(testEnv), http, now: () => Date.now() + 100 }
      await deliverDue(d1Database(testEnv.DB), later, CLOUDFLARE_LIMITS)
      expect((await call(`/v1/webhooks/${id}`)).status).toBe(404)
      expect(await countAll()).toBe(0)
    },
  )

  test('with many deliveries is deleted at once, and the heartbeats delete the rest of them', async () => {
    const { id } = await listen(receiver(500).url)
    const other = await listen(receiver(500).url, { events: ['campaign.failed'] })
    await testEnv.DB.prepare(
      `INSERT INTO delivery (webhook, id, owner, type, campaign, body, status, attempts, created_at, due_at)
       WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2500)
       SELECT id, 'z-' || i, owner, 'page.relevant', '', '{}', 'pending', 0, 0, 0 FROM webhook, n
       WHERE id = ?1 OR i <= 3`,
    )
      .bind(id)
      .run()
    expect((await call(`/v1/webhooks/${id}`, { method: 'DELETE' })).status).toBe(204)
    expect((await call(`/v1/webhooks/${id}`)).status).toBe(404)
    expect(await countAll()).toBe(1_503)
    await heartbeat(cloudflarePlatform(testEnv), Date.now())
    expect(await countAll()).toBe(503)
    await heartbeat(cloudflarePlatform(testEnv), Date.now())
    expect(await countAll()).toBe(3)
    expect(await deliveries(other.id)).toHaveLength(3)
  })
})
