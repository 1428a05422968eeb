import { deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { inflate } from '../../src/runtime/inflate.ts'
import { CacheControl } from '../../src/standards/http/cache-control.ts'
import { parseHttpDate } from '../../src/standards/http/dates.ts'
import { retryAt } from '../../src/standards/http/fields.ts'
import { parseContentType } from '../../src/standards/charset/content-type.ts'
import { canDecode, decodeContent } from '../../src/standards/http/content-coding.ts'
import { getPage } from '../../src/crawl/web/get-page.ts'
import { redirectTarget, type Http } from '../../src/crawl/http.ts'
import { addressGuard } from '../../src/standards/address/address-guard.ts'
import { robotsLifetimeMs } from '../../src/crawl/robots/robots-freshness.ts'
import { robotsTags } from '../../src/crawl/page/robots-tags.ts'
import { localSource } from '../fixtures/local-source.ts'
import { FETCH_REQUEST } from '../fixtures/visit.ts'
import { normaliseUrl } from '../../src/standards/url/url.ts'
import { mutated } from '../fixtures/mutated.ts'
import { charactersLookedAt } from '../standards/html/work.ts'

const NOW = Date.UTC(2026, 0, 1)
const DAY_MS = 24 * 3_600_000
const limits = { timeoutMs: 5_000, bodyBytes: 2_000, oversized: 'refuse' as const }

/** Fields as servers send them, each of which is then changed, or given to another. */
const FIELDS: Record<string, string[]> = {
  'content-type': ['text/html; charset="utf-8"', 'application/xhtml+xml;a=b, text/html', 'x/y'],
  'content-encoding': ['gzip', 'br', 'deflate, gzip', 'identity', 'zstd', 'utf-8', ', ,'],
  'content-length': ['0', '17', '99999999999999999999', '-1', '1e3', '5, 5'],
  location: ['../x?y#z', '//b.test/', 'http://[::1]/', 'caf\xc3\xa9', 'http://a b/', '\xff'],
  'retry-after': ['120', 'Tue, 20 May 2025 12:01:30 GMT', '30, 60', 'soon'],
  'cache-control': ['max-age=3600, no-cache="a, b"', 's-maxage=9', 'max-age="5', 'no-store'],
  expires: ['Thu, 01 Jan 2026 02:00:00 GMT', '0', 'Thursday, 01-Jan-26 02:00:00 GMT'],
  date: ['Thu, 01 Jan 2026 00:00:00 GMT', 'Thu Jan  1 00:00:00 2026', 'now'],
  age: ['0', '9'.repeat(30), '-5'],
  'last-modified': ['Wed, 31 Dec 2025 00:00:00 GMT'],
  vary: ['*', 'Accept-Encoding, x y'],
  'x-robots-tag': ['noindex, dowser: nofollow', 'unavailable_after: 25 Jun 2010 15:00:00 PST'],
}

const names = Object.keys(FIELDS)
const value = mutated('http-cache', Object.values(FIELDS).flat()).map(sendable)
const headers = fc.oneof(
  fc.dictionary(fc.constantFrom(...names), value),
  fc.record(Object.fromEntries(names.map((name) => [name, fc.constantFrom(...FIELDS[name]!)])), {
    requiredKeys: [],
  }) as fc.Arbitrary<Record<string, string>>,
)

/** What `Headers` takes: bytes, but for line ends and NUL. */
function sendable(text: string): string {
  return text.replaceAll(/[\0\r\n]|[^\0-\xff]/g, '')
}

const plain = fc.oneof(
  fc.uint8Array({ maxLength: 300 }),
  fc
    .constantFrom('', '<p>x', 'x'.repeat(2_000), 'x'.repeat(20_000))
    .map((text) => Buffer.from(text)),
)
const body = fc
  .tuple(plain, fc.array(fc.constantFrom(gzipSync, deflateSync, deflateRawSync), { maxLength: 4 }))
  .chain(([bytes, codings]) => {
    const coded = codings.reduce<Uint8Array>((inner, code) => code(inner), bytes)
    return fc.nat(20).map((cut) => coded.subarray(0, cut === 0 ? coded.length - 1 : coded.length))
  })
const answer = fc.record({ status: fc.integer({ min: 200, max: 599 }), headers, body })
type Answer = typeof answer extends fc.Arbitrary<infer T> ? T : never

/** A response without a network, so that nothing is decoded on the way. */
function responseOf({ status, headers: fields, body: bytes }: Answer): Response {
  const hasNone = [204, 205, 304].includes(status)
  return new Response(hasNone ? null : Uint8Array.from(bytes), { status, headers: fields })
}

const clientOf = (...answers: Answer[]) => {
  const left = [...answers]
  const http: Http = () => Promise.resolve(responseOf(left.shift() ?? answers.at(-1)!))
  return { http, userAgent: 'Dowser/1.0', inflate, now: () => NOW }
}

describe('whatever the headers say', () => {
  test('a page is sorted', async () => {
    await fc.assert(
      fc.asyncProperty(answer, async (any) => {
        const fetched = await getPage('http://a.test/', clientOf(any), limits)
        expect(['html', 'redirect', 'busy', 'failed']).toContain(fetched.kind)
        const length = fetched.kind === 'html' ? fetched.bytes.length : 0
        expect(length).toBeLessThanOrEqual(limits.bodyBytes)
        const to = fetched.kind === 'redirect' ? fetched.to : undefined
        expect(to === undefined ? to : normaliseUrl(to)).toBe(to)
      }),
      { numRuns: 2_000 },
    )
  })

  test('a robots.txt is kept for five minutes to a day', () => {
    fc.assert(
      fc.property(answer, (any) => {
        const keepMs = robotsLifetimeMs(responseOf(any), NOW)
        expect(keepMs).toBeGreaterThanOrEqual(5 * 60_000)
        expect(keepMs).toBeLessThanOrEqual(DAY_MS)
      }),
      { numRuns: 1_000 },
    )
  })

  test('a fetch ends, and a busy host is so for a day at most', async () => {
    const guard = addressGuard([])
    await fc.assert(
      fc.asyncProperty(answer, answer, async (robots, page) => {
        const source = localSource({ ...clientOf(robots, page), guard })
        const visit = await source.fetch({ ...FETCH_REQUEST, url: 'http://a.test/', limits })
        expect(Number.isFinite(visit.durationMs)).toBe(true)
        const until = (visit.answer.kind === 'busy' && visit.answer.retryAt) || NOW
        expect(until).toBeGreaterThanOrEqual(NOW)
        expect(until).toBeLessThanOrEqual(NOW + DAY_MS)
      }),
      { numRuns: 1_000 },
    )
  })

  test('codings are decoded up to the maximum, or were broken', async () => {
    await fc.assert(
      fc.asyncProperty(body, value, fc.nat(3_000), async (bytes, codings, cap) => {
        const undone = await decodeContent(bytes, codings, cap, inflate)
        expect(undone.bytes === bytes || undone.bytes.length <= cap).toBe(true)
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('a field over and over costs its length:', () => {
  const located = (location: string) => new Response(null, { headers: { location } })

  test.each([
    ['content-type', parseContentType],
    ['content-encoding', canDecode],
    ['cache-control', (text: string) => new CacheControl(text).seconds('max-age')],
    ['expires', (text: string) => parseHttpDate(text, NOW)],
    ['retry-after', (text: string) => retryAt(text, NOW)],
    ['x-robots-tag', (text: string) => robotsTags([text], [], 'Dowser/1.0', NOW)],
    ['location', (text: string) => redirectTarget(located(text), 'http://a.test/')],
  ])('%s', (_, read) => {
    fc.assert(
      fc.property(value, (text) => {
        const cost = (times: number) => charactersLookedAt(() => void read(text.repeat(times)))
        expect(cost(200)).toBeLessThan(2.4 * cost(100) + 2_000)
      }),
      { numRuns: 300 },
    )
  })
})
