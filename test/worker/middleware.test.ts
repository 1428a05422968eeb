import { beforeEach, describe, expect, inject, test, vi } from 'vitest'
import { createApi } from '../../src/api/api.ts'
import type { ApiDeps } from '../../src/api/context.ts'
import { ROUTES } from '../../src/api/routes.ts'
import { FixedWindow } from '../../src/core/access/rate-limit.ts'
import { requestLimiter } from '../../src/runtime/cloudflare/request-limiter.ts'
import { apiDeps } from './api-deps.ts'
import { call, create, post, settled } from './client.ts'
import { issueKey } from './issue-key.ts'
import { testEnv } from './migrate.ts'
import { TEST_KEY } from './test-key.ts'

interface Failure {
  error: { code: string; message: string; requestId: string }
}

const AUTH = { authorization: `Bearer ${TEST_KEY}` }

function ask(deps: Partial<ApiDeps>, path: string, init: RequestInit = { headers: AUTH }) {
  return createApi(apiDeps(deps)).request(`http://dowser.test${path}`, init)
}

async function errorOf(answer: Response): Promise<Failure['error']> {
  return (await answer.json<Failure>()).error
}

describe('an installation', () => {
  const paths = ROUTES.map(({ path }) => path).filter((path) => path !== '/healthz')
  const everything = [...paths, '/metrics', '/nothing', '/v1/nothing', '/']

  test.each([
    ['without a key', undefined, 'api_key_not_configured', 503],
    ['with an empty key', '', 'api_key_not_configured', 503],
    ['with a key of spaces', ' '.repeat(20), 'api_key_not_configured', 503],
    ['with a key that is short but for spaces', ' fifteen-letters\n', 'api_key_too_short', 503],
    ['with a key that can be guessed', 'fifteen-letters', 'api_key_too_short', 503],
  ] as const)('%s refuses everything and says how to set one', async (_, apiKey, code, status) => {
    for (const path of everything) {
      for (const headers of [{}, { authorization: `Bearer ${apiKey?.trim()}` }]) {
        const answer = await ask({ apiKey }, path, { headers })
        expect(answer.status).toBe(status)
        const error = await errorOf(answer)
        expect(error.code).toBe(code)
        expect(error.message).toContain('npx wrangler secret put API_KEY')
      }
    }
    expect((await ask({ apiKey }, '/healthz', {})).status).toBe(200)
  })

  test('without an API key refuses the keys it issued earlier', async () => {
    const headers = { authorization: `Bearer ${await issueKey()}` }
    expect((await ask({ apiKey: undefined }, '/v1/campaigns', { headers })).status).toBe(503)
  })

  test('whose database is down accepts its first key, and answers 503 to other keys', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
    const down = () => Promise.reject(new Error('D1_ERROR: no such table: access_key'))
    const keys = { ...apiDeps().keys, find: down }
    expect((await ask({ keys }, '/v1/keys/self')).status).toBe(200)
    const headers = { authorization: `Bearer ${await issueKey()}` }
    const answer = await ask({ keys }, '/v1/keys/self', { headers })
    expect(answer.status).toBe(503)
    expect((await errorOf(answer)).code).toBe('key_store_unavailable')
    expect(logged).toHaveBeenCalledOnce()
    logged.mockRestore()
  })
})

