import { describe, expect, inject, test } from 'vitest'
import { call, post } from './client.ts'
import { issueKey } from './issue-key.ts'
import { testEnv } from './migrate.ts'

interface Key {
  id: string
  key: string
  owner: string
  name: string
  scope: string
  createdAt: string
  expiresAt: string | null
  revokedAt: string | null
}

interface Failure {
  error: { code: string; message: string; details: { path: string }[] }
}

const NEW = { name: 'Nightly report', scope: 'write' }

const as = (key: string, init: RequestInit = {}): RequestInit => ({
  ...init,
  headers: { authorization: `Bearer ${key}` },
})

const makeAs = (key: string, body: unknown) =>
  call('/v1/keys', as(key, { method: 'POST', body: JSON.stringify(body) }))

async function make(body: object = NEW): Promise<Key> {
  const answer = await post('/v1/keys', body)
  expect(answer.status).toBe(201)
  return answer.json()
}

const revoke = (id: string, init: RequestInit = {}) =>
  call(`/v1/keys/${id}`, { ...init, method: 'DELETE' })

async function codeOf(answer: Response): Promise<string> {
  return (await answer.json<Failure>()).error.code
}

async function listed(init: RequestInit = {}): Promise<Omit<Key, 'key'>[]> {
  const keys: Key[] = []
  for (let path: string | null = '/v1/keys?limit=3'; path !== null;) {
    const answer: Response = await call(path, init)
    const part: { keys: Key[]; next: string | null } = await answer.json()
    keys.push(...part.keys)
    path = part.next
  }
  return keys
}

describe('a key', () => {
  test('is shown once, and only its hash is stored', async () => {
    const answer = await post('/v1/keys', NEW)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const { key, ...facts } = await answer.json<Key>()
    const [, id, secret] = /^dowser_(\w{12})_(\w{32})$/.exec(key)!
    expect(facts).toEqual({
      ...NEW,
      id,
      owner: 'main',
      createdAt: expect.stringMatching(/Z$/) as string,
      expiresAt: null,
      revokedAt: null,
    })
    expect(await listed()).toContainEqual(facts)
    const kept = await testEnv.DB.prepare('SELECT * FROM access_key WHERE id = ?').bind(id).first()
    expect(kept!['hash']).toMatch(/^[0-9a-f]{64}$/)
    expect(JSON.stringify([kept, await listed()])).not.toContain(secret)
  })

  test('has an owner and a scope', async () => {
    const { key, id } = await make({ ...NEW, owner: 'acme' })
    expect(await (await call('/v1/keys/self', as(key))).json()).toEqual({
      ...NEW,
      id,
      owner: 'acme',
      scopes: ['read', 'write'],
      expiresAt: null,
    })
    expect(await (await call('/v1/keys/self')).json()).toEqual({
      id: 'first',
      name: 'API_KEY',
      owner: 'main',
      scope: 'admin',
      scopes: ['read', 'write', 'admin'],
      expiresAt: null,
    })
  })

  test('is refused from the moment it is revoked, with the reason', async () => {
    const { key, id } = await make()
    expect((await call('/v1/campaigns', as(key))).status).toBe(200)
    expect((await revoke(id)).status).toBe(200)
    const answer = await call('/v1/campaigns', as(key))
    expect(answer.status).toBe(401)
    expect(answer.headers.get('www-authenticate')).toContain('error="invalid_token"')
    expect((await answer.json<Failure>()).error.message).toBe(
      'This API key was revoked. Ask an admin of your owner for another.',
    )
  })

  test('that is revoked again keeps its first time', async () => {
    const { id } = await make()
    const [one, other] = [await revoke(id), await revoke(id)]
    expect([one.status, other.status]).toEqual([200, 200])
    const { revokedAt } = await one.json<Key>()
    expect(revokedAt).toMatch(/Z$/)
    expect(await other.json()).toMatchObject({ id, revokedAt })
  })

  test('that does not exist cannot be revoked, and a full key is not echoed', async () => {
    expect(await codeOf(await revoke('000000000000'))).toBe('key_not_found')
    const { key } = await make()
    const answer = await revoke(key)
    expect(answer.status).toBe(404)
    expect(await answer.text()).not.toContain(key)
  })

  test('is refused once it has expired, and not before', async () => {
    const soon = await issueKey({ expiresAt: Date.now() + 60_000 })
    expect((await call('/v1/campaigns', as(soon))).status).toBe(200)
    const late = await issueKey({ expiresAt: Date.now() })
    const answer = await call('/v1/campaigns', as(late))
    expect(answer.status).toBe(401)
    expect((await answer.json<Failure>()).error.message).toBe(
      'This API key has expired. Ask an admin of your owner for another.',
    )
  })

  test.each([
    ['no name', { scope: 'read' }, 'name'],
    ['no scope', { name: 'x' }, 'scope'],
    ['an unknown scope', { ...NEW, scope: 'root' }, 'scope'],
    ['an owner with a slash', { ...NEW, owner: 'a/b' }, 'owner'],
    ['an owner in capitals', { ...NEW, owner: 'Acme' }, 'owner'],
    ['an owner without a name', { ...NEW, owner: '' }, 'owner'],
    ['a time in words', { ...NEW, expiresAt: 'tomorrow' }, 'expiresAt'],
    ['a time that has passed', { ...NEW, expiresAt: '2020-01-01T00:00:00Z' }, 'expiresAt'],
    ['a secret of its own', { ...NEW, secret: 'x' }, ''],
  ])('with %s is refused', async (_what, body, path) => {
    const answer = await post('/v1/keys', body)
    expect(answer.status).toBe(400)
    expect((await answer.json<Failure>()).error).toMatchObject({
      code: 'invalid_body',
      details: [{ path }],
    })
  })

  test('can have an expiry in any time zone', async () => {
    const { expiresAt } = await make({ ...NEW, expiresAt: '2199-01-01T02:00:00+02:00' })
    expect(expiresAt).toBe('2199-01-01T00:00:00.000Z')
  })
})

