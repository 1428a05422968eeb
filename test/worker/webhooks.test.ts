import { beforeEach, describe, expect, inject, test } from 'vitest'
import { NewWebhook, WebhookList, WebhookTest, WebhookView } from '../../src/api/views/webhook.ts'
import { call, create, post, volcanoes } from './client.ts'
import { issueKey } from './issue-key.ts'
import { testEnv } from './migrate.ts'
import {
  deliveries,
  forgetWebhooks,
  happen,
  isSigned,
  listen,
  MINUTE_MS,
  receiver,
} from './webhook-client.ts'

beforeEach(forgetWebhooks)

describe('a webhook', () => {
  test('is created with a secret that is shown once', async () => {
    const answer = await post('/v1/webhooks', { url: 'https://receiver.test/?a=1&utm_source=b' })
    expect(answer.status).toBe(201)
    const made = NewWebhook.parse(await answer.json())
    expect(made).toMatchObject({
      url: 'https://receiver.test/?a=1&utm_source=b',
      campaign: null,
      active: true,
      inactiveReason: null,
    })
    expect(made.events).not.toContain('page.relevant')
    expect(made.events).toContain('campaign.completed')
    expect(made.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(answer.headers.get('location')).toBe(`/v1/webhooks/${made.id}`)

    const again = await call(`/v1/webhooks/${made.id}`)
    expect(WebhookView.parse(await again.json())).not.toHaveProperty('secret')
    const list = await (await call('/v1/webhooks')).text()
    expect(list).not.toContain('whsec_')
    expect(WebhookList.parse(JSON.parse(list)).webhooks.map(({ id }) => id)).toEqual([made.id])
  })

  test('accepts a secret from the user', async () => {
    const secret = `whsec_${btoa('x'.repeat(24))}`
    expect(await listen('https://receiver.test/', { secret })).toMatchObject({ secret })
  })

  test.each([
    ['no URL', { url: 'nope' }, 'url'],
    ['a URL with a password', { url: 'https://a:b@receiver.test/' }, 'url'],
    ['no http', { url: 'ftp://receiver.test/' }, 'url'],
    ['a private address', { url: 'http://169.254.169.254/' }, 'url'],
    ['this machine', { url: 'http://localhost/' }, 'url'],
    ['an unknown event', { url: 'https://a.test/', events: ['page.read'] }, 'events.0'],
    ['no event', { url: 'https://a.test/', events: [] }, 'events'],
    ['a short secret', { url: 'https://a.test/', secret: 'whsec_abcd' }, 'secret'],
    ['a secret of another kind', { url: 'https://a.test/', secret: 'x'.repeat(40) }, 'secret'],
    ['no campaign’s id', { url: 'https://a.test/', campaign: 'x' }, 'campaign'],
    ['an unknown key', { url: 'https://a.test/', owner: 'me' }, ''],
  ])('with %s is refused, and the field named', async (_what, body, path) => {
    const answer = await post('/v1/webhooks', body)
    expect(answer.status).toBe(400)
    const { error } = await answer.json<{ error: { code: string; details: { path: string }[] } }>()
    expect(error.code).toBe('invalid_body')
    expect(error.details[0]!.path).toBe(path)
  })

  test('is one of at most twenty, even if they are created concurrently', async () => {
    const made = await Promise.all(
      Array.from({ length: 25 }, () => post('/v1/webhooks', { url: 'https://receiver.test/' })),
    )
    const statuses = made.map(({ status }) => status)
    expect(statuses.filter((status) => status === 201)).toHaveLength(20)
    expect(statuses.filter((status) => status === 409)).toHaveLength(5)
    const refused = made.find(({ status }) => status === 409)!
    expect(await refused.json()).toMatchObject({ error: { code: 'webhook_limit_reached' } })
  })

  test('changes only in the fields named, by the same rules', async () => {
    const { id } = await listen('https://receiver.test/')
    const patch = (body: object) =>
      call(`/v1/webhooks/${id}`, { method: 'PATCH', body: JSON.stringify(body) })
    const changed = await (await patch({ events: ['page.relevant'], active: false })).json()
    expect(WebhookView.parse(changed)).toMatchObject({
      url: 'https://receiver.test/',
      events: ['page.relevant'],
      active: false,
      inactiveReason: 'user',
    })
    expect(await (await patch({ active: true })).json()).toMatchObject({ inactiveReason: null })
    for (const body of [{}, { url: 'http://10.0.0.1/' }, { secret: 'x' }]) {
      expect((await patch(body)).status).toBe(400)
    }
  })

  test('that does not exist is 404 on every route', async () => {
    for (const id of ['01m7h3zzzzzzzzzzzz', 'nonsense']) {
      const body = JSON.stringify({ active: true })
      for (const [method, path, sent] of [
        ['GET', ''],
        ['PATCH', '', body],
        ['DELETE', ''],
        ['POST', '/test'],
        ['GET', '/deliveries'],
      ] as const) {
        const answer = await call(`/v1/webhooks/${id}${path}`, { method, body: sent ?? null })
        expect(answer.status).toBe(404)
        expect(await answer.json()).toMatchObject({ error: { code: 'webhook_not_found' } })
      }
    }
  })

  test("is visible only to its owner, and gets only events of the owner's campaigns", async () => {
    const { id } = await listen('https://receiver.test/')
    const stranger = await issueKey({ owner: 'acme' })
    const as = (path: string, init: RequestInit = {}) =>
      call(`/v1/webhooks${path}`, { ...init, headers: { authorization: `Bearer ${stranger}` } })
    for (const [method, path] of [
      ['GET', ''],
      ['DELETE', ''],
      ['POST', '/test'],
      ['GET', '/deliveries'],
    ] as const) {
      expect((await as(`/${id}${path}`, { method })).status).toBe(404)
    }
    expect(await (await as('')).json()).toEqual({ webhooks: [], next: null })
    const campaign = (await create(volcanoes(1))).id
    const body = JSON.stringify({ url: 'https://receiver.test/', campaign })
    const refused = await as('', { method: 'POST', body })
    expect(refused.status).toBe(422)
    expect(await refused.json()).toMatchObject({ error: { code: 'unknown_campaign' } })
    expect((await call(`/v1/webhooks/${id}`)).status).toBe(200)
  })

  test('needs a key with write scope to create, and read scope to show', async () => {
    const reader = await issueKey({ scope: 'read' })
    const headers = { authorization: `Bearer ${reader}` }
    const body = JSON.stringify({ url: 'https://receiver.test/' })
    expect((await call('/v1/webhooks', { method: 'POST', body, headers })).status).toBe(403)
    expect((await call('/v1/webhooks', { headers })).status).toBe(200)
  })

  test('is deleted with its deliveries', async () => {
    const { id } = await listen(receiver(500).url)
    await happen(3)
    expect(await deliveries(id)).toHaveLength(3)
    expect((await call(`/v1/webhooks/${id}`, { method: 'DELETE' })).status).toBe(204)
    expect((await call(`/v1/webhooks/${id}`)).status).toBe(404)
    const left = await testEnv.DB.prepare('SELECT count(*) AS n FROM delivery').first('n')
    expect(left).toBe(0)
  })
})

describe('a test', () => {
  const testing = async (url: string) => {
    const { id, secret } = await listen(url)
    const answer = await post(`/v1/webhooks/${id}/test`)
    expect(answer.status).toBe(200)
    return { id, secret, came: WebhookTest.parse(await answer.json()) }
  }

  test('sends a ping that can be verified, and returns its result', async () => {
    const { url, received } = receiver(204)
    const { id, secret, came } = await testing(url)
    expect(came).toEqual({ delivered: true, responseStatus: 204, error: null })
    const [ping] = await received()
    expect(ping).toMatchObject({
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': testEnv.USER_AGENT },
    })
    expect(JSON.parse(ping!.body)).toMatchObject({ type: 'ping', data: { webhook: id } })
    expect(await isSigned(ping!, secret)).toBe(true)
    const sentAt = Number(ping!.headers['webhook-timestamp']) * 1000
    expect(Math.abs(Date.now() - sentAt)).toBeLessThan(MINUTE_MS)
  })

  test.each([
    [500, { delivered: false, responseStatus: 500, error: 'http_status' }],
    [404, { delivered: false, responseStatus: 404, error: 'http_status' }],
    [410, { delivered: false, responseStatus: 410, error: 'gone' }],
  ])('says so of an answer %i', async (status, came) => {
    expect((await testing(receiver(status).url)).came).toEqual(came)
  })

  test('reports that nobody listens', async () => {
    expect((await testing('http://127.0.0.1:9/')).came).toEqual({
      delivered: false,
      responseStatus: null,
      error: 'unreachable',
    })
  })

  test('does not follow a redirect', async () => {
    const { came } = await testing(receiver('moved').url)
    expect(came).toEqual({ delivered: false, responseStatus: 307, error: 'http_status' })
    const { origin } = inject('receiver')
    expect(await (await fetch(`${origin}/~log/moved`)).json()).toEqual([])
  })
})