describe('the Authorization header', () => {
  test.each([
    '',
    'Bearer',
    'Bearer wrong-key',
    `Basic ${TEST_KEY}`,
    TEST_KEY,
    `Bearer ${TEST_KEY} ${TEST_KEY}`,
    `Bearer ${TEST_KEY}, Bearer ${TEST_KEY}`,
    `Bearer "${TEST_KEY}"`,
    `Bearer ${TEST_KEY.toUpperCase()}`,
    `Bearer ${'x'.repeat(100_000)}`,
  ])('is refused when it is "%.60s"', async (authorization) => {
    const answer = await call('/v1/campaigns', { headers: { authorization } })
    expect(answer.status).toBe(401)
    expect(await errorOf(answer)).toMatchObject({
      code: 'unauthorized',
      message: 'Send a valid API key as "Authorization: Bearer <key>".',
    })
  })

  test('is requested as RFC 6750 specifies: no error code where no key was sent', async () => {
    const challenge = async (authorization: string) =>
      (await call('/v1/campaigns', { headers: { authorization } })).headers.get('www-authenticate')
    expect(await challenge('')).toBe('Bearer realm="dowser"')
    expect(await challenge('Bearer x')).toMatch(/^Bearer realm="dowser", error="invalid_token"/)
  })

  test.each(['a key\twith spaces in it', 'the-key-of-this-file\n', '  the key of this file '])(
    'holds a first key like "%s", however it was set',
    async (apiKey) => {
      const headers = { authorization: `Bearer ${apiKey.trim()}` }
      expect((await ask({ apiKey }, '/v1/keys/self', { headers })).status).toBe(200)
      const other = { authorization: `Bearer ${apiKey.trim()} x` }
      expect((await ask({ apiKey }, '/v1/keys/self', { headers: other })).status).toBe(401)
    },
  )

  test.each(['bearer', 'BEARER', 'Bearer  '])('may call itself "%s"', async (scheme) => {
    const headers = { authorization: `${scheme} ${TEST_KEY}` }
    expect((await call('/v1/keys/self', { headers })).status).toBe(200)
  })
})

describe('a rate limit', () => {
  let clock: number
  let deps: ApiDeps

  beforeEach(() => {
    clock = 1_000_000_000
    const window = () => new FixedWindow({ requests: 3, seconds: 10 }, () => clock)
    deps = apiDeps({ limits: { requests: window(), attempts: window() } })
  })

  const statuses = async (headers: Record<string, string>, times: number) => {
    const all: number[] = []
    for (let i = 0; i < times; i++) {
      all.push((await ask(deps, '/v1/keys/self', { headers })).status)
    }
    return all
  }

  test('on a key answers 429 with Retry-After, and affects no other key', async () => {
    const other = { authorization: `Bearer ${await issueKey({ scope: 'read' })}` }
    clock += 4_000
    expect(await statuses(AUTH, 4)).toEqual([200, 200, 200, 429])
    const answer = await ask(deps, '/v1/keys/self')
    expect(answer.headers.get('retry-after')).toBe('6')
    expect(await errorOf(answer)).toMatchObject({
      code: 'too_many_requests',
      message: 'This API key exceeded its rate limit. Retry in 6 seconds.',
    })
    expect(await statuses(other, 1)).toEqual([200])
    clock += 6_000
    expect(await statuses(AUTH, 1)).toEqual([200])
  })

  test('on wrong keys is counted per client address', async () => {
    const from = (address: string, authorization: string) => ({
      authorization,
      'cf-connecting-ip': address,
    })
    expect(await statuses(from('198.51.100.7', 'Bearer wrong'), 4)).toEqual([401, 401, 401, 429])
    expect(await statuses(from('198.51.100.7', AUTH.authorization), 1)).toEqual([429])
    expect(await statuses(from('198.51.100.8', AUTH.authorization), 1)).toEqual([200])
    expect(await statuses(from('198.51.100.8', ''), 4)).toEqual([401, 401, 401, 401])
    clock += 10_000
    expect(await statuses(from('198.51.100.7', AUTH.authorization), 1)).toEqual([200])
  })

  test('on wrong keys is counted per IPv6 network', async () => {
    const wrong = (host: string) => ({
      authorization: 'Bearer wrong',
      'cf-connecting-ip': `2001:db8:1:2:${host}`,
    })
    const all: number[] = []
    for (const host of [':1', ':2', 'a:b:c:d', ':3']) all.push(...(await statuses(wrong(host), 1)))
    expect(all).toEqual([401, 401, 401, 429])
    const neighbour = { ...AUTH, 'cf-connecting-ip': '2001:db8:1:3::1' }
    expect(await statuses(neighbour, 1)).toEqual([200])
  })

  test('that the platform fails to count lets requests pass, and warns the operator', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
    const limiter = requestLimiter({ limit: () => Promise.reject(new Error('no answer')) })
    expect(await limiter.take('one')).toBeUndefined()
    expect(logged).toHaveBeenCalledOnce()
    logged.mockRestore()
  })

  test('may be counted by the platform', async () => {
    const limiter = requestLimiter(testEnv.TIGHT_LIMIT)
    const waits: (number | undefined)[] = []
    for (let i = 0; i < 4; i++) waits.push(await limiter.take('one'))
    expect(waits).toEqual([undefined, undefined, undefined, 10])
    expect(await limiter.take('other')).toBeUndefined()
  })
})

