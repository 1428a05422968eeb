import { beforeAll, describe, expect, inject, test } from 'vitest'
import { ACCESS_SCOPES, covers, parseKey } from '../../src/core/access/access-key.ts'
import { parametersOf } from '../../src/api/description/paths.ts'
import type { Route } from '../../src/api/route.ts'
import { ROUTES } from '../../src/api/routes.ts'
import { call, create, post } from './client.ts'
import { issueKey } from './issue-key.ts'
import { CLOSED, initOf, pathOf, titled } from './route-requests.ts'

const OF_A_CAMPAIGN = CLOSED.filter(({ path }) => parametersOf(path).includes('id'))

/** Goes nowhere, and waits long before it tries. */
const QUIET = {
  name: 'Quiet',
  topic: { keywords: ['volcano'] },
  seeds: [inject('nowhere')],
  budget: 5,
}

const NEVER_GIVEN = '01m7h3zzzzzzzzzzzz'

/** A campaign of the main owner, for requests that do not change it. */
let campaign: { id: string }

beforeAll(async () => {
  campaign = await create(QUIET)
})

interface Failure {
  error: { code: string; message: string; details: unknown[]; requestId: string }
}

/** A request that breaks no rule of the route, of that campaign where there is one. */
function ask(route: Route, authorization: string | undefined, id = NEVER_GIVEN) {
  return call(pathOf(route, { id }), initOf(route, { authorization: authorization ?? '' }))
}

/** Events are sent for as long as somebody listens. */
async function statusOf(answer: Promise<Response>): Promise<number> {
  const { status, body } = await answer
  await body?.cancel()
  return status
}

describe('without a valid key', () => {
  const refused = new Map<string, string | undefined>()

  beforeAll(async () => {
    const good = parseKey(await issueKey())!
    refused.set('none', undefined)
    refused.set('a made-up one', 'Bearer open-sesame-open-sesame')
    refused.set('an unknown one', `Bearer dowser_${'0'.repeat(12)}_${good.secret}`)
    refused.set('a wrong secret', `Bearer dowser_${good.id}_${'0'.repeat(32)}`)
    refused.set('a revoked one', `Bearer ${await issueKey({ revokedAt: Date.now() - 1 })}`)
    refused.set('an expired one', `Bearer ${await issueKey({ expiresAt: Date.now() - 1 })}`)
  })

  test.each(titled(CLOSED))('%s answers 401', async (_title, route) => {
    for (const [which, authorization] of refused) {
      const answer = await ask(route, authorization)
      expect([which, answer.status]).toEqual([which, 401])
      expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer realm="dowser"/)
      expect((await answer.json<Failure>()).error.code).toBe('unauthorized')
    }
  })
})

describe('with a key of too narrow a scope', () => {
  const narrower = CLOSED.filter(({ scope }) => scope !== 'read')

  test.each(titled(narrower))(
    '%s answers 403 and names the scope it needs',
    async (_title, route) => {
      const needed = route.scope as Exclude<Route['scope'], 'open'>
      for (const scope of ACCESS_SCOPES.filter((held) => !covers(held, needed))) {
        const answer = await ask(route, `Bearer ${await issueKey({ scope })}`)
        expect(answer.status).toBe(403)
        expect(answer.headers.get('www-authenticate')).toBe(
          `Bearer realm="dowser", error="insufficient_scope", scope="${needed}"`,
        )
        const { error } = await answer.json<Failure>()
        expect(error.code).toBe('insufficient_scope')
        expect(error.message).toContain(`"${needed}"`)
      }
    },
  )
})

describe('with a sufficient key', () => {
  test.each(titled(CLOSED))('%s is authorized', async (_title, route) => {
    const key = await issueKey({ scope: route.scope as Exclude<Route['scope'], 'open'> })
    const { id } = route.method === 'get' ? campaign : await create(QUIET)
    // The body is left out, so that the request starts nothing.
    const status = await statusOf(ask({ ...route, bodyExample: {} }, `Bearer ${key}`, id))
    expect([401, 403, 500, 503]).not.toContain(status)
  })
})

describe('with the key of another owner', () => {
  test.each(titled(OF_A_CAMPAIGN))(
    '%s answers as if there were no such campaign',
    async (_title, route) => {
      const stranger = `Bearer ${await issueKey({ owner: 'stranger' })}`
      const { id } = campaign
      const [there, nowhere] = [await ask(route, stranger, id), await ask(route, stranger)]
      expect([there.status, nowhere.status]).toEqual([404, 404])
      const [one, other] = [await there.json<Failure>(), await nowhere.json<Failure>()]
      const alike = { ...one.error, requestId: other.error.requestId }
      expect(JSON.parse(JSON.stringify(alike).replaceAll(id, NEVER_GIVEN))).toEqual(other.error)
      const headers = (answer: Response) => [...answer.headers.keys()]
      expect(headers(there)).toEqual(headers(nowhere))
    },
  )

  test('a campaign is neither listed nor changed', async () => {
    const key = await issueKey({ owner: 'neighbour' })
    const headers = { authorization: `Bearer ${key}` }
    const list = async (init?: RequestInit) =>
      (await call('/v1/campaigns', init)).json<{ campaigns: { id: string }[] }>()
    expect((await list({ headers })).campaigns).toEqual([])
    const made = await call('/v1/campaigns', {
      method: 'POST',
      headers,
      body: JSON.stringify(QUIET),
    })
    const theirs = await made.json<{ id: string }>()
    expect((await list({ headers })).campaigns).toMatchObject([{ id: theirs.id }])
    expect((await list()).campaigns.map((listed) => listed.id)).not.toContain(theirs.id)
    expect((await call(`/v1/campaigns/${theirs.id}`)).status).toBe(404)
    expect((await post(`/v1/campaigns/${theirs.id}/stop`)).status).toBe(404)
    const seen = await call(`/v1/campaigns/${theirs.id}`, { headers })
    expect(await seen.json()).toMatchObject({ id: theirs.id, status: 'running' })
  })
})

describe('a public route', () => {
  const open = ROUTES.filter(({ scope }) => scope === 'open')

  test.each(titled(open))('%s needs no key', async (_title, route) => {
    expect(await statusOf(ask(route, undefined))).toBe(200)
  })

  test('does not exist under /v1/, where even unknown paths need a key', async () => {
    expect(open.filter(({ path }) => path.startsWith('/v1/'))).toEqual([])
    for (const path of ['/v1/nothing', '/v1/', '/v1/campaigns/x/y/z']) {
      expect((await call(path, { headers: { authorization: '' } })).status).toBe(401)
      expect((await call(path)).status).toBe(404)
    }
  })
})
