import { describe, expect, test } from 'vitest'
import { isProductToken } from '../../../src/standards/robots/product-token.ts'
import { readLines } from '../../../src/standards/robots/robots-lines.ts'
import { robotsVerdict } from '../../../src/crawl/robots/fetch-robots.ts'
import {
  decodeRobots,
  robotsUrl,
  decidingRule,
  isAllowed,
  parseRobots,
} from '../../../src/standards/robots/robots.ts'

const allows = (text: string, path: string, agent = 'Dowser') =>
  isAllowed(parseRobots(text, agent), path)
const delayOf = (text: string, agent = 'Dowser') => parseRobots(text, agent).crawlDelayMs
const wishesOf = (text: string, agent = 'Dowser') => parseRobots(text, agent).wishes
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

  test('may be shared by agents on one line', () => {
    const text = 'user-agent: x, Dowser/1.0, *\ndisallow: /a'
    expect(['x', 'dowser', 'anyone'].map((agent) => allows(text, '/a', agent))).toEqual([
      false,
      false,
      false,
    ])
    expect(allows('user-agent: x dowser\ndisallow: /', '/a')).toBe(true)
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

  test('may follow part of a byte order mark, but not have one in their midst', () => {
    const bytes = new TextEncoder().encode('user-agent: *\ndisallow: /')
    expect(allows(decodeRobots(Uint8Array.of(0xef, 0xbb, ...bytes)), '/x')).toBe(false)
    expect(allows('user-agent: *\n\uFEFFdisallow: /', '/x')).toBe(true)
  })

  test('may be wrapped in control characters', () => {
    expect(allows('user-agent: *\0\n\0\f disallow:\v/a\0', '/a')).toBe(false)
  })

  test('are read up to 500 KiB, the one cut through left out', () => {
    const read = (text: string) => decodeRobots(new TextEncoder().encode(text))
    const head = 'user-agent: *\n'
    const filler = `${'#'.repeat(500 * 1_024 - head.length - 'disallow: /a'.length - 1)}\n`
    expect(allows(read(`${head}${filler}disallow: /ab`), '/a')).toBe(true)
    expect(allows(read(`${head}${filler}disallow: /a`), '/a')).toBe(false)
    expect(allows(read(`${head}${filler}${filler}disallow: /`), '/a')).toBe(true)
    expect(read('#'.repeat(600 * 1_024))).toBe('')
  })

  test.each([
    'Useragent: *\nDisalow: /a',
    'user agent: *\nDissallow : /a',
    'USER-AGENT *\ndisallow\t/a',
    'useragent *\nDisallaw: /a # why',
  ])('are understood where %j can only mean one thing', (text) => {
    expect(allows(text, '/a')).toBe(false)
    expect(allows(text, '/b')).toBe(true)
  })

  test.each(['disallow/a', 'disallow / a', 'please disallow /a', 'bar: /a', ': /a'])(
    'are skipped where %j could mean anything',
    (line) => expect(allowsRule(line, '/a')).toBe(true),
  )

  test('are numbered as an editor does, whatever ends them', () => {
    const text = '\r\n# note\ruser-agent: a\n\nSitemap: x\r\ndisallaw /b\n'
    expect([...readLines(text)]).toEqual([
      { line: 3, name: 'user-agent', value: 'a', misspelt: false, colon: true },
      { line: 5, name: 'sitemap', value: 'x', misspelt: false, colon: true },
      { line: 6, name: 'disallow', value: '/b', misspelt: true, colon: false },
    ])
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
    ['a/', '/a/b', true],
    ['a/', '/b/a/', false],
    ['.gif$', '/x.gif', false],
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

  test('that decide are known by their line', () => {
    const rules = parseRobots('user-agent: *\ndisallow: /\n\nallow: /a\nallow: /a', 'x')
    expect(['/', '/ab'].map((path) => decidingRule(rules, path)?.line)).toEqual([2, 4])
    expect(decidingRule(parseRobots('user-agent: *\ndisallow: /a', 'x'), '/')).toBeUndefined()
  })

  test('never disallow robots.txt itself', () => {
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

  test('slows down by 30 seconds at most, and bars nothing', () => {
    const rules = parseRobots('user-agent: *\ncrawl-delay: 86400', 'x')
    expect(rules.crawlDelayMs).toBe(30_000)
    expect(rules.wishes.crawlDelaySeconds).toBe(86_400)
    expect(isAllowed(rules, '/')).toBe(true)
  })

  test('is the longer of two, and in whole milliseconds', () => {
    expect(delayOf('user-agent: *\ncrawl-delay: 3\ncrawl-delay: 1')).toBe(3_000)
    expect(delayOf('user-agent: *\ncrawl-delay: 0.0001')).toBe(1)
    expect(delayOf('user-agent: *\ncrawl-delay: 0')).toBe(0)
  })

  test.each(['', '-1', 'soon', 'NaN', '1s', '1e3', '0x10', '1.2.3', '.'])(
    'of %j is none',
    (value) => expect(delayOf(`user-agent: *\ncrawl-delay: ${value}`)).toBeUndefined(),
  )
})

describe('request-rate', () => {
  test.each([
    ['1/10', 10_000],
    ['1/2s', 2_000],
    ['10/1m', 6_000],
    ['3 / 10', 3_334],
    ['1/1h', 30_000],
    ['9000/1D', 9_600],
    ['1/20 0600-0845', 20_000],
  ])('of %j is a pace of %i ms', (value, ms) => {
    expect(delayOf(`user-agent: *\nrequest-rate: ${value}`)).toBe(ms)
  })

  test.each(['', '0/10', '1', '1/', '/1', '1/2w', 'one/10', '-1/10'])('of %j is none', (value) => {
    expect(delayOf(`user-agent: *\nrequest-rate: ${value}`)).toBeUndefined()
  })

  test('and crawl-delay are both kept to', () => {
    const both = (delay: number, rate: string) =>
      delayOf(`user-agent: *\ncrawl-delay: ${delay}\nrequest-rate: ${rate}`)
    expect(both(1, '1/5')).toBe(5_000)
    expect(both(7, '1/5')).toBe(7_000)
  })
})

describe('other records', () => {
  test('are shown: content signals of the group that holds', () => {
    const text =
      'User-Agent: *\nContent-Signal: search=yes, ai-train=no,use=reference\nAllow: /\n' +
      'User-agent: x\nContent-signal: search = no, =, nonsense,\nDisallow: /'
    const signals = (agent: string) => Object.fromEntries(wishesOf(text, agent).contentSignals)
    expect(signals('y')).toEqual({ search: 'yes', 'ai-train': 'no', use: 'reference' })
    expect(signals('x')).toEqual({ search: 'no' })
    expect(allows(text, '/', 'y')).toBe(true)
    expect(allows(text, '/', 'x')).toBe(false)
  })

  test('is not taken back where two groups for one agent differ', () => {
    const text = ['no', 'yes'].map((word) => `user-agent: *\ncontent-signal: search=${word}`)
    expect(wishesOf(text.join('\n')).contentSignals.get('search')).toBe('no')
    expect(wishesOf(text.toReversed().join('\n')).contentSignals.get('search')).toBe('no')
  })
})

describe('sitemaps', () => {
  test('are for everyone, wherever they stand, each once and as written', () => {
    const text =
      'sitemap: https://a.test/S.xml\nuser-agent: x\nSite-Map:  /b.xml # here\ndisallow: /\n' +
      'SITEMAP: https://a.test/S.xml\nsitemap:\n'
    expect(parseRobots(text, 'y').sitemaps).toEqual(['https://a.test/S.xml', '/b.xml'])
  })
})

describe('an agent', () => {
  test.each([
    ['Dowser', true],
    ['Dow_ser-News', true],
    ['Dowser/1.0', false],
    ['Dowser 2', false],
    ['Dow*', false],
    ['Döwser', false],
    ['', false],
  ])('called %j can be addressed by name: %j (RFC 9309 §2.2.1)', (name, valid) => {
    expect(isProductToken(name)).toBe(valid)
  })

  test.each([
    'Dowser/1.0 (+https://dowser.test/about)',
    'Mozilla/5.0 (compatible; Dowser/1.0; +https://dowser.test/about)',
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; dowser) Chrome/1 Safari/1',
    'Mozilla DOWSER',
  ])('that calls itself %j is Dowser', (userAgent) => {
    expect(allows('user-agent: dowser\ndisallow: /', '/x', userAgent)).toBe(false)
    expect(allows('user-agent: mozilla\ndisallow: /', '/x', userAgent)).toBe(true)
  })
})

describe('the place of a robots.txt (RFC 9309 §2.3)', () => {
  test.each([
    ['https://a.test/b?c#d', 'https://a.test/robots.txt'],
    ['http://user:word@A.test:80/', 'http://a.test/robots.txt'],
    ['http://a.test:8080/robots.txt', 'http://a.test:8080/robots.txt'],
    ['http://[::1]/', 'http://[::1]/robots.txt'],
    ['ftp://a.test/', undefined],
    ['/relative', undefined],
    ['http://', undefined],
  ])('for %j is %j', (url, expected) => {
    expect(robotsUrl(url)).toBe(expected)
  })
})

describe('the status of a robots.txt (RFC 9309 §2.3.1)', () => {
  test.each([
    [[200, 204, 206], 'parse'],
    [[301, 302, 303, 307, 308], 'follow-redirect'],
    [[400, 401, 403, 404, 410, 429, 451], 'allow-all'],
    [[500, 502, 503, 599], 'disallow-all'],
  ])('of %j means %s', (statuses, verdict) => {
    expect(new Set(statuses.map(robotsVerdict))).toEqual(new Set([verdict]))
  })
})
