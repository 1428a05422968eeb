import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import {
  canonicalPath,
  compilePattern,
  matchesPath,
} from '../../../src/standards/robots/robots-rules.ts'
import {
  decodeRobots,
  robotsUrl,
  decidingRule,
  isAllowed,
  parseRobots,
} from '../../../src/standards/robots/robots.ts'

const NAMES =
  'user-agent allow disallow crawl-delay request-rate visit-time content-signal sitemap useragent'

const any = fc.string({ unit: 'binary' })
const value = fc.oneof(
  any,
  fc.constantFrom('*', 'Dowser', '/%', '/*$*$', '1/2', '0600-0700', 'search=no', '9'.repeat(400)),
)
const line = fc.oneof(
  any,
  fc
    .tuple(fc.constantFrom(...NAMES.split(' ')), fc.constantFrom(':', ' ', ' :\t'), value)
    .map((parts) => parts.join('')),
)
const file = fc.array(line).map((lines) => lines.join('\n'))

const SAMPLE =
  'User-agent: a\nUser-agent: *\nDisallow: /*.gif$\nAllow: /%7Eb\nCrawl-delay: 2.5 # note\r\n' +
  'Request-rate: 1/10s 0600-0845\n\nUser-agent: dowser\nContent-Signal: search=yes\nDisallow: /x*y'

/** Changes a few bytes of a file that means something, which reaches further than noise does. */
const mutated = fc
  .array(fc.tuple(fc.nat(SAMPLE.length - 1), fc.nat(255)), { maxLength: 12 })
  .map((changes) => {
    const bytes = new TextEncoder().encode(SAMPLE)
    for (const [at, byte] of changes) bytes[at] = byte
    return decodeRobots(bytes)
  })

/** The places at which searches for parts of a pattern look while `work` runs. */
function placesSearched(work: () => unknown): number {
  let places = 0
  const search = (text: string, part: string, from = 0): number => {
    for (let at = from; at + part.length <= text.length; at++) {
      places += 1
      if (text.startsWith(part, at)) return at
    }
    return -1
  }
  const spies = [
    vi.spyOn(String.prototype, 'indexOf').mockImplementation(function (this: string, ...args) {
      return search(this, ...args)
    }),
    vi.spyOn(String.prototype, 'includes').mockImplementation(function (this: string, ...args) {
      return search(this, ...args) !== -1
    }),
  ]
  work()
  for (const spy of spies) spy.mockRestore()
  return places
}

/** How often a character is looked at by itself while `work` runs. */
function charactersRead(work: () => unknown): number {
  const spy = vi.spyOn(String.prototype, 'charCodeAt')
  work()
  const count = spy.mock.calls.length
  spy.mockRestore()
  return count
}

describe('whatever a robots.txt says', () => {
  test.each([
    ['noise', file],
    ['a file with a few bytes changed', mutated],
  ])('it is read, and a path is allowed or not: %s', (_, files) => {
    fc.assert(
      fc.property(files, any, fc.string(), (text, path, agent) => {
        const rules = parseRobots(text, agent)
        expect(typeof isAllowed(rules, `/${path}`)).toBe('boolean')
        expect(rules.crawlDelayMs ?? 0).toSatisfy(
          (ms: number) => Number.isInteger(ms) && ms >= 0 && ms <= 30_000,
        )
      }),
    )
  })

  test('whole or cut, as bytes, it is text', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        expect(typeof decodeRobots(bytes)).toBe('string')
      }),
    )
  })

  test('a path is decided by a rule that stands in the file', () => {
    fc.assert(
      fc.property(file, any, (text, path) => {
        const rule = decidingRule(parseRobots(text, 'Dowser'), `/${path}`)
        const lines = ['allow: by no rule', ...text.split(/\r\n|[\r\n]/)]
        expect(lines[rule?.line ?? 0]).toMatch(/allow/i)
      }),
    )
  })

  test('its place is found, or there is none', () => {
    fc.assert(
      fc.property(fc.oneof(fc.webUrl(), any), (url) => {
        const place = robotsUrl(url)
        expect(place).toBe(place === undefined ? undefined : robotsUrl(place))
      }),
    )
  })
})

