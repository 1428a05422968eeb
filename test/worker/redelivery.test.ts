import { beforeEach, describe, expect, test } from 'vitest'
import { DeliveryView } from '../../src/api/views/webhook.ts'
import { call, getJson, post } from './client.ts'
import { issueKey } from './issue-key.ts'
import { testEnv } from './migrate.ts'
import {
  deliverAt,
  deliveries,
  forgetWebhooks,
  happen,
  HOUR_MS,
  isSigned,
  listen,
  receiver,
  type Made,
} from './webhook-client.ts'

beforeEach(forgetWebhooks)

const pathOf = (webhook: string, id: string) => `/v1/webhooks/${webhook}/deliveries/${id}/redeliver`

async function redeliver(webhook: string, id = 'e000') {
  const answer = await post(pathOf(webhook, id))
  expect(answer.status).toBe(200)
  return DeliveryView.parse(await answer.json())
}

const moveTo = (id: string, url: string) =>
  call(`/v1/webhooks/${id}`, { method: 'PATCH', body: JSON.stringify({ url }) })

describe('an event that is redelivered', () => {
  test('is the same event, signed again, and the response says how it went', async () => {
    const { url, received } = receiver(200)
    const { id, secret } = await listen(url)
    await happen(1)
    await deliverAt(Date.now() + 1)
    const again = await redeliver(id)
    expect(again).toMatchObject({ id: 'e000', status: 'delivered', attempts: 2, error: null })
    expect(await deliveries(id)).toEqual([again])
    const [one, other] = await received()
    expect(other!.body).toBe(one!.body)
    expect(other!.headers['webhook-id']).toBe('e000')
    expect(await isSigned(other!, secret)).toBe(true)
  })

  test('arrives after its delivery was given up', async () => {
    const { id } = await listen(receiver(500).url)
    await happen(1)
    const set = `UPDATE delivery SET status = 'failed', attempts = 8, due_at = NULL`
    await testEnv.DB.prepare(set).run()
    const { url, received } = receiver(200)
    await moveTo(id, url)
    expect(await redeliver(id)).toMatchObject({ status: 'delivered', attempts: 9, error: null })
    expect(await received()).toHaveLength(1)
  })

  test('unsuccessfully stays given up after its last attempt, and is retried before it', async () => {
    const { id } = await listen(receiver(500).url)
    await happen(1)
    expect(await redeliver(id)).toMatchObject({
      status: 'pending',
      attempts: 1,
      error: 'http_status',
    })
    await testEnv.DB.prepare('UPDATE delivery SET attempts = 8').run()
    expect(await redeliver(id)).toMatchObject({
      status: 'failed',
      attempts: 9,
      nextAttemptAt: null,
    })
    await deliverAt(Date.now() + 100 * HOUR_MS)
    expect(await deliveries(id)).toMatchObject([{ status: 'failed', attempts: 9 }])
  })

  test('is sent even to an inactive webhook, whose state only 410 changes', async () => {
    const { url, received } = receiver(204)
    const { id } = await listen(url)
    await happen(1)
    await call(`/v1/webhooks/${id}`, { method: 'PATCH', body: JSON.stringify({ active: false }) })
    expect(await redeliver(id)).toMatchObject({ status: 'delivered', responseStatus: 204 })
    expect(await received()).toHaveLength(1)
    expect(await getJson<Made>(`/v1/webhooks/${id}`)).toMatchObject({ inactiveReason: 'user' })
    await moveTo(id, receiver(410).url)
    expect(await redeliver(id)).toMatchObject({ status: 'failed', error: 'gone' })
    expect(await getJson<Made>(`/v1/webhooks/${id}`)).toMatchObject({ inactiveReason: 'gone' })
  })

  test('while it waits is not sent again by the heartbeat', async () => {
    const { url, received } = receiver(200)
    const { id } = await listen(url)
    await happen(1)
    await redeliver(id)
    await deliverAt(Date.now() + HOUR_MS)
    expect(await received()).toHaveLength(1)
  })

  test('must exist, on a webhook of the same owner', async () => {
    const { id } = await listen(receiver(200).url)
    const other = await listen(receiver(200).url, { events: ['campaign.failed'] })
    await happen(1)
    const code = async (answer: Response) =>
      (await answer.json<{ error: { code: string } }>()).error.code
    expect(await code(await post(pathOf(id, 'e999')))).toBe('delivery_not_found')
    expect(await code(await post(pathOf(other.id, 'e000')))).toBe('delivery_not_found')
    expect(await code(await post(pathOf('01m7h3zzzzzzzzzzzz', 'e000')))).toBe('webhook_not_found')
    const as = (key: string) =>
      call(pathOf(id, 'e000'), { method: 'POST', headers: { authorization: `Bearer ${key}` } })
    expect(await code(await as(await issueKey({ owner: 'acme' })))).toBe('webhook_not_found')
    expect((await as(await issueKey({ scope: 'read' }))).status).toBe(403)
    expect(await deliveries(id)).toMatchObject([{ attempts: 0 }])
  })
})
