import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { normaliseUrl, originOf, parseUrl, pathOf } from '../../../src/standards/url/url.ts'

const normal = (rest: string) =>
  normaliseUrl(`https://a.test${rest}`)?.slice('https://a.test'.length)

describe('normaliseUrl', () => {
  test.each([
    ['HTTP://Example.COM:80/a/../b?q#f', 'http://example.com/b?q'],
    ['https://example.com', 'https://example.com/'],
    ['https://example.com/#', 'https://example.com/'],
    ['  https://example.com/a b\n', 'https://example.com/a%20b'],
    ['https://bücher.example/é?ü', 'https://xn--bcher-kva.example/%C3%A9?%C3%BC'],
    ['https:\\\\example.com\\a', 'https://example.com/a'],
    ['https://0x7f.1/', 'https://127.0.0.1/'],
    ['https://[0:0::1]:443/', 'https://[::1]/'],
  ])('gives %j its WHATWG form without fragment', (text, form) => {
    expect(normaliseUrl(text)).toBe(form)
  })

  test.each([
    ['../c', 'http://a.test/c'],
    ['//b.test/x', 'http://b.test/x'],
    ['?q=1', 'http://a.test/d/e?q=1'],
    ['#top', 'http://a.test/d/e'],
    ['', 'http://a.test/d/e'],
  ])('resolves %j against a base', (text, form) => {
    expect(normaliseUrl(text, 'http://a.test/d/e')).toBe(form)
  })

  test.each([
    ['/%7euser/%2D%5f%41', '/~user/-_A'],
    ['/caf%c3%a9?q=%e2%82%ac', '/caf%C3%A9?q=%E2%82%AC'],
    ['/?q=%61%26b', '/?q=a%26b'],
    ['/a%2fb%3f%23%25', '/a%2Fb%3F%23%25'],
  ])('spells the escapes of %j in one way', (text, form) => {
    expect(normal(text)).toBe(form)
  })

  test.each(['/100%', '/%%361', '/%4%31', '/%zz%7e', '/?q=50%&r=%61'])(
    'leaves the escapes of %j alone, where a percent sign escapes nothing',
    (text) => {
      expect(normal(text)).toBe(text)
    },
  )

  test.each([
    ['/?', '/'],
    ['/a?#b', '/a'],
    ['/?utm_source=x', '/'],
    ['/?utm_source=x&id=1&UTM_Medium=y&gclid=z', '/?id=1'],
    ['/?id=1&fbclid=x&b=&a&b=2', '/?id=1&b=&a&b=2'],
    ['/?utm%5Fsource=x&msclkid', '/'],
    ['/?mc_cid=1&mc_eid=2&q=utm_source', '/?q=utm_source'],
  ])('leaves out of %j what says only where a reader came from', (text, form) => {
    expect(normal(text)).toBe(form)
  })

  test.each([
    '/?PHPSESSID=1&sid=2&jsessionid=3',
    '/?ref=main&source=a&campaign=b&page=2',
    '/?utm_zone=33&utm_x=1&utm_northing=2',
    '/?utm_source=a;id=5',
    '/;jsessionid=1',
  ])('keeps all of %j, which may be what a page depends on', (text) => {
    expect(normal(text)).toBe(text)
  })

  test.each([
    ['http://example.com./a', 'http://example.com/a'],
    ['http://example.com.:8080/', 'http://example.com:8080/'],
    ['http://127.0.0.1./', 'http://127.0.0.1/'],
    ['http://example.com../', 'http://example.com../'],
  ])('knows the root dot of %j', (text, form) => {
    expect(normaliseUrl(text)).toBe(form)
  })

  test.each([
    ['http://a.test/?b=1&a=2', 'http://a.test/?a=2&b=1'],
    ['http://a.test/b', 'http://a.test/b/'],
    ['http://a.test/b', 'http://a.test//b'],
    ['http://a.test/', 'http://www.a.test/'],
    ['http://a.test/', 'https://a.test/'],
    ['http://a.test/', 'http://a.test/index.html'],
    ['http://a.test/b', 'http://a.test/B'],
    ['http://a.test/?a', 'http://a.test/?a='],
    ['http://a.test/?a+b', 'http://a.test/?a%20b'],
    ['http://a.test/a%2Fb', 'http://a.test/a/b'],
  ])('keeps %j and %j apart', (one, other) => {
    expect(normaliseUrl(one)).not.toBe(normaliseUrl(other))
  })

  test.each([
    'mailto:a@b.test',
    'javascript:void(0)',
    'data:text/html,x',
    'ftp://a.test/',
    'file:///a',
  ])('refuses %j, which is not the web', (text) => {
    expect(normaliseUrl(text, 'http://a.test/')).toBeUndefined()
  })

  test.each(['', 'a/b', 'http://', 'http://a b/', 'http://[::1', 'http://a.test:99999/'])(
    'refuses %j, which is no absolute URL',
    (text) => {
      expect(normaliseUrl(text)).toBeUndefined()
    },
  )

  test.each(['http://user@a.test/', 'http://user:pass@a.test/', 'http://:pass@a.test/'])(
    'refuses the credentials in %j',
    (text) => {
      expect(normaliseUrl(text)).toBeUndefined()
    },
  )

  test('refuses a normal form of more than 2,000 characters', () => {
    const longest = `http://a.test/${'x'.repeat(2_000 - 'http://a.test/'.length)}`
    expect(normaliseUrl(longest)).toBe(longest)
    expect(normaliseUrl(`${longest}x`)).toBeUndefined()
    expect(normaliseUrl(`${longest}#${'f'.repeat(9_000)}`)).toBe(longest)
    expect(normaliseUrl(`${longest}?utm_term=${'f'.repeat(9_000)}`)).toBe(longest)
  })
})