describe('patterns', () => {
  const pattern = fc
    .array(fc.constantFrom('a', 'b', '/', '*', '$', '%', '%2A'), { maxLength: 12 })
    .map((parts) => `/${parts.join('')}`)
  const path = fc
    .array(fc.constantFrom('a', 'b', '/', '*', '$', '%', '?'), { maxLength: 12 })
    .map((parts) => `/${parts.join('')}`)

  /** The same question, put to a regular expression, which may take its time. */
  function asExpression(text: string): RegExp {
    const anchored = text.endsWith('$')
    const parts = (anchored ? text.slice(0, -1) : text).split('*')
    const escaped = parts.map((part) => canonicalPath(part).replaceAll('?', String.raw`\?`))
    return new RegExp(`^${escaped.join('.*')}${anchored ? '$' : ''}`, 's')
  }

  test('match what a regular expression with the same wildcards does', () => {
    fc.assert(
      fc.property(pattern, path, (text, other) => {
        const canonical = canonicalPath(other)
        expect(matchesPath(compilePattern(text), canonical)).toBe(
          asExpression(text).test(canonical),
        )
      }),
      { numRuns: 1_000 },
    )
  })

  test.each([
    ['one letter at a time', '/a*', 900, 'b'],
    ['a letter that never comes', '*b', 900, ''],
    ['all but the end', '*a', 1_999, 'b$'],
    ['long parts that nearly fit', `*${'a'.repeat(30)}b`, 60, ''],
  ])('search no path twice: %s', (_, part, times, end) => {
    const long = `/${'a'.repeat(1_999)}`
    const compiled = compilePattern(part.repeat(times) + end)
    const places = placesSearched(() => matchesPath(compiled, long))
    expect(places).toBeLessThanOrEqual(long.length + compiled.length)
  })

  test('made at random search no path twice', () => {
    fc.assert(
      fc.property(pattern, path, fc.integer({ min: 1, max: 40 }), (text, other, times) => {
        const compiled = compilePattern(text.repeat(times))
        const long = canonicalPath(other.repeat(times))
        const places = placesSearched(() => matchesPath(compiled, long))
        expect(places).toBeLessThanOrEqual(long.length + compiled.length)
      }),
    )
  })
})

describe('hostile files', () => {
  test('made of white space are looked at once', () => {
    const text = `user-agent: *\n${' '.repeat(200_000)}x${' '.repeat(200_000)}: y\n`
    expect(charactersRead(() => parseRobots(text, 'x'))).toBeLessThan(1.1 * text.length)
  })

  test('with as many rules as fit are read', () => {
    const lines = Array.from({ length: 50_000 }, (_, i) => `allow:/${i.toString(36)}\n`)
    const { rules } = parseRobots(`user-agent: *\n${lines.join('')}`, 'x')
    expect(rules).toHaveLength(50_000)
  })

  test.each([
    ['asterisks', `disallow: ${'*'.repeat(400_000)}b`],
    ['agents', `user-agent: ${'x,'.repeat(200_000)}`],
    ['signals', `content-signal: a=b\n`.repeat(10) + `content-signal: ${'a=b,'.repeat(100_000)}`],
    [
      'new signals',
      Array.from({ length: 20_000 }, (_, i) => `content-signal: s${i}=no`).join('\n'),
    ],
    ['digits', `crawl-delay: ${'9'.repeat(400_000)}`],
    ['rates', `request-rate: 1/1${' '.repeat(400_000)}x`],
    ['two words', `${'a'.repeat(200_000)}${' '.repeat(200_000)}b c`],
  ])('made of %s are read', (_, text) => {
    const rules = parseRobots(`user-agent: *\n${text}`, 'x')
    expect(isAllowed(rules, '/a')).toBe(true)
  })
})
