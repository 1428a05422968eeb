import { beforeAll, describe, expect, inject, test } from 'vitest'
import { createApi } from '../../src/api/api.ts'
import { parametersOf } from '../../src/api/description/paths.ts'
import type { Route } from '../../src/api/route.ts'
import { ROUTES } from '../../src/api/routes.ts'
import { ACCESS_SCOPES, parseKey } from '../../src/core/access/access-key.ts'
import { d1Database } from '../../src/runtime/cloudflare/metered-storage.ts'
import { enqueueDeliveries } from '../../src/store/results/enqueue-deliveries.ts'
import { apiDeps } from './api-deps.ts'
import { issueKey } from './issue-key.ts'
import { testEnv } from './migrate.ts'
import { CLOSED, initOf, pathOf, titled } from './route-requests.ts'
import { TEST_KEY } from './test-key.ts'

// Attempts to get in where one does not belong: each at every route that there is.

const api = createApi(apiDeps())

const bearer = (key: string) => ({ authorization: `Bearer ${key}` })

const QUIET = {
  name: 'Quiet',
  topic: { keywords: ['volcano'] },
  seeds: [inject('nowhere')],
  budget: 5,
}

async function send(path: string, init: RequestInit) {
  const { status, headers, body } = await api.request(path, init)
  const type = headers.get('content-type') ?? ''
  if (type.startsWith('application/json')) return { status, text: await new Response(body).text() }
  await body?.cancel()
  return { status, text: '' }
}

const create = async <T>(path: string, key: string, body: object, headers = {}) => {
  const init = {
    method: 'POST',
    headers: { ...bearer(key), ...headers },
    body: JSON.stringify(body),
  }
  return JSON.parse((await send(path, init)).text) as T
}

describe('an invalid key', () => {
  let spellings: Record<string, string>[]

  beforeAll(async () => {
    const key = await issueKey()
    const { id, secret } = parseKey(key)!
    const last = secret.endsWith('0') ? '1' : '0'
    const texts = [
      `Bearer ${key.slice(0, -1)}${last}`,
      `Bearer ${key.slice(0, -1)}`,
      `Bearer ${key}0`,
      `Bearer ${key.toUpperCase()}`,
      `Bearer ${secret}`,
      `Bearer ${id}`,
      `Bearer dowser_${id}_`,
      `Bearer dowser__${secret}`,
      `Bearer dowser_${secret.slice(0, 12)}_${secret}`,
      `Bearer "${key}"`,
      `Bearer ${key},${key}`,
      `Bearer ${key} ${key}`,
      `Bearer${key}`,
      `Basic ${btoa(`:${key}`)}`,
      `Token ${key}`,
      key,
      `Bearer ${encodeURIComponent(`${key}%00`)}`,
      `Bearer ' OR 1=1 --`,
      `Bearer dowser_%_%`,
      `Bearer ${'0'.repeat(900)}`,
      `Bearer ${TEST_KEY.slice(0, -1)}`,
      `Bearer ${TEST_KEY}x`,
      `Bearer first`,
      `Bearer main`,
      'Bearer undefined',
      'Bearer ',
    ]
    spellings = [
      ...texts.map((authorization) => ({ authorization })),
      { 'x-api-key': key },
      { 'proxy-authorization': `Bearer ${key}` },
      { cookie: `key=${key}; authorization=Bearer ${key}` },
      { 'x-forwarded-authorization': `Bearer ${key}` },
    ]
  })

  test.each(titled(CLOSED))('is refused by %s', async (_title, route) => {
    for (const headers of spellings) {
      const { status, text } = await send(pathOf(route), initOf(route, headers))
      expect([headers, status]).toEqual([headers, 401])
      expect(text).not.toContain('dowser_')
    }
  })

  test('is not accepted in a query, and neither is a valid one', async () => {
    const key = await issueKey()
    const names = ['key', 'apiKey', 'api_key', 'access_token', 'token', 'authorization']
    for (const name of names) {
      const path = `/v1/campaigns?${name}=${encodeURIComponent(key)}`
      expect((await send(path, {})).status).toBe(401)
      expect((await send(path, { headers: bearer(key) })).status).toBe(400)
    }
    for (const name of ['Authorization', 'AUTHORIZATION', 'aUTHORIZATION']) {
      for (const scheme of ['Bearer', 'bearer', 'BEARER']) {
        const headers = { [name]: `${scheme} ${key}` }
        expect((await send('/v1/campaigns', { headers })).status).toBe(200)
      }
    }
  })
})

