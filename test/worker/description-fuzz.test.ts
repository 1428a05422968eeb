import fc from 'fast-check'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openApi } from '../../src/api/description/openapi.ts'
import { ROUTES } from '../../src/api/routes.ts'
import { ApiDescription, type OpenApi, type Operation } from '../fixtures/api-description.ts'
import { mutatedJson } from '../fixtures/mutated-json.ts'
import { validValue } from '../fixtures/schema-values.ts'
import { call, post } from './client.ts'
import { setScene, type Scene } from './exercises.ts'
import { CLOUDFLARE_LIMITS } from '../../src/core/limits.ts'
import { issueKey } from './issue-key.ts'

// Requests made of the description alone, right ones and wrong ones. `call` sees to it that the
// answer is one that the description knows (500 it does, so that is looked at here), and that
// nothing is done that it calls wrong.

/** Requests for each operation and kind; all of them take some 20 seconds. */
const RUNS = 15

const description = new ApiDescription(
  openApi(ROUTES, CLOUDFLARE_LIMITS.maxParallel) as unknown as OpenApi,
)

let scene: Scene
/** Each test has its own campaign: a stopped one accepts no more changes. */
let editable: string

/** Streams and downloads that are left unread take up the slots of no other file's key. */
let ownKey: { authorization: string }

beforeAll(async () => {
  scene = await setScene()
  ownKey = { authorization: `Bearer ${await issueKey()}` }
})

beforeEach(async () => {
  editable = await scene.paused()
})

afterEach(async () => {
  await post(`/v1/campaigns/${editable}/stop`)
})

/** Parameters that only the API can give out, and one that is not to stand beside another. */
const LEFT_OUT = ['cursor', 'order']

interface Asked {
  path: Record<string, string>
  query: Record<string, string>
  body: string | Uint8Array | undefined
  headers: Record<string, string>
}

const tag = fc.constantFrom('"1"', 'W/"2"', '*', '', '"', '"1", "2"', '"9999999999999999999"', 'é')
const oddHeaders = fc.record(
  {
    'if-match': tag,
    'if-none-match': tag,
    'last-event-id': fc.constantFrom('0', '1', '-1', 'x', '9'.repeat(30)),
    'content-type': fc.constantFrom('text/plain', 'application/json; charset=utf-16', 'x', ''),
    accept: fc.constantFrom('*/*', 'text/csv', ''),
  },
  { requiredKeys: [] },
)

const anId = fc.oneof(
  { weight: 3, arbitrary: fc.constant('<campaign>') },
  {
    weight: 1,
    arbitrary: fc.oneof(
      fc.constantFrom('01m7h3zzzzzzzzzzzz', '%00', '%ff', '%', '..', '%2e%2e', 'a%2Fb', '*', ':id'),
      fc.string({ minLength: 1, maxLength: 20 }).map(encodeURIComponent),
    ),
  },
)

function pathValues({ parameters }: Operation, odd: boolean): fc.Arbitrary<Record<string, string>> {
  const names = parameters.filter(({ in: place }) => place === 'path')
  const values = names.map(({ name, schema }) => [
    name,
    name === 'id'
      ? odd
        ? anId
        : fc.constant('<campaign>')
      : fc.stringMatching(new RegExp(schema.pattern!)),
  ])
  return fc.record(Object.fromEntries(values) as Record<string, fc.Arbitrary<string>>)
}

function queryValues({ parameters }: Operation): fc.Arbitrary<Record<string, string>> {
  const known = parameters.filter(
    ({ in: place, name }) => place === 'query' && !LEFT_OUT.includes(name),
  )
  const values = known.map(({ name, schema }) => [
    name,
    validValue(description, schema).map((value) => String(value).toWellFormed()),
  ])
  const requiredKeys = known.filter(({ required }) => required).map(({ name }) => name)
  return fc.record(Object.fromEntries(values) as Record<string, fc.Arbitrary<string>>, {
    requiredKeys,
  })
}

function bodyOf({ requestBody }: Operation): fc.Arbitrary<unknown> | undefined {
  const schema = requestBody?.content['application/json']?.schema
  return schema && validValue(description, schema)
}

function rightRequests(operation: Operation): fc.Arbitrary<Asked> {
  return fc.record({
    path: pathValues(operation, false),
    query: queryValues(operation),
    body: bodyOf(operation)?.map((body) => JSON.stringify(body)) ?? fc.constant(undefined),
    headers: fc.constant({}),
  })
}

const garbage = fc.oneof(
  fc.uint8Array({ maxLength: 40 }),
  fc.constant(new TextEncoder().encode('{"name":"\xff"}')),
  fc.constant(Uint8Array.from([0x22, 0xff, 0x22])),
  fc.constantFrom('', 'null', '[', '{"a":1}{', '1e999', '"', '['.repeat(200_000), '\ufeff{}'),
)

const oddQuery = fc.dictionary(
  fc.constantFrom('limit', 'cursor', 'order', '__proto__', 'x', ''),
  fc.oneof(fc.string({ maxLength: 10 }), fc.constantFrom('0', '-1', '1e1', '05', '١', '1 ')),
  { maxKeys: 2 },
)

function oddRequests(operation: Operation): fc.Arbitrary<Asked> {
  const valid = bodyOf(operation)
  return fc.record({
    path: pathValues(operation, true),
    query: fc.oneof(queryValues(operation), oddQuery),
    body:
      valid === undefined
        ? fc.constant(undefined)
        : fc.oneof({ weight: 5, arbitrary: mutatedJson(valid) }, { weight: 1, arbitrary: garbage }),
    headers: oddHeaders,
  })
}

async function send({ method, path }: Operation, asked: Asked): Promise<Response> {
  const campaign = method === 'GET' ? scene.ended : editable
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    asked.path[name]!.replace('<campaign>', campaign),
  )
  const query = new URLSearchParams(asked.query).toString()
  const answer = await call(query === '' ? filled : `${filled}?${query}`, {
    method,
    headers: { ...ownKey, ...asked.headers },
    ...(asked.body !== undefined && { body: asked.body }),
  })
  return path === '/v1/campaigns' && answer.status === 201 ? stopped(answer) : answer
}

/** What was made for a question is not to go on after it. */
async function stopped(answer: Response): Promise<Response> {
  const { id } = await answer.clone().json<{ id: string }>()
  await post(`/v1/campaigns/${id}/stop`)
  return answer
}

async function codeOf(answer: Response): Promise<string | undefined> {
  if (answer.ok || answer.status === 304) {
    await answer.body?.cancel()
    return undefined
  }
  return (await answer.json<{ error: { code: string } }>()).error.code
}

describe.each(description.operations.map((operation) => [operation.name, operation] as const))(
  '%s',
  (_name, operation) => {
    test('accepts whatever its description allows', async () => {
      await fc.assert(
        fc.asyncProperty(rightRequests(operation), async (asked) => {
          const answer = await send(operation, asked)
          expect([answer.status, await codeOf(answer)]).not.toEqual([400, expect.any(String)])
          expect(answer.status).not.toBe(500)
        }),
        { numRuns: RUNS },
      )
    })

    test('answers everything else with a documented error', async () => {
      await fc.assert(
        fc.asyncProperty(oddRequests(operation), async (asked) => {
          expect(await codeOf(await send(operation, asked))).not.toBe('internal_error')
        }),
        { numRuns: RUNS },
      )
    })
  },
)