/** What normalising is made of, in any order. */
const piece = fc.constantFrom(
  ...'% %2 %41 %7e %2f %zz . .. / // \\ ? & = ; # utm_source gclid id é : @ [ ] a A 0'.split(' '),
  ' ',
  '\t',
  '\uD800',
)
const anything = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.webUrl({ withFragments: true, withQueryParameters: true }),
  fc.string({ unit: 'binary' }).map((rest) => `https://a.test/${rest}`),
  fc.string({ unit: 'grapheme' }).map((rest) => `http:${rest}`),
  fc.array(piece).map((pieces) => `http://a.test/${pieces.join('')}`),
  fc.array(piece).map((pieces) => `http://${pieces.join('')}`),
)

describe('whatever the text', () => {
  test('normalising never throws, and is done once', () => {
    fc.assert(
      fc.property(anything, fc.option(anything, { nil: undefined }), (text, base) => {
        const form = normaliseUrl(text, base)
        expect(form === undefined ? undefined : normaliseUrl(form)).toBe(form)
      }),
      { numRuns: 1_000 },
    )
  })

  test('a server that decodes sees the same path', () => {
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const url = parseUrl(`http://a.test/${pieces.join('')}`)
        const form = normaliseUrl(url?.href ?? '')
        if (url === undefined || form === undefined) return
        expect(decoded(new URL(form).pathname)).toBe(decoded(url.pathname))
      }),
      { numRuns: 1_000 },
    )
  })

  test.each(['%41', '&', '.', 'utm_a&', '%', '/..', '//', '@'])(
    'a megabyte of %j is one more answer',
    (unit) => {
      const long = unit.repeat(1_000_000 / unit.length)
      for (const text of [
        long,
        `http://${long}/`,
        `http://a.test/${long}`,
        `http://a.test?${long}`,
      ]) {
        expect(['string', 'undefined']).toContain(typeof normaliseUrl(text))
      }
    },
  )
})

test('a URL in normal form is its origin followed by its path', () => {
  fc.assert(
    fc.property(fc.webUrl({ withQueryParameters: true }), (any) => {
      const url = normaliseUrl(any) ?? 'http://a.test/'
      expect(originOf(url)).toBe(new URL(url).origin)
      expect(originOf(url) + pathOf(url)).toBe(url)
    }),
  )
  expect(pathOf('http://a.test/?')).toBe('/?')
})

/** Decodes as servers do: byte by byte, a stray percent sign being itself. */
function decoded(path: string): string {
  return path.replace(/%([0-9A-Fa-f]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
}