describe('another spelling of a path', () => {
  const WAYS: ((path: string) => string)[] = [
    (path) => `/${path}`,
    (path) => `${path}/`,
    (path) => path.toUpperCase(),
    (path) => path.replace('/v1/', '/v1//'),
    (path) => path.replace('/v1/', '/v1/./'),
    (path) => path.replace('/v1/', '/healthz/../v1/'),
    (path) => path.replace('/v1/', '/healthz/..%2fv1/'),
    (path) => path.replace('/v1/', '/v1%2f'),
    (path) => path.replace('/v1/', '/%76%31/'),
    (path) => path.replace('/v1/', '/v1;/'),
    (path) => path.replace('/v1/', '/v1/%2e%2e/v1/'),
  ]

  test.each(titled(CLOSED))('needs a key as well: %s', async (_title, route) => {
    const path = pathOf(route)
    for (const way of WAYS) {
      const { status } = await send(way(path), initOf(route, {}))
      expect([way(path), [401, 404].includes(status)]).toEqual([way(path), true])
    }
  })

  const CHANGING = CLOSED.filter(({ scope }) => scope !== 'read')

  test.each(titled(CHANGING))('is not %s by a method-override header', async (_t, route) => {
    const headers = {
      ...bearer(await issueKey({ scope: 'read' })),
      'x-http-method-override': route.method.toUpperCase(),
      'x-method-override': route.method.toUpperCase(),
      'x-original-url': pathOf(route),
      'x-rewrite-url': pathOf(route),
    }
    const { status } = await send('/v1/campaigns?limit=1', { method: 'GET', headers })
    expect(status).toBe(200)
    const same = await send(pathOf(route), {
      ...initOf(route, headers),
      method: 'GET',
      body: null,
    })
    expect(same.text).not.toContain('"createdAt"')
  })
})

