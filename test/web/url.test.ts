import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { normaliseUrl, originOf, pathOf } from '../../src/web/url.ts'

describe('normaliseUrl', () => {
  test.each([
    ['HTTP://Example.COM:80/a/../b?q#f', 'http://example.com/b?q'],
    ['https://example.com', 'https://example.com/'],
    ['https://example.com/#', 'https://example.com/'],
    ['  https://example.com/a b\n', 'https://example.com/a%20b'],
    ['https://bücher.example/é?ü', 'https://xn--bcher-kva.example/%C3%A9?%C3%BC'],
    ['https://example.com/?', 'https://example.com/?'],
  ])('gives %j its WHATWG form without fragment', (text, normal) => {
    expect(normaliseUrl(text)).toBe(normal)
  })

  test.each([
    ['../c', 'http://a.test/c'],
    ['//b.test/x', 'http://b.test/x'],
    ['?q=1', 'http://a.test/d/e?q=1'],
    ['#top', 'http://a.test/d/e'],
    ['', 'http://a.test/d/e'],
  ])('resolves %j against a base', (text, normal) => {
    expect(normaliseUrl(text, 'http://a.test/d/e')).toBe(normal)
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
  })

  test('never throws, and is idempotent', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.webUrl({ withFragments: true, withQueryParameters: true }),
      fc.string({ unit: 'binary' }).map((rest) => `https://a.test/${rest}`),
      fc.string({ unit: 'grapheme' }).map((rest) => `http:${rest}`),
    )
    fc.assert(
      fc.property(text, (any) => {
        const normal = normaliseUrl(any)
        expect(normal === undefined ? undefined : normaliseUrl(normal)).toBe(normal)
      }),
    )
  })
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
