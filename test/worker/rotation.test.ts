import { beforeEach, describe, expect, test } from 'vitest'
import { NewSecret } from '../../src/api/views/webhook.ts'
import { call, post } from './client.ts'
import { issueKey } from './issue-key.ts'
import {
  deliverAt,
  forgetWebhooks,
  happen,
  HOUR_MS,
  isSigned,
  listen,
  receiver,
} from './webhook-client.ts'

beforeEach(forgetWebhooks)

async function rotate(id: string) {
  const answer = await post(`/v1/webhooks/${id}/rotate`)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  return NewSecret.parse(await answer.json())
}

/** Which of the secrets sign the delivery made at that moment. */
async function signedAt(now: number, hook: ReturnType<typeof receiver>, secrets: string[]) {
  await happen(1, now)
  await deliverAt(now)
  const [last] = (await hook.received()).slice(-1)
  return Promise.all(secrets.map((secret) => isSigned(last!, secret)))
}

describe('a secret that was rotated', () => {
  test('signs alongside the new one for a day, and then no longer', async () => {
    const hook = receiver(500)
    const { id, secret } = await listen(hook.url)
    const { secret: next, previousSecretExpiresAt } = await rotate(id)
    expect(next).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(next).not.toBe(secret)
    const until = Date.parse(previousSecretExpiresAt)
    expect(Math.abs(until - Date.now() - 24 * HOUR_MS)).toBeLessThan(HOUR_MS)
    expect(await signedAt(Date.now(), hook, [next, secret])).toEqual([true, true])
    expect(await signedAt(until - 1, hook, [next, secret])).toEqual([true, true])
    expect(await signedAt(until + HOUR_MS, hook, [next, secret])).toEqual([true, false])
  })

  test('twice no longer signs', async () => {
    const hook = receiver(200)
    const { id, secret } = await listen(hook.url)
    const second = await rotate(id)
    const third = await rotate(id)
    const secrets = [third.secret, second.secret, secret]
    expect(await signedAt(Date.now(), hook, secrets)).toEqual([true, true, false])
  })

  test('signs a ping as well', async () => {
    const hook = receiver(200)
    const { id, secret } = await listen(hook.url)
    const { secret: next } = await rotate(id)
    await post(`/v1/webhooks/${id}/test`)
    const [ping] = await hook.received()
    expect([await isSigned(ping!, next), await isSigned(ping!, secret)]).toEqual([true, true])
  })

  test('is dropped at once if the user sets a secret: the old one may have been stolen', async () => {
    const hook = receiver(200)
    const { id, secret } = await listen(hook.url)
    const { secret: next } = await rotate(id)
    const own = `whsec_${btoa('a secret of at least 24 bytes')}`
    await call(`/v1/webhooks/${id}`, { method: 'PATCH', body: JSON.stringify({ secret: own }) })
    expect(await signedAt(Date.now(), hook, [own, next, secret])).toEqual([true, false, false])
  })

  test('stays when anything else about the webhook is changed', async () => {
    const hook = receiver(200)
    const { id, secret } = await listen(hook.url)
    const { secret: next } = await rotate(id)
    const body = JSON.stringify({ events: ['campaign.completed'] })
    await call(`/v1/webhooks/${id}`, { method: 'PATCH', body })
    expect(await signedAt(Date.now(), hook, [next, secret])).toEqual([true, true])
  })

  test('is shown nowhere', async () => {
    const { id } = await listen('https://receiver.test/')
    await rotate(id)
    for (const path of ['', `/${id}`, `/${id}/deliveries`]) {
      expect(await (await call(`/v1/webhooks${path}`)).text()).not.toMatch(/whsec|previous/i)
    }
  })

  test('can be rotated only by its owner, with a key that may write', async () => {
    const hook = receiver(200)
    const { id, secret } = await listen(hook.url)
    const stranger = await issueKey({ owner: 'acme' })
    const reader = await issueKey({ scope: 'read' })
    const as = (key: string) =>
      call(`/v1/webhooks/${id}/rotate`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}` },
      })
    expect([(await as(stranger)).status, (await as(reader)).status]).toEqual([404, 403])
    expect(await signedAt(Date.now(), hook, [secret])).toEqual([true])
  })
})