describe('what belongs to another owner', () => {
  const ALICE = 'alice'
  let alice: string
  let ids: Record<string, string>
  let mallory: string[]

  beforeAll(async () => {
    alice = await issueKey({ owner: ALICE })
    const { id } = await create<{ id: string }>('/v1/campaigns', alice, QUIET)
    await create('/v1/campaigns', alice, QUIET)
    await create('/v1/keys', alice, { name: 'Second', scope: 'read' })
    const url = `${inject('receiver').origin}/200/strangers`
    const hook = await create<{ id: string }>('/v1/webhooks', alice, { url })
    const happened = { id: 'e1', seq: 1_000_000, at: Date.now(), body: '{}' }
    const event = { ...happened, type: 'campaign.completed' as const }
    await d1Database(testEnv.DB).batch([enqueueDeliveries({ owner: ALICE, id }, [event])])
    const { deliveries } = JSON.parse(
      (await send(`/v1/webhooks/${hook.id}/deliveries`, { headers: bearer(alice) })).text,
    ) as { deliveries: { id: string }[] }
    const key = parseKey(alice)!.id
    ids = { id, webhook: hook.id, delivery: deliveries[0]!.id, key, seq: '1' }
    mallory = await Promise.all(ACCESS_SCOPES.map((scope) => issueKey({ owner: 'mallory', scope })))
  })

  const NAMING = CLOSED.filter(({ path }) => parametersOf(path).length > 0)
  const SPOOFS = {
    'x-owner': ALICE,
    'x-forwarded-user': ALICE,
    'if-match': '*',
    'last-event-id': '0',
  }

  /** The text of an answer without the requested ids. */
  const said = ({ status, text }: { status: number; text: string }, given: typeof ids) => {
    const { error } = JSON.parse(text) as { error: { code: string; message: string } }
    let { message } = error
    for (const [name, value] of Object.entries(given)) {
      if (value.length > 10) message = message.replaceAll(value, `{${name}}`)
    }
    return { status, code: error.code, message }
  }

  test.each(titled(NAMING))('does not exist for %s', async (_title, route) => {
    const names = parametersOf(route.path)
    for (const key of mallory) {
      for (const extra of [{}, SPOOFS]) {
        const init = initOf(route, { ...bearer(key), ...extra })
        const there = await send(pathOf(route, ids), init)
        expect([403, 404]).toContain(there.status)
        const never = Object.fromEntries(names.map((name) => [name, neverLike(ids[name]!)]))
        const nowhere = await send(pathOf(route, never), init)
        expect(said(there, ids)).toEqual(said(nowhere, never))
      }
    }
  })

  test.each(titled(NAMING))('is intact after %s was tried', async (_title, route) => {
    const own = await send(`/v1/campaigns/${ids['id']}`, { headers: bearer(alice) })
    expect(JSON.parse(own.text)).toMatchObject({ id: ids['id'], status: 'running' })
    if (!route.path.includes('webhook')) return
    const hook = await send(`/v1/webhooks/${ids['webhook']}`, { headers: bearer(alice) })
    expect(JSON.parse(hook.text)).toMatchObject({ id: ids['webhook'], active: true })
  })

  const LISTS: Route[] = ROUTES.filter(
    ({ method, path, scope }) => method === 'get' && /^\/v1\/\w+$/.test(path) && scope !== 'open',
  )

  test.each(titled(LISTS))(
    'is in no list of another owner, whatever the cursor: %s',
    async (_t, route) => {
      const own = await send(pathOf(route), { headers: bearer(alice) })
      expect(own.status).toBe(200)
      // One that alice was given, and others that might have been.
      const part = await send(`${pathOf(route)}?limit=1`, { headers: bearer(alice) })
      const { next } = JSON.parse(part.text) as { next?: string | null }
      const given = next ? [new URL(next, 'http://dowser.test').search] : []
      const made = [parseKey(alice)!.id, ids['id']!, ids['webhook']!].flatMap((id) => [
        id,
        `z${id}`,
      ])
      const queries = ['', ...given, ...made.map((cursor) => `?cursor=${btoa(cursor)}`)]
      for (const key of mallory) {
        for (const query of queries) {
          const { text } = await send(pathOf(route) + query, { headers: bearer(key) })
          for (const id of Object.values(ids).filter((value) => value.length > 10)) {
            expect(text).not.toContain(id)
          }
        }
      }
    },
  )

  test('is not found by its Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'the-same-for-both' }
    const first = await create<{ id: string }>('/v1/campaigns', alice, QUIET, headers)
    const again = await create<{ id: string }>('/v1/campaigns', alice, QUIET, headers)
    expect(again.id).toBe(first.id)
    const theirs = await create<{ id: string }>('/v1/campaigns', mallory[2]!, QUIET, headers)
    expect(theirs.id).not.toBe(first.id)
    const changed = { ...QUIET, name: 'Another' }
    const other = await create<{ id: string }>('/v1/campaigns', mallory[1]!, changed, {
      'idempotency-key': 'of-mallory',
    })
    // Nor does one that another has used stand in the way.
    const own = await create<{ id: string }>('/v1/campaigns', alice, QUIET, {
      'idempotency-key': 'of-mallory',
    })
    expect(own.id).not.toBe(other.id)
  })

  test('cannot be subscribed to by a webhook', async () => {
    const url = `${inject('receiver').origin}/200/mallory`
    const body = JSON.stringify({ url, campaign: ids['id'] })
    const headers = bearer(mallory[2]!)
    const { status, text } = await send('/v1/webhooks', { method: 'POST', headers, body })
    expect([status, text]).toEqual([422, expect.stringContaining('unknown_campaign')])
  })
})

/** An id of the same kind that nobody was given. */
function neverLike(id: string): string {
  return id.length < 10 ? '999999' : id.replace(/.{5}$/, 'zzzzz')
}
