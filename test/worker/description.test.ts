import { beforeAll, describe, expect, test } from 'vitest'
import { ROUTES } from '../../src/api/routes.ts'
import { call, served } from './client.ts'
import { issueKey } from './issue-key.ts'
import { EXERCISES, setScene, SHOWN_ELSEWHERE, type Exercise, type Scene } from './exercises.ts'

// `call` holds every request and answer to the description; here each route is asked at least once.

const operations = ROUTES.map((route) => ({
  ...route,
  name: `${route.method.toUpperCase()} ${route.path}`,
}))
type Named = (typeof operations)[number]

/** A well-formed campaign ID that was never assigned. */
const ANONYMOUS = '01m7h3zzzzzzzzzzzz'

let scene: Scene
/** Other files leave streams open under the root key, whose slots take a while to expire. */
let ownKey: { authorization: string }

beforeAll(async () => {
  scene = await setScene()
  ownKey = { authorization: `Bearer ${await issueKey()}` }
})

async function ask({ method, path }: Named, exercise: Partial<Exercise>): Promise<Response> {
  const values: Record<string, string> = { id: scene.ended, ...exercise.path }
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? ANONYMOUS)
  const { query = '', body, headers = {} } = exercise
  if (headers['if-none-match'] === '<etag>') {
    headers['if-none-match'] = (await call(filled)).headers.get('etag')!
  }
  return call(filled + query, {
    method: method.toUpperCase(),
    headers: { ...ownKey, ...headers },
    ...(body !== undefined && { body: isSentAsItIs(body) ? body : JSON.stringify(body) }),
  })
}

function isSentAsItIs(body: unknown): body is string | Uint8Array {
  return typeof body === 'string' || body instanceof Uint8Array
}

/** Status and code of an error. */
async function errorOf(answer: Response): Promise<string> {
  const { error } = await answer.json<{ error: { code: string } }>()
  return `${answer.status} ${error.code}`
}

test('the served description covers all routes, and no others', async () => {
  const { operations: described } = await served()
  const known = described.map(({ name }) => name).toSorted()
  expect(known).toEqual(operations.map(({ name }) => name).toSorted())
})

test('every example request belongs to a route', () => {
  const names = operations.map(({ name }) => name)
  expect(Object.keys(EXERCISES).filter((name) => !names.includes(name))).toEqual([])
})

const named = (some: Named[]) => some.map((operation) => [operation.name, operation] as const)

/** Reads the answer to its end, if it has one: an abandoned answer holds its slot for a while. */
async function finish(answer: Response): Promise<void> {
  const isEndless = answer.headers.get('content-type')?.startsWith('text/event-stream')
  await (isEndless ? answer.body?.cancel() : answer.arrayBuffer())
}

test.each(named(operations))('%s answers as it is described', async (name, operation) => {
  const exercises = (await EXERCISES[name]?.(scene)) ?? []
  expect(exercises, `test/worker/exercises.ts has none for ${name}`).not.toEqual([])
  const seen = new Set<string>()
  for (const exercise of exercises) {
    const answer = await ask(operation, exercise)
    expect([exercise, answer.status]).toEqual([exercise, exercise.status])
    seen.add(String(answer.status))
    await finish(answer)
  }
  for (const status of SHOWN_ELSEWHERE[name] ?? []) seen.add(status)
  expect([...seen]).toEqual(expect.arrayContaining(Object.keys(operation.responses)))
})

test.each(named(operations))('%s refuses unknown query parameters', async (_name, operation) => {
  expect(await errorOf(await ask(operation, { query: '?unheard=of' }))).toBe('400 invalid_query')
})

const locked = operations.filter(({ scope }) => scope !== 'open')
test.each(named(locked))('%s needs a key', async (_name, operation) => {
  const body = operation.bodyExample
  const answer = await ask(operation, { headers: { authorization: '' }, body })
  expect(await errorOf(answer)).toBe('401 unauthorized')
})

const ofCampaigns = operations.filter(({ path }) => path.includes('{id}'))
test.each(named(ofCampaigns))('%s answers 404 for an unknown campaign', async (name, operation) => {
  // The request is otherwise valid: an invalid query would be reported first.
  const [usual] = await EXERCISES[name]!(scene)
  for (const id of [ANONYMOUS, 'nonsense', '%F0%9F%8C%8B']) {
    const path = { ...usual?.path, id }
    const answer = await ask(operation, { ...usual, path, body: operation.bodyExample })
    expect(await errorOf(answer)).toBe('404 campaign_not_found')
  }
})

const withBodies = operations.filter(({ body }) => body !== undefined)
test.each(named(withBodies))(
  '%s refuses a malformed or oversized body',
  async (_name, operation) => {
    expect(await errorOf(await ask(operation, { body: '{"a":' }))).toBe('400 invalid_json')
    expect(await errorOf(await ask(operation, { body: '[]' }))).toBe('400 invalid_body')
    const large = JSON.stringify('x'.repeat(1_000_000))
    expect(await errorOf(await ask(operation, { body: large }))).toBe('413 body_too_large')
  },
)

describe('a path', () => {
  const paths = [...new Set(ROUTES.map(({ path }) => path.replaceAll(/\{\w+\}/g, ANONYMOUS)))]

  // `call` compares what `Allow` says with the description.
  test.each(paths)('%s says which methods it allows', async (path) => {
    const options = await call(path, { method: 'OPTIONS' })
    expect(options.status).toBe(204)
    expect(await options.text()).toBe('')
    const answer = await call(path, { method: 'PUT', body: '{}' })
    expect(await errorOf(answer)).toBe('405 method_not_allowed')
    expect(answer.headers.get('allow')).toBe(options.headers.get('allow'))
  })

  test('answers HEAD as GET, without a body', async () => {
    for (const path of ['/healthz', `/v1/campaigns/${scene.ended}`, '/metrics', '/docs']) {
      const [get, head] = [await call(path), await call(path, { method: 'HEAD' })]
      expect(head.status).toBe(200)
      expect(await head.text()).toBe('')
      for (const name of ['content-type', 'etag', 'cache-control']) {
        expect(head.headers.get(name)).toBe(get.headers.get(name))
      }
      await get.body?.cancel()
    }
  })

  test('that is unknown is 404 whatever the method', async () => {
    for (const method of ['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE']) {
      expect((await call('/v1/nowhere', { method })).status).toBe(404)
    }
  })
})
