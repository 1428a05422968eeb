import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { create } from '../../src/cli/commands/create.js'
import { labelOf } from '../../src/cli/commands/label.js'
import { deployment } from '../../src/cli/deployment.js'
import { expiryOf } from '../../src/cli/expiry.js'
import { RequestRefused } from '../../src/cli/failures.js'
import { untilNews } from '../../src/cli/follow-campaign.js'
import { readArguments } from '../../src/cli/given.js'
import { COMMON_OPTIONS } from '../../src/cli/help.js'
import { readEvents } from '../../src/client/read-events.js'
import { assertComplete, bodyFrom } from '../../src/cli/spec-options.js'

function given(...argv: string[]) {
  return readArguments(argv, create, { ...create.options, ...COMMON_OPTIONS })
}

type Terminal = Parameters<typeof bodyFrom>[1]
const stdin = (text: string) =>
  ({ stdin: Readable.from([Buffer.from(text)]) }) as unknown as Terminal

describe('the body of a campaign', () => {
  test('is made of flags', async () => {
    const typed =
      '--name Volcanoes --keywords volcano,lava --keywords crater --budget 500 --rate 120 ' +
      '--seed http://a.test/?a=1,2 --seed http://b.test/ --host-delay 0 --max-depth 3 ' +
      '--discover links,feeds'
    const flags = given(...typed.split(' '))
    expect(await bodyFrom(flags, stdin(''))).toEqual({
      name: 'Volcanoes',
      topic: { keywords: ['volcano', 'lava', 'crater'] },
      seeds: ['http://a.test/?a=1,2', 'http://b.test/'],
      budget: 500,
      rate: { perMinute: 120, hostDelayMs: 0 },
      scope: { maxDepth: 3 },
      discover: ['links', 'feeds'],
    })
  })

  test('has limits as numbers, as shares of the budget, or none', async () => {
    const limitsFrom = (...argv: string[]) => bodyFrom(given(...argv), stdin(''))
    expect(await limitsFrom('--per-host', '100', '--per-site', '12.5%')).toEqual({
      limits: { perHost: { fetches: 100 }, perSite: { share: 0.125 } },
    })
    expect(await limitsFrom('--per-site', 'none')).toEqual({ limits: { perSite: null } })
    await expect(limitsFrom('--per-host', 'half')).rejects.toThrow(
      '--per-host must be a number of fetches like 100, a share of the budget like 25%, or none',
    )
  })

  test('is asked for by the names of its flags where one is missing', () => {
    expect(() => assertComplete(given('--name', 'A', '--budget', '1'))).toThrow(
      /^--keywords, --seed are missing/,
    )
    expect(() => assertComplete(given('--file', 'spec.json'))).not.toThrow()
  })

  test('is read from a file or standard input, and flags go over it', async () => {
    const spec = { name: 'A', budget: 1, rate: { perMinute: 5, hostDelayMs: 7 } }
    const file = join(mkdtempSync(join(tmpdir(), 'dowser-')), 'spec.json')
    writeFileSync(file, JSON.stringify(spec))
    const expected = { name: 'A', budget: 2, rate: { perMinute: 9, hostDelayMs: 7 } }
    const flags = ['--budget', '2', '--rate', '9']
    expect(await bodyFrom(given('--file', file, ...flags), stdin(''))).toEqual(expected)
    const piped = stdin(JSON.stringify(spec))
    expect(await bodyFrom(given('--file', '-', ...flags), piped)).toEqual(expected)
  })

  test.each(['[]', 'null', '{'])('cannot be %s', async (text) => {
    await expect(bodyFrom(given('--file', '-'), stdin(text))).rejects.toThrow(/no JSON object/)
  })
})

describe('a verdict', () => {
  test('is of a page by its number or its address', () => {
    expect(labelOf('17=0.5')).toEqual({ seq: 17, score: 0.5 })
    expect(labelOf('http://a.test/?q=1=1')).toEqual({ url: 'http://a.test/?q=1', score: 1 })
  })

  test.each(['17', '=1', '17=2', 'http://a.test/=x'])('is not %s', (text) => {
    expect(() => labelOf(text)).toThrow(/no PAGE=SCORE/)
  })
})

