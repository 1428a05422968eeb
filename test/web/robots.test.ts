import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isAllowed, parseRobots } from '../../src/web/robots.ts'

const allows = (text: string, path: string, agent = 'Dowser') =>
  isAllowed(parseRobots(text, agent), path)
const delayOf = (text: string, agent = 'Dowser') => parseRobots(text, agent).crawlDelayMs
const allowsRule = (rules: string, path: string) => allows(`user-agent: *\n${rules}`, path)

describe('groups (RFC 9309 §2.2.1)', () => {
  test('for the agent itself replace those for everyone', () => {
    const text = 'User-agent: *\nDisallow: /\n\nUser-agent: dowser\nDisallow: /private'
    expect(allows(text, '/x')).toBe(true)
    expect(allows(text, '/private')).toBe(false)
    expect(allows(text, '/x', 'other')).toBe(false)
  })

  test('for the same agent are one', () => {
    const text = 'user-agent: DOWSER\ndisallow: /a\nuser-agent: x\ndisallow: /b\n'
    const both = `${text}user-agent: Dowser/2.0 (a comment)\ndisallow: /c`
    expect(['/a', '/b', '/c'].map((path) => allows(both, path))).toEqual([false, true, false])
  })

  test('may name several agents, with other records between', () => {
    const text = 'user-agent: x\nsitemap: http://a.test/s\n\nuser-agent: dowser\ndisallow: /a'
    expect(allows(text, '/a', 'x')).toBe(false)
    expect(allows(text, '/a', 'dowser')).toBe(false)
    expect(allows(text, '/a', 'y')).toBe(true)
  })

  test('without rules allow everything', () => {
    expect(allows('user-agent: *\ndisallow: /\nuser-agent: dowser', '/x')).toBe(true)
    expect(allows('user-agent: *\ndisallow: /\nuser-agent: dowser\ndisallow:', '/x')).toBe(true)
  })

  test('are ended by a rule that bars nothing', () => {
    const text = 'user-agent: dowser\ndisallow:\nuser-agent: x\ndisallow: /'
    expect(allows(text, '/x')).toBe(true)
  })

  test('are not matched by part of a name, nor by no name', () => {
    expect(allows('user-agent: dow\ndisallow: /', '/x')).toBe(true)
    expect(allows('user-agent: dowser-images\ndisallow: /', '/x')).toBe(true)
    expect(allows('user-agent:\ndisallow: /', '/x', '')).toBe(true)
  })

  test('own the rules: those before any agent say nothing', () => {
    expect(allows('disallow: /', '/x')).toBe(true)
    expect(allows('', '/x')).toBe(true)
  })
})

describe('lines', () => {
  test.each(['\n', '\r', '\r\n', '\n\n \r\n'])('end in %j', (end) => {
    const text = ['User-Agent : *', 'DISALLOW:/a # why', '# allow: /a', 'nonsense'].join(end)
    expect(allows(text, '/a')).toBe(false)
    expect(allows(text, '/b')).toBe(true)
  })

  test('may follow a byte order mark', () => {
    expect(allows('\uFEFFuser-agent: *\ndisallow: /', '/x')).toBe(false)
  })

  test('are read up to 500 KiB, the one cut through left out', () => {
    const head = 'user-agent: *\n'
    const filler = `${'#'.repeat(500 * 1_024 - head.length - 'disallow: /a'.length - 1)}\n`
    expect(allows(`${head}${filler}disallow: /ab`, '/a')).toBe(true)
    expect(allows(`${head}${filler}disallow: /a`, '/a')).toBe(false)
    expect(allows(`${head}${filler}${filler}disallow: /`, '/a')).toBe(true)
  })
})

