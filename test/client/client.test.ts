import { expect, test } from 'vitest'
import { createClient, cursorFrom } from '../../src/client/client.js'
import { serve } from '../cli/serve.ts'

const campaign = { path: { id: 'a/b' } }

test('a call fills in the path, the query, the headers and the body', async () => {
  await using server = await serve((request, response) => {
    const { method, url, headers } = request
    const { authorization, 'if-match': tag, 'content-type': type } = headers
    response.setHeader('ETag', '"2"')
    response.end(JSON.stringify({ method, url, authorization, tag, type }))
  })
  const client = createClient({ url: server.url, key: () => 'k' })
  const listed = await client.call('get', '/v1/campaigns', { query: { limit: 5 } })
  expect(listed).toMatchObject({
    kind: 'ok',
    etag: '"2"',
    body: { method: 'GET', url: '/v1/campaigns?limit=5', authorization: 'Bearer k' },
  })
  const edited = await client.call('patch', '/v1/campaigns/{id}', {
    ...campaign,
    headers: { 'If-Match': '"1"' },
    body: { budget: 7 },
  })
  expect(edited).toMatchObject({
    body: { url: '/v1/campaigns/a%2Fb', tag: '"1"', type: 'application/json' },
  })
})

test('304 and an empty body are results of their own', async () => {
  await using server = await serve((request, response) => {
    response.writeHead(request.headers['if-none-match'] ? 304 : 204).end()
  })
  const client = createClient({ url: server.url, key: () => null })
  const headers = { 'If-None-Match': '"1"' }
  const unchanged = await client.call('get', '/v1/campaigns/{id}', { ...campaign, headers })
  expect(unchanged).toEqual({ kind: 'not_modified' })
  const empty = await client.call('get', '/v1/campaigns/{id}', campaign)
  expect(empty).toMatchObject({ kind: 'ok', status: 204, body: undefined })
})

test('an error keeps everything the API said', async () => {
  const error = { code: 'c', message: 'm', details: [{ path: 'p', message: 'd' }], requestId: 'r' }
  await using server = await serve((_, response) => {
    response.writeHead(409).end(JSON.stringify({ error }))
  })
  const client = createClient({ url: server.url, key: () => null })
  const answer = await client.call('get', '/v1/campaigns/{id}', campaign)
  expect(answer).toEqual({ kind: 'error', status: 409, ...error })
})

test.each(['', '<html>', 'null', '{"error":null}'])(
  'an error response may have the body "%s"',
  async (body) => {
    await using server = await serve((_, response) => response.writeHead(502).end(body))
    const client = createClient({ url: server.url, key: () => null })
    const answer = await client.call('get', '/v1/campaigns/{id}', campaign)
    const message = 'The server answered 502.'
    expect(answer).toMatchObject({ kind: 'error', code: '', message, details: [] })
  },
)

test('no response, half a response and a late one differ from an aborted call', async () => {
  await using server = await serve((request, response) => {
    if (request.url === '/v1/campaigns') response.writeHead(200).end('{"campaigns":[')
  })
  const client = createClient({ url: server.url, key: () => null, timeoutMs: 200 })
  expect(await client.call('get', '/v1/campaigns', {})).toMatchObject({ kind: 'no_response' })
  expect(await client.call('get', '/healthz', {})).toMatchObject({ kind: 'no_response' })
  const signal = AbortSignal.timeout(50)
  expect(await client.call('get', '/healthz', { signal })).toEqual({ kind: 'aborted' })
  const nobody = createClient({ url: 'http://127.0.0.1:9', key: () => null })
  expect(await nobody.call('get', '/healthz', {})).toMatchObject({ kind: 'no_response' })
})

test('the next page of a list is named by its cursor', () => {
  expect(cursorFrom('/v1/campaigns/x/pages?limit=5&cursor=a%3Ab')).toBe('a:b')
  expect(cursorFrom(null)).toBeNull()
})