describe('a page of another origin', () => {
  const from = (origin: string, init: RequestInit = {}): RequestInit => ({
    ...init,
    headers: { ...AUTH, ...(init.headers as Record<string, string>), origin },
  })
  const preflight = (origin: string): RequestInit => ({
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'PATCH',
      'access-control-request-headers': 'authorization,content-type,if-match',
    },
  })
  const allowed = (answer: Response) => answer.headers.get('access-control-allow-origin')

  test('is not allowed unless it is configured', async () => {
    const answer = await ask({}, '/v1/campaigns', from('https://a.test'))
    expect(answer.status).toBe(200)
    expect(allowed(answer)).toBeNull()
    const asked = await ask({}, '/v1/campaigns', preflight('https://a.test'))
    expect(asked.status).toBe(401)
    expect(allowed(asked)).toBeNull()
  })

  test('that is allowed can send a preflight request without a key', async () => {
    const deps = { corsOrigins: ['https://a.test', 'https://b.test'] }
    const answer = await ask(deps, '/v1/campaigns', preflight('https://b.test'))
    expect(answer.status).toBe(204)
    expect(allowed(answer)).toBe('https://b.test')
    const headers = (name: string) => answer.headers.get(`access-control-allow-${name}`)
    expect(headers('methods')).toContain('PATCH')
    expect(headers('headers')!.toLowerCase()).toContain('if-match')
    expect(headers('credentials')).toBeNull()
  })

  test('that is allowed still needs a key, and can read why it is refused', async () => {
    const deps = { corsOrigins: ['https://a.test'] }
    const refused = await ask(deps, '/v1/campaigns', {
      headers: { origin: 'https://a.test' },
    })
    expect(refused.status).toBe(401)
    expect(allowed(refused)).toBe('https://a.test')
    const letIn = await ask(deps, '/v1/campaigns', from('https://a.test'))
    expect(letIn.status).toBe(200)
    expect(letIn.headers.get('vary')).toBe('Origin')
    const exposed = letIn.headers.get('access-control-expose-headers')!.split(',')
    for (const name of ['ETag', 'Location', 'Retry-After', 'X-Request-Id', 'WWW-Authenticate']) {
      expect(exposed).toContain(name)
    }
  })

  test.each(['https://c.test', 'https://a.test.evil.test', 'http://a.test', 'null'])(
    'that is not listed (%s) gets no leave',
    async (origin) => {
      const deps = { corsOrigins: ['https://a.test'] }
      const asked = await ask(deps, '/v1/campaigns', preflight(origin))
      expect([asked.status, allowed(asked)]).toEqual([401, null])
      const answer = await ask(deps, '/v1/campaigns', from(origin))
      expect([allowed(answer), answer.headers.get('vary')]).toEqual([null, 'Origin'])
    },
  )

  test('is always allowed if * is configured', async () => {
    const deps = { corsOrigins: ['*'] }
    expect(allowed(await ask(deps, '/v1/campaigns', preflight('https://x.test')))).toBe('*')
    expect(allowed(await ask(deps, '/v1/campaigns', from('https://x.test')))).toBe('*')
  })
})

