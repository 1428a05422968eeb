import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { parseArguments } from '../../src/cli/args.js'
import { create } from '../../src/cli/commands/create.js'
import { parseLabel } from '../../src/cli/commands/edits.js'
import { parseExpiry } from '../../src/cli/commands/keys.js'
import { findDeployment } from '../../src/cli/deployment.js'
import { ResponseError } from '../../src/cli/errors.js'
import { nextPollMs } from '../../src/cli/follow-campaign.js'
import { COMMON_OPTIONS } from '../../src/cli/help.js'
import { readEvents } from '../../src/client/read-events.js'
import { assertComplete, bodyFrom } from '../../src/cli/spec-options.js'

function argsOf(...argv: string[]) {
  return parseArguments(argv, create, { ...create.options, ...COMMON_OPTIONS })
}

type Terminal = Parameters<typeof bodyFrom>[1]
const stdin = (text: string) =>
  ({ stdin: Readable.from([Buffer.from(text)]) }) as unknown as Terminal

describe('the body of a campaign', () => {
  test('is built from options', async () => {
    const typed =
      '--name Volcanoes --keywords volcano,lava --keywords crater --budget 500 --rate 120 ' +
      '--seed http://a.test/?a=1,2 --seed http://b.test/ --host-delay 0 --max-depth 3 ' +
      '--discover links,feeds'
    const flags = argsOf(...typed.split(' '))
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

  test('has limits as numbers, shares of the budget, or none', async () => {
    const limitsFrom = (...argv: string[]) => bodyFrom(argsOf(...argv), stdin(''))
    expect(await limitsFrom('--per-host', '100', '--per-site', '12.5%')).toEqual({
      limits: { perHost: { fetches: 100 }, perSite: { share: 0.125 } },
    })
    expect(await limitsFrom('--per-site', 'none')).toEqual({ limits: { perSite: null } })
    await expect(limitsFrom('--per-host', 'half')).rejects.toThrow(
      '--per-host must be a number of fetches like 100, a share of the budget like 25%, or none',
    )
  })

  test('names the required options that are missing', () => {
    expect(() => assertComplete(argsOf('--name', 'A', '--budget', '1'))).toThrow(
      /^--keywords, --seed are missing/,
    )
    expect(() => assertComplete(argsOf('--file', 'spec.json'))).not.toThrow()
  })

  test('is read from a file or standard input, and options override it', async () => {
    const spec = { name: 'A', budget: 1, rate: { perMinute: 5, hostDelayMs: 7 } }
    const file = join(mkdtempSync(join(tmpdir(), 'dowser-')), 'spec.json')
    writeFileSync(file, JSON.stringify(spec))
    const expected = { name: 'A', budget: 2, rate: { perMinute: 9, hostDelayMs: 7 } }
    const flags = ['--budget', '2', '--rate', '9']
    expect(await bodyFrom(argsOf('--file', file, ...flags), stdin(''))).toEqual(expected)
    const piped = stdin(JSON.stringify(spec))
    expect(await bodyFrom(argsOf('--file', '-', ...flags), piped)).toEqual(expected)
  })

  test.each(['[]', 'null', '{'])('cannot be %s', async (text) => {
    await expect(bodyFrom(argsOf('--file', '-'), stdin(text))).rejects.toThrow(/no JSON object/)
  })
})

describe('a label', () => {
  test('names a page by its seq or its URL', () => {
    expect(parseLabel('17=0.5')).toEqual({ seq: 17, score: 0.5 })
    expect(parseLabel('http://a.test/?q=1=1')).toEqual({ url: 'http://a.test/?q=1', score: 1 })
  })

  test.each(['17', '=1', '17=2', 'http://a.test/=x'])('cannot be %s', (text) => {
    expect(() => parseLabel(text)).toThrow(/A label must be like/)
  })
})

test.each([
  ['12h', '1970-01-01T12:00:00.000Z'],
  ['90d', '1970-04-01T00:00:00.000Z'],
  ['2027-01-31T00:00:00Z', '2027-01-31T00:00:00.000Z'],
])('a key created with --expires %s expires at %s', (text, at) => {
  expect(parseExpiry(text, 0)).toBe(at)
  expect(() => parseExpiry('soon', 0)).toThrow(/--expires must be like 12h/)
})

describe('the deployment', () => {
  const state = mkdtempSync(join(tmpdir(), 'dowser-'))
  writeFileSync(join(state, 'local.env'), 'API_KEY=local\n')
  const env = { STATE_DIR: state }

  test('is the local run, with its own key, by default', () => {
    expect(findDeployment(argsOf(), env)).toEqual({ url: 'http://127.0.0.1:8787', key: 'local' })
    const elsewhere = { ...env, PORT: '9000' }
    expect(findDeployment(argsOf(), elsewhere)).toEqual({
      url: 'http://127.0.0.1:9000',
      key: 'local',
    })
  })

  test('is set by options first, then by the environment', () => {
    const set = { ...env, DOWSER_URL: 'https://d.test/base/', DOWSER_API_KEY: 'k' }
    expect(findDeployment(argsOf(), set)).toEqual({ url: 'https://d.test/base', key: 'k' })
    const typed = argsOf('--url', 'https://e.test', '--key', 'l')
    expect(findDeployment(typed, set)).toEqual({ url: 'https://e.test', key: 'l' })
  })

  test('never gets the key of the local run if it is elsewhere', () => {
    expect(() => findDeployment(argsOf('--url', 'https://127.0.0.1.e.test'), env)).toThrow(
      /No API key/,
    )
  })

  test('must have a URL that keeps the key secret in transit', () => {
    expect(() => findDeployment(argsOf('--url', 'e.test'), env)).toThrow(/http or https URL/)
    const open = argsOf('--url', 'http://e.test', '--key', 'k')
    expect(() => findDeployment(open, env)).toThrow(/Use https/)
  })
})

test.each([
  ['due in a moment, after a second', 'running', 200, 1_000],
  ['due in ten seconds, then', 'running', 10_000, 10_000],
  ['due in an hour, after 15 seconds: it may be changed', 'running', 3_600_000, 15_000],
  ['suspended by a pause, every five seconds', 'paused', 100, 5_000],
] as const)('a campaign whose next fetch is %s is polled', (_, status, dueMs, waitMs) => {
  const nextTickAt = new Date(dueMs).toISOString()
  expect(nextPollMs({ status, nextTickAt }, 0)).toBe(waitMs)
})

test('events are read however the stream is chunked', async () => {
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

test('an error of the API names its code, its details and the request', () => {
  const response = {
    kind: 'error' as const,
    status: 422,
    code: 'page_not_crawled',
    message: 'None was taken.',
    details: [{ path: 'labels.0', message: 'was not read' }],
    requestId: 'r1',
  }
  expect(new ResponseError(response).message).toBe(
    'None was taken. (page_not_crawled, request r1)\n  labels.0: was not read',
  )
})

test('an error with several details has a line for each', () => {
  const details = [
    { path: 'name', message: 'must be a text' },
    { path: 'budget', message: 'must be a number' },
  ]
  const message = 'name: must be a text; budget: must be a number'
  const response = { kind: 'error' as const, status: 400, code: 'invalid_body', message, details }
  expect(new ResponseError({ ...response, requestId: null }).message).toBe(
    'The request has 2 errors. (invalid_body)\n  name: must be a text\n  budget: must be a number',
  )
})
