import { describe, expect, test } from 'vitest'
import { openApi } from '../../../src/api/description/openapi.ts'
import { ROUTES } from '../../../src/api/routes.ts'
import { ApiDescription, type OpenApi } from '../../fixtures/api-description.ts'
import { breaches } from '../../worker/conforms.ts'

const description = new ApiDescription(openApi(ROUTES) as unknown as OpenApi)

interface Answer {
  status?: number
  type?: string
  headers?: Record<string, string>
  json?: unknown
}

/** A request and an answer that are right, but for what is given. */
function found(
  request: { method?: string; path?: string; body?: unknown },
  { status = 200, type = 'application/json', headers = {}, json }: Answer = {},
): string[] {
  const { method = 'GET', path = '/healthz', body } = request
  const answer = new Response(null, { status, headers: { 'content-type': type, ...headers } })
  const text = json === undefined ? undefined : JSON.stringify(json)
  return breaches(description, { method, path, body: JSON.stringify(body), answer, text })
}

const error = (code: string) => ({ error: { code, message: 'x', details: [], requestId: 'x' } })
const campaign = description.operations.find(({ name }) => name === 'POST /v1/campaigns')!
const { example } = campaign.responses['201']!.content!['application/json']!
const body = campaign.requestBody!.content['application/json']!.example as object
const created = {
  status: 201,
  json: example,
  headers: { location: '/', etag: '"1"', 'cache-control': 'private' },
}
const creation = { method: 'POST', path: '/v1/campaigns', body }

describe('an exchange that is as described', () => {
  test('is not complained of', () => {
    expect(found({}, { json: { status: 'ok' } })).toEqual([])
    expect(found(creation, created)).toEqual([])
    expect(found({ path: '/nowhere' }, { status: 404, json: error('route_not_found') })).toEqual([])
  })
})

describe('is complained of:', () => {
  test.each<[string, Parameters<typeof found>, RegExp]>([
    ['a status that is not described', [{}, { status: 418, json: {} }], /answers 418/],
    ['a field more', [{}, { json: { status: 'ok', more: 1 } }], /more/],
    [
      'a field less',
      [creation, { ...created, json: { ...(example as object), id: undefined } }],
      /"id"/,
    ],
    ['another type of content', [{}, { type: 'text/html' }], /as text\/html/],
    ['no type of content', [{}, { type: '' }], /answers 200 as/],
    ['a header that was promised', [creation, { ...created, headers: {} }], /promises Location/],
    ['an undeclared code', [{}, { status: 400, json: error('memory_full') }], /the answer 400/],
    ['an error of another form', [{}, { status: 400, json: { error: 'no' } }], /the answer 400/],
    [
      'a body that is taken and should not be',
      [{ ...creation, body: { ...body, budget: 0 } }, created],
      /takes what it should not/,
    ],
    [
      'a key in a body that nobody knows',
      [{ ...creation, body: { ...body, '': 0 } }, created],
      /takes what/,
    ],
    [
      'a query that is taken and should not be',
      [{ path: '/healthz?a=b' }, { json: { status: 'ok' } }],
      /a is unknown/,
    ],
    [
      'a limit beyond its bounds',
      [{ path: '/v1/campaigns?limit=201' }, { json: { campaigns: [], next: null } }],
      /limit/,
    ],
    ['an unknown path that is found', [{ path: '/nowhere' }, {}], /no such path/],
    ['a method that is not there', [{ method: 'PUT' }, { status: 404 }], /Allow is ""/],
    [
      'a 405 without its code',
      [
        { method: 'PUT' },
        { status: 405, headers: { allow: 'GET, HEAD, OPTIONS' }, json: error('internal_error') },
      ],
      /no such method/,
    ],
  ])('%s', (_what, exchange, complaint) => {
    expect(found(...exchange).join('\n')).toMatch(complaint)
  })
})
