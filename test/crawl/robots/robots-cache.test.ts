import { expect, test } from 'vitest'
import { RobotsCache } from '../../../src/crawl/robots/robots-cache.ts'
import { ALLOW_ALL, parseRobots } from '../../../src/standards/robots/robots.ts'

const HOUR = 3_600_000

/** How many of a hundred such files are still held. */
function heldOf(text: string): number {
  const cache = new RobotsCache()
  const rules = parseRobots(text, 'x')
  const origins = Array.from({ length: 100 }, (_, i) => `http://h${i}.test`)
  for (const origin of origins) {
    cache.set(origin, { rules, until: HOUR, bodyBytes: text.length })
  }
  return origins.filter((origin) => cache.get(origin, 0) !== undefined).length
}

function lines(count: number, line: (i: number) => string): string {
  return Array.from({ length: count }, (_, i) => `${line(i)}\n`).join('')
}

test('rules are held until their time is up', () => {
  const cache = new RobotsCache()
  const kept = { rules: ALLOW_ALL, until: HOUR, bodyBytes: 0 }
  cache.set('http://a.test', kept)
  expect(cache.get('http://a.test', HOUR - 1)).toBe(kept)
  expect(cache.get('http://a.test', HOUR)).toBeUndefined()
  expect(cache.last('http://a.test')).toBe(kept)
  expect(cache.get('https://a.test', 0)).toBeUndefined()
})

test.each([
  ['short', 'user-agent: *\ndisallow: /', 100],
  ['long', `#${'x'.repeat(500_000)}`, 33],
  ['with many rules', `user-agent: *\n${lines(10_000, (i) => `disallow: /${i}`)}`, 4],
  [
    'with bytes that are no text',
    `user-agent: *\n${lines(300, (i) => `disallow: /${i}${'\uFFFD'.repeat(1_333)}`)}`,
    4,
  ],
  ['with many wildcards', `user-agent: *\n${lines(900, (i) => `disallow: /${i}*a*b*c*d*e`)}`, 29],
])('files that are %s weigh what they take in memory', (_, text, held) => {
  expect(heldOf(text)).toBe(held)
})

test.each([
  ['signals', 'user-agent: *\ncontent-signal: ', (name: string) => `${name}=a,`],
  ['sitemaps', '', (name: string) => `sitemap:${name}\n`],
])('of a flood of %s no more is held than anybody asks for', (_, head, entry) => {
  const names = Array.from({ length: 50_000 }, (_name, i) => i.toString(36))
  const { wishes, sitemaps } = parseRobots(head + names.map(entry).join(''), 'x')
  expect(wishes.contentSignals.size).toBeLessThanOrEqual(50)
  expect(sitemaps.length).toBeLessThanOrEqual(1_000)
})