describe('a key created by one that expires', () => {
  const expiresAt = Date.now() + 3_600_000
  const time = (ms: number) => new Date(expiresAt + ms).toISOString()

  test('expires with it, or earlier on request', async () => {
    const maker = await issueKey({ expiresAt })
    expect(await (await makeAs(maker, NEW)).json()).toMatchObject({ expiresAt: time(0) })
    for (const ms of [0, -1, -60_000]) {
      const made = await makeAs(maker, { ...NEW, expiresAt: time(ms) })
      expect(await made.json()).toMatchObject({ expiresAt: time(ms) })
    }
  })

  test.each(['main', 'acme'])(
    'of owner %s cannot outlive it, nor can its own keys',
    async (owner) => {
      const maker = await issueKey({ owner, expiresAt })
      const heir = await (await makeAs(maker, { ...NEW, scope: 'admin' })).json<Key>()
      for (const key of [maker, heir.key]) {
        for (const ms of [1, 60_000, 100 * 365 * 86_400_000]) {
          const answer = await makeAs(key, { ...NEW, expiresAt: time(ms) })
          expect(answer.status).toBe(403)
          const { error } = await answer.json<Failure>()
          expect(error).toMatchObject({ code: 'expiry_too_late', details: [{ path: 'expiresAt' }] })
          expect(error.message).toContain(time(0))
        }
      }
      // Nor by way of another owner, for whom the main one makes keys.
      if (owner !== 'main') return
      const other = await (await makeAs(maker, { ...NEW, owner: 'acme' })).json<Key>()
      expect(other.expiresAt).toBe(time(0))
    },
  )
})

describe('the keys of an owner', () => {
  test('are managed only by an admin of that owner, or of the main owner', async () => {
    const boss = await issueKey({ owner: 'acme', scope: 'admin' })
    const theirs = await (await makeAs(boss, NEW)).json<Key>()
    expect(theirs.owner).toBe('acme')
    const mine = await make()
    const own = await listed(as(boss))
    expect(new Set(own.map(({ owner }) => owner))).toEqual(new Set(['acme']))
    expect(own.map(({ id }) => id)).toContain(theirs.id)
    expect((await listed()).map(({ id }) => id)).toEqual(
      expect.arrayContaining([theirs.id, mine.id]),
    )

    const there = await revoke(mine.id, as(boss))
    const nowhere = await revoke('000000000000', as(boss))
    expect([there.status, nowhere.status]).toEqual([404, 404])
    expect((await call('/v1/campaigns', as(mine.key))).status).toBe(200)
    expect((await revoke(theirs.id)).status).toBe(200)
  })

  test('cannot be created by another owner, not even with an admin key', async () => {
    const boss = await issueKey({ owner: 'acme', scope: 'admin' })
    for (const owner of ['main', 'neighbour']) {
      const answer = await makeAs(boss, { ...NEW, owner })
      expect(answer.status).toBe(403)
      expect(await codeOf(answer)).toBe('owner_mismatch')
    }
  })

  test('open the same campaigns', async () => {
    const writer = await make({ name: 'writer', scope: 'write', owner: 'twins' })
    const reader = await make({ name: 'reader', scope: 'read', owner: 'twins' })
    const body = JSON.stringify({
      name: 'Shared',
      topic: { keywords: ['volcano'] },
      seeds: [inject('nowhere')],
      budget: 1,
    })
    const made = await call('/v1/campaigns', as(writer.key, { method: 'POST', body }))
    const { id } = await made.json<{ id: string }>()
    expect((await call(`/v1/campaigns/${id}`, as(reader.key))).status).toBe(200)
  })

  test('are shown the actions that their scope allows on a campaign', async () => {
    const seeds = [inject('nowhere')]
    const rate = { perMinute: 1, hostDelayMs: 0 }
    const body = { name: 'Slow', topic: { keywords: ['volcano'] }, seeds, budget: 100, rate }
    const { id } = await (await post('/v1/campaigns', body)).json<{ id: string }>()
    const actions = async (scope: 'read' | 'write') => {
      const answer = await call(`/v1/campaigns/${id}`, as((await make({ name: 'x', scope })).key))
      return (await answer.json<{ availableActions: string[] }>()).availableActions
    }
    expect(await actions('write')).toEqual(['pause', 'stop'])
    expect(await actions('read')).toEqual([])
  })
})
