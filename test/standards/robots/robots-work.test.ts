import fc from 'fast-check'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { addressGuard } from '../../../src/standards/address/address-guard.ts'
import { RobotsCache } from '../../../src/crawl/robots/robots-cache.ts'
import {
  canonicalPath,
  compilePattern,
  matchesPath,
  MAX_WILDCARD_RULES,
  MAX_WILDCARDS,
} from '../../../src/standards/robots/robots-rules.ts'
import {
  MAX_ROBOTS_BYTES,
  decidingRule,
  isAllowed,
  parseRobots,
} from '../../../src/standards/robots/robots.ts'
import { AccessFilter } from '../../../src/crawl/web/access-filter.ts'

/** Fills a robots.txt with as many lines as it may have. */
function fileOf(line: (i: number) => string): string {
  const lines = ['user-agent: *']
  for (let bytes = 14, i = 0; bytes < MAX_ROBOTS_BYTES - 20_000; i++) {
    bytes += lines[lines.push(line(i)) - 1]!.length + 1
  }
  return lines.join('\n')
}

/** Files that make each check as long as they can, and a path on which none ends early. */
const FILES: [string, string, string][] = [
  ['rules of one wildcard', fileOf((i) => `disallow: /*a${i}z`), '/a'],
  ['rules of ten wildcards', fileOf((i) => `disallow: /${'*a'.repeat(9)}*${i}z`), '/a'],
  ['rules of a thousand wildcards', fileOf((i) => `disallow: /${'*a'.repeat(999)}*${i}z`), '/a'],
  ['wildcards after a start they share', fileOf((i) => `disallow: /aaaa*a*${i}z`), '/a'],
  [
    'wildcards after starts of all lengths',
    fileOf((i) => `allow: /${'a'.repeat(i % 999)}*${i}z`),
    '/a',
  ],
  ['anchors', fileOf((i) => `disallow: /*a*a*a${i}z$`), '/a'],
  [
    'a long literal after each wildcard',
    fileOf((i) => `disallow: /*${'a'.repeat(400)}${i}z`),
    '/a',
  ],
]

/** Makes each search for text count, and fails when there were too many. */
function limitSearches(most: number): { searches: number } {
  const work = { searches: 0 }
  for (const name of ['indexOf', 'includes'] as const) {
    const search = String.prototype[name] as (...args: unknown[]) => unknown
    const spy = vi.spyOn(String.prototype, name).mockImplementation(function (
      this: string,
      ...args: unknown[]
    ) {
      if (++work.searches > most) throw new Error(`more than ${most} searches`)
      return Reflect.apply(search, this, args) as never
    })
    onTestFinished(() => spy.mockRestore())
  }
  return work
}

describe('of a robots.txt full of wildcards', () => {
  test.each(FILES)('one check takes a bounded number of steps: %s', (_, text, path) => {
    const rules = parseRobots(text, 'x')
    const work = { steps: 0 }
    isAllowed(rules, path + 'a'.repeat(1_900), work)
    expect(work.steps).toBeLessThanOrEqual(MAX_WILDCARD_RULES * (MAX_WILDCARDS + 1))
  })

  test.each(FILES)('the checks of a page with 5,000 links do as well: %s', (_, text, path) => {
    const robots = new RobotsCache()
    robots.set('http://a.test', { rules: parseRobots(text, 'x'), until: 1, bodyBytes: text.length })
    const bar = new AccessFilter(addressGuard([]), robots, 0)
    const links = Array.from({ length: 5_000 }, (_link, i) => `${path}${'a'.repeat(1_900)}${i}`)
    const work = limitSearches(250_000)
    for (const link of links) bar.accepts(`http://a.test${link}`)
    expect(work.searches).toBeLessThanOrEqual(250_000)
  })
})

test('rules without a wildcard are found, not tried', () => {
  const rules = parseRobots(
    fileOf((i) => `disallow: /${i.toString(36)}/`),
    'x',
  )
  expect(rules.rules.length).toBeGreaterThan(25_000)
  const work = { steps: 0 }
  expect(isAllowed(rules, `/${(20_000).toString(36)}/page`, work)).toBe(false)
  expect(isAllowed(rules, '/~/page', work)).toBe(true)
  expect(work.steps).toBe(0)
})

const text = fc
  .array(fc.constantFrom('a', 'b', '/', '*', '%2A', 'aa'), { maxLength: 8 })
  .map((parts) => `/${parts.join('')}`)
const line = fc
  .tuple(fc.constantFrom('allow', 'disallow'), text, fc.constantFrom('', '$'))
  .map(([name, pattern, end]) => `${name}: ${pattern}${end}`)
const lines = fc.array(line, { maxLength: 40 })

test('the rule that decides is the one that trying them in order would find', () => {
  fc.assert(
    fc.property(lines, text, (written, path) => {
      const rules = parseRobots(['user-agent: *', ...written].join('\n'), 'x')
      const canonical = canonicalPath(path)
      const first = rules.rules.find(({ pattern }) => matchesPath(pattern, canonical))
      expect(decidingRule(rules, path)).toBe(first)
    }),
    { numRuns: 2_000 },
  )
})

describe('a rule beyond the bounds', () => {
  const beyond: [string, string, string][] = [
    ['of too many wildcards', `/a${'*b'.repeat(MAX_WILDCARDS + 1)}`, '/abc'],
    ['of too many characters', `/a${'b'.repeat(20_000)}`, `/a${'b'.repeat(19_000)}`],
    ['of too many escapes', `/a${'é'.repeat(20_000)}`, `/a${'%C3%A9'.repeat(3_000)}`],
  ]

  test.each(beyond)('bars all that begins as it does: %s', (_, pattern, path) => {
    const rules = parseRobots(`user-agent: *\ndisallow: ${pattern}\nallow: ${path}`, 'x')
    expect(isAllowed(rules, path)).toBe(false)
    expect(isAllowed(rules, '/b')).toBe(true)
  })

  test.each(beyond)('allows nothing: %s', (_, pattern) => {
    const rules = parseRobots(`user-agent: *\nallow: ${pattern}\ndisallow: /`, 'x')
    expect(isAllowed(rules, pattern.replaceAll('*', ''))).toBe(false)
  })

  test('never allows what it would have barred', () => {
    const many = Array.from({ length: MAX_WILDCARD_RULES }, (_, i) => `disallow: /*/${i}/no`)
    fc.assert(
      fc.property(lines, text, (written, path) => {
        const all = ['user-agent: *', ...many, ...written]
        const exact = parseRobots(['user-agent: *', ...written].join('\n'), 'x')
        const bounded = parseRobots(all.join('\n'), 'x')
        expect(isAllowed(bounded, path) && !isAllowed(exact, path)).toBe(false)
      }),
      { numRuns: 300 },
    )
  })

  test('is none that people write', () => {
    expect(compilePattern('/*?*sort=*&page=*$').parts.length - 1).toBeLessThan(MAX_WILDCARDS)
  })
})