describe('every answer', () => {
  /** One request for each kind of answer. */
  const kinds = async (): Promise<[number, string, RequestInit][]> => {
    const { id } = await create({
      name: 'Quiet',
      topic: { keywords: ['volcano'] },
      seeds: [inject('nowhere')],
      budget: 1,
    })
    await post(`/v1/campaigns/${id}/pause`)
    await settled(id)
    const path = `/v1/campaigns/${id}`
    const etag = (await call(path)).headers.get('etag')!
    const headers = AUTH
    return [
      [304, path, { headers: { ...headers, 'if-none-match': etag } }],
      [200, '/healthz', {}],
      [200, '/openapi.json', {}],
      [200, '/docs', {}],
      [200, '/v1/campaigns', { headers }],
      [200, '/metrics', { headers }],
      [200, path, { headers, method: 'HEAD' }],
      [200, `${path}/events`, { headers }],
      [200, `${path}/export`, { headers }],
      [200, `${path}/log`, { headers }],
      [204, '/v1/campaigns', { headers, method: 'OPTIONS' }],
      [400, `${path}?asOf=x`, { headers }],
      [401, path, {}],
      [
        403,
        '/v1/keys',
        { headers: { authorization: `Bearer ${await issueKey({ scope: 'read' })}` } },
      ],
      [404, '/nothing', {}],
      [404, '/v1/nothing', { headers }],
      [405, '/healthz', { method: 'POST' }],
      [405, '/v1/campaigns', { headers, method: 'DELETE' }],
      [413, '/v1/campaigns', { headers, method: 'POST', body: 'x'.repeat(1_000_001) }],
      [414, `/v1/campaigns?cursor=${'x'.repeat(8_000)}`, { headers }],
    ]
  }

  test('has the security headers, and can be read by an allowed origin', async () => {
    for (const [status, path, init] of await kinds()) {
      const origin = 'https://a.test'
      const answer = await ask({ corsOrigins: [origin] }, path, {
        ...init,
        headers: { ...(init.headers as Record<string, string>), origin },
      })
      await answer.body?.cancel()
      const which = `${status} ${path.slice(0, 60)}`
      expect(`${answer.status} ${path.slice(0, 60)}`).toBe(which)
      const { headers } = answer
      const facts = (names: string[]) =>
        Object.fromEntries(names.map((name) => [name, headers.get(name)]))
      const names = ['x-content-type-options', 'x-frame-options', 'access-control-allow-origin']
      expect({ which, ...facts(names) }).toEqual({
        which,
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'SAMEORIGIN',
        'access-control-allow-origin': origin,
      })
      expect([which, headers.get('vary')]).toEqual([which, expect.stringMatching(/^Origin/)])
      expect([which, headers.get('x-request-id')]).toEqual([
        which,
        expect.stringMatching(/^[\w-]{36}$/),
      ])
    }
  })

  test('to a key is cached not at all, or only with revalidation', async () => {
    for (const [status, path, init] of await kinds()) {
      const isOpen = !path.startsWith('/v1/') && path !== '/metrics'
      // Too long a URL is refused before anybody looks at the key.
      if (isOpen || status === 414) continue
      const answer = await ask({}, path, init)
      await answer.body?.cancel()
      const kept = answer.headers.get('cache-control')
      expect([status, path, kept]).toEqual([
        status,
        path,
        expect.stringMatching(/no-(cache|store)/),
      ])
    }
  })

  test('to a URL over 8,000 characters is 414', async () => {
    const path = (length: number) => {
      const base = '/v1/campaigns?limit=1&cursor='
      return base + 'x'.repeat(length - `http://dowser.test${base}`.length)
    }
    const answer = await call(path(8001))
    expect(answer.status).toBe(414)
    expect((await errorOf(answer)).code).toBe('uri_too_long')
    expect((await call(path(8000))).status).toBe(400)
  })
})