test.each([
  ['12h', '1970-01-01T12:00:00.000Z'],
  ['90d', '1970-04-01T00:00:00.000Z'],
  ['2027-01-31T00:00:00Z', '2027-01-31T00:00:00.000Z'],
])('a key that expires in %s is refused from %s', (text, at) => {
  expect(expiryOf(text, 0)).toBe(at)
  expect(() => expiryOf('soon', 0)).toThrow(/--expires must be like 12h/)
})

describe('the deployment', () => {
  const state = mkdtempSync(join(tmpdir(), 'dowser-'))
  writeFileSync(join(state, 'local.env'), 'API_KEY=local\n')
  const env = { STATE_DIR: state }

  test('is the local run with its own key, unless something else is said', () => {
    expect(deployment(given(), env)).toEqual({ url: 'http://127.0.0.1:8787', key: 'local' })
    const elsewhere = { ...env, PORT: '9000' }
    expect(deployment(given(), elsewhere)).toEqual({ url: 'http://127.0.0.1:9000', key: 'local' })
  })

  test('is what the environment says, and before it what is typed', () => {
    const set = { ...env, DOWSER_URL: 'https://d.test/base/', DOWSER_API_KEY: 'k' }
    expect(deployment(given(), set)).toEqual({ url: 'https://d.test/base', key: 'k' })
    const typed = given('--url', 'https://e.test', '--key', 'l')
    expect(deployment(typed, set)).toEqual({ url: 'https://e.test', key: 'l' })
  })

  test('is never sent the key of the local run if it is another', () => {
    expect(() => deployment(given('--url', 'https://127.0.0.1.e.test'), env)).toThrow(/No key/)
  })

  test('has an address on the way to which nobody reads the key', () => {
    expect(() => deployment(given('--url', 'e.test'), env)).toThrow(/http or https address/)
    const open = given('--url', 'http://e.test', '--key', 'k')
    expect(() => deployment(open, env)).toThrow(/use https/)
  })
})

test.each([
  ['in a moment, in a second', 'running', 200, 1_000],
  ['in ten seconds, then', 'running', 10_000, 10_000],
  ['in an hour, in a quarter of a minute: it may be changed', 'running', 3_600_000, 15_000],
  ['while paused, now and then', 'paused', 100, 5_000],
] as const)('a campaign whose next fetch is %s is asked again', (_, status, dueMs, waitMs) => {
  const nextTickAt = new Date(dueMs).toISOString()
  expect(untilNews({ status, nextTickAt }, 0)).toBe(waitMs)
})

test('events are read however they are cut', async () => {
  const text =
    'retry: 1000\nevent: campaign\nid: 7\ndata: {"status":"running"}\n\n: ping\n\n' +
    'event: page\nid: 8\ndata: {"url":"http://a.test/ü"}\n\nretry: 3600000\n\n'
  const bytes = Buffer.from(text)
  for (const size of [1, 3, 1000]) {
    const parts = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
      bytes.subarray(i * size, (i + 1) * size),
    )
    const events = []
    for await (const event of readEvents(ReadableStream.from(parts))) events.push(event)
    expect(events).toEqual([
      { id: '7', event: 'campaign', data: { status: 'running' } },
      { id: '8', event: 'page', data: { url: 'http://a.test/ü' } },
    ])
  }
})

test('a refusal says what, where and of which request', () => {
  const refused = {
    kind: 'refused' as const,
    status: 422,
    code: 'page_not_crawled',
    message: 'None was taken.',
    details: [{ path: 'labels.0', message: 'was not read' }],
    requestId: 'r1',
  }
  expect(new RequestRefused(refused).message).toBe(
    'None was taken. (page_not_crawled, request r1)\n  labels.0: was not read',
  )
})

test('a refusal for several reasons has a line for each', () => {
  const details = [
    { path: 'name', message: 'must be a text' },
    { path: 'budget', message: 'must be a number' },
  ]
  const message = 'name: must be a text; budget: must be a number'
  const refused = { kind: 'refused' as const, status: 400, code: 'invalid_body', message, details }
  expect(new RequestRefused({ ...refused, requestId: null }).message).toBe(
    '2 things are wrong. (invalid_body)\n  name: must be a text\n  budget: must be a number',
  )
})