describe('rules (RFC 9309 §2.2.2 and §2.2.3)', () => {
  test('match from the start of path and query', () => {
    expect(allowsRule('disallow: /a?b', '/a?bc')).toBe(false)
    expect(allowsRule('disallow: /a', '/b/a')).toBe(true)
    expect(allowsRule('disallow: /A', '/a')).toBe(true)
  })

  test('are overruled by longer ones, whatever their order', () => {
    const rules = 'disallow: /a/b\nallow: /a\ndisallow: /\nallow: /a/b/c'
    const paths = ['/', '/a', '/a/b', '/a/b/c']
    expect(paths.map((path) => allowsRule(rules, path))).toEqual([false, true, false, true])
  })

  test('that allow win over as long ones that do not', () => {
    expect(allowsRule('disallow: /a\nallow: /a', '/a')).toBe(true)
  })

  test.each([
    ['/*.gif', '/x/y.gif?z', true],
    ['/*.gif$', '/x.gif', true],
    ['/*.gif$', '/x.gif.gif', true],
    ['/*.gif$', '/x.gif?z', false],
    ['/a*b*c', '/a-c-b-c', true],
    ['/a*b*c', '/a-c-b', false],
    ['/ab*b$', '/ab', false],
    ['/ab*b$', '/abb', true],
    ['*/x', '/a/x', true],
    ['/a$', '/a', true],
    ['/a$', '/ab', false],
    ['/a$b', '/a$bc', true],
    ['/*', '/', true],
    ['/a**$', '/a', true],
    ['/x*', '/', false],
  ])('of the form %j bar %j: %j', (pattern, path, barred) => {
    expect(allowsRule(`disallow: ${pattern}`, path)).toBe(!barred)
  })

  test.each([
    ['/é', '/%C3%A9', true],
    ['/%c3%a9', '/%C3%A9', true],
    ['/%7Ea', '/~a', true],
    ['/~a', '/%7ea', true],
    ['/a%2Fb', '/a/b', false],
    ['/a%2fb', '/a%2Fb', true],
    ['/a%2Ab', '/a*b', true],
    ['/a%2Ab', '/axb', false],
    ['/a%24', '/a$', true],
    ['/a b', '/a%20b', true],
    ['/100%', '/100%', true],
  ])('compare %j with %j as encoded alike: %j', (pattern, path, barred) => {
    expect(allowsRule(`disallow: ${pattern}`, path)).toBe(!barred)
  })

  test('never bar robots.txt itself', () => {
    expect(allowsRule('disallow: /', '/robots.txt')).toBe(true)
    expect(allowsRule('disallow: /', '/robots.txt?x')).toBe(false)
  })
})

describe('crawl-delay', () => {
  test('is in seconds, of the group that holds', () => {
    const text = 'user-agent: *\ncrawl-delay: 2.5\nuser-agent: x\ndisallow: /a\nCrawl-Delay: 1'
    expect(delayOf(text)).toBe(2_500)
    expect(delayOf(text, 'x')).toBe(1_000)
  })

  test('belongs to the agents named before it, and parts no rules from theirs', () => {
    const text = 'user-agent: x\ncrawl-delay: 5\nuser-agent: dowser\ncrawl-delay: 2\ndisallow: /'
    expect(delayOf(text, 'x')).toBe(5_000)
    expect(delayOf(text)).toBe(2_000)
    expect(allows(text, '/a', 'x')).toBe(false)
  })

  test('is at most 30 seconds', () => {
    expect(delayOf('user-agent: *\ncrawl-delay: 86400')).toBe(30_000)
  })

  test.each(['', '-1', 'soon', 'NaN', '1s'])('of %j is none', (value) => {
    expect(delayOf(`user-agent: *\ncrawl-delay: ${value}`)).toBeUndefined()
  })
})

describe('hostile files', () => {
  test('with patterns made of asterisks are matched in one walk over the path', () => {
    const path = `/${'a'.repeat(1_999)}`
    expect(allowsRule(`disallow: /${'a*'.repeat(900)}b`, path)).toBe(true)
    expect(allowsRule(`disallow: ${'*'.repeat(400_000)}b`, path)).toBe(true)
    expect(allowsRule(`disallow: ${'*a'.repeat(1_999)}$`, path)).toBe(false)
  })

  test('with as many rules as fit are read', () => {
    const { rules } = parseRobots(`user-agent: *\n${'allow:/a\n'.repeat(100_000)}`, 'x')
    expect(rules.length).toBeGreaterThan(50_000)
  })

  test('never throw', () => {
    const line = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc
        .tuple(
          fc.constantFrom('user-agent', 'allow', 'disallow', 'crawl-delay', 'Sitemap'),
          fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('*', 'Dowser', '/%', '/*$*$')),
        )
        .map(([key, value]) => `${key}: ${value}`),
    )
    const file = fc.array(line).map((lines) => lines.join('\n'))
    fc.assert(
      fc.property(file, fc.string({ unit: 'binary' }), fc.string(), (text, path, agent) => {
        expect(typeof isAllowed(parseRobots(text, agent), `/${path}`)).toBe('boolean')
      }),
    )
  })
})
