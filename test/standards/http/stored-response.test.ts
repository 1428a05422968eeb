import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { OWN_CACHE, type CacheRules } from '../../../src/standards/http/cache-control.ts'
import { membersOf } from '../../../src/standards/http/fields.ts'
import {
  freshen,
  fits,
  keepSeconds,
  reuseOf,
  revalidationHeaders,
  servesOnError,
  type StoredResponse,
  conditionalHeaders,
  isSameTag,
  validatorsOf,
} from '../../../src/standards/http/stored-response.ts'

const NOW = Date.UTC(2025, 4, 20, 12)
const MODIFIED = 'Mon, 19 May 2025 07:00:00 GMT'
type Fields = Record<string, string>

const stored = (headers: Fields, more: Partial<StoredResponse> = {}): StoredResponse => ({
  method: 'GET',
  requestHeaders: new Headers(),
  status: 200,
  headers: new Headers(headers),
  receivedAt: NOW,
  ...more,
})
const asking = (headers: Fields = {}, method = 'GET') => ({ method, headers: new Headers(headers) })
const reuse = (response: StoredResponse, afterSeconds: number, wish: Fields = {}) =>
  reuseOf(response, asking(wish), OWN_CACHE, NOW + afterSeconds * 1_000)
const kept = (control: string) => stored({ 'cache-control': control })

describe('a stored response', () => {
  test('is used while it is fresh', () => {
    expect(reuse(kept('max-age=60'), 59)).toBe('reuse')
    expect(reuse(kept('max-age=60'), 60)).toBe('fetch')
    expect(reuse(kept('max-age=60, no-cache'), 0)).toBe('fetch')
    expect(reuse(kept('max-age=60, no-cache="set-cookie"'), 0)).toBe('reuse')
  })

  test('is used for a while after, where the host would rather have it so (RFC 5861 §3)', () => {
    const response = kept('max-age=60, stale-while-revalidate=30')
    expect(reuse(response, 80)).toBe('reuse-and-revalidate')
    expect(reuse(response, 91)).toBe('fetch')
    expect(reuse(kept('max-age=60, stale-while-revalidate=30, must-revalidate'), 80)).toBe('fetch')
  })

  test('is made do with when the host fails, where it allows that (RFC 5861 §4)', () => {
    const serves = (control: string, afterSeconds: number) =>
      servesOnError(kept(control), OWN_CACHE, NOW + afterSeconds * 1_000)
    expect(serves('max-age=60, stale-if-error=30', 80)).toBe(true)
    expect(serves('max-age=60, stale-if-error=30', 95)).toBe(false)
    expect(serves('max-age=60, stale-if-error=30, must-revalidate', 80)).toBe(false)
    expect(serves('max-age=60', 80)).toBe(false)
  })

  test('is worth keeping while it may be used either way', () => {
    const worth = (control: string) => keepSeconds(kept(control), OWN_CACHE, NOW + 10_000)
    expect(worth('max-age=60')).toBe(50)
    expect(worth('max-age=60, stale-while-revalidate=30, stale-if-error=100')).toBe(150)
    expect(worth('max-age=5')).toBe(0)
  })

  test.each([
    [{ 'cache-control': 'no-cache' }, 'fetch'],
    [{ 'cache-control': 'no-store' }, 'fetch'],
    [{ pragma: 'no-cache' }, 'fetch'],
    [{ pragma: 'no-cache', 'cache-control': 'x' }, 'reuse'],
    [{ 'cache-control': 'max-age=20' }, 'fetch'],
    [{ 'cache-control': 'max-age=40' }, 'reuse'],
    [{ 'cache-control': 'min-fresh=29' }, 'reuse'],
    [{ 'cache-control': 'min-fresh=31' }, 'fetch'],
  ])('30 seconds old of 60 is, for a request with %j, a case of %j', (wish, answer) => {
    expect(reuse(kept('max-age=60'), 30, wish)).toBe(answer)
  })

  test('that is stale is used where the request does not mind', () => {
    expect(reuse(kept('max-age=60'), 90, { 'cache-control': 'max-stale' })).toBe('reuse')
    expect(reuse(kept('max-age=60'), 90, { 'cache-control': 'max-stale=40' })).toBe('reuse')
    expect(reuse(kept('max-age=60'), 90, { 'cache-control': 'max-stale=20' })).toBe('fetch')
    const strict = kept('max-age=60, must-revalidate')
    expect(reuse(strict, 90, { 'cache-control': 'max-stale' })).toBe('fetch')
  })

  test('answers the same method, host and URL only', () => {
    const response = stored({}, { requestHeaders: new Headers({ host: 'a.test' }), url: '/x' })
    const request = { ...asking({ host: 'a.test' }), url: '/x' }
    expect(fits(response, request)).toBe(true)
    expect(fits(response, { ...request, method: 'HEAD' })).toBe(true)
    expect(fits(response, { ...request, method: 'POST' })).toBe(false)
    expect(fits(response, { ...request, url: '/y' })).toBe(false)
    expect(fits(response, { ...request, ...asking({ host: 'b.test' }) })).toBe(false)
    expect(fits({ ...response, method: 'HEAD' }, request)).toBe(false)
  })
})

describe('Vary (RFC 9111 §4.1)', () => {
  const varies = (vary: string, asked: Fields, again: Fields, more: Fields = {}) =>
    fits(stored({ vary, ...more }, { requestHeaders: new Headers(asked) }), asking(again))

  test('requires the same values of the fields it names', () => {
    expect(varies('A, b', { a: '1', b: '2', c: '3' }, { b: '2', a: '1' })).toBe(true)
    expect(varies('a, b', { a: '1', b: '2' }, { a: '1', b: '3' })).toBe(false)
    expect(varies('a', {}, {})).toBe(true)
    expect(varies('a', { a: '1' }, {})).toBe(false)
    expect(varies('a', {}, { a: '' })).toBe(false)
    expect(varies('a', { a: 'x' }, { a: 'X' })).toBe(false)
  })

  test('is met by no other request where it says *', () => {
    expect(varies('*', {}, {})).toBe(false)
    expect(varies('a, *', { a: '1' }, { a: '1' })).toBe(false)
  })

  test('does not mind how a list is written', () => {
    expect(varies('a', { a: '1, 2' }, { a: ' 1 ,2' })).toBe(true)
    const language = (text: string) => ({ 'accept-language': text })
    expect(varies('accept-language', language('de, fr'), language('FR,DE'))).toBe(true)
  })

  test('is met by the language that is liked best', () => {
    const met = (asks: string) =>
      varies('accept-language', {}, { 'accept-language': asks }, { 'content-language': 'de' })
    expect(met('en;q=0.2, de')).toBe(true)
    expect(met('en, de;q=0.2')).toBe(false)
    expect(met('de;q=0')).toBe(false)
  })

  test('may name what is no field', () => {
    expect(varies('a b, "c", é', {}, { a: '1' })).toBe(true)
  })
})

describe('validators', () => {
  test.each([
    ['"abc"', '"abc"'],
    ['W/"abc"', 'W/"abc"'],
    ['w/"abc"', 'W/"abc"'],
    ['abc', '"abc"'],
    ['W/abc', 'W/"abc"'],
    ['"abc', '"abc"'],
    ['""', '""'],
    ['', undefined],
  ])('take %j for the tag %j', (field, etag) => {
    expect(validatorsOf(new Headers({ etag: field })).etag).toBe(etag)
  })

  test('leave out a last change that is no date', () => {
    const lastModified = (field: string) =>
      validatorsOf(new Headers({ 'last-modified': field })).lastModified
    expect(lastModified(MODIFIED)).toBe(MODIFIED)
    expect(lastModified('yesterday')).toBeUndefined()
  })

  test('make a conditional request, by both where there are both', () => {
    expect(conditionalHeaders({ etag: '"a"', lastModified: MODIFIED })).toEqual({
      'if-none-match': '"a"',
      'if-modified-since': MODIFIED,
    })
    expect(conditionalHeaders({ etag: undefined, lastModified: undefined })).toEqual({})
  })

  test('are compared weakly (RFC 9110 §8.8.3.2)', () => {
    expect(isSameTag('W/"a"', '"a"')).toBe(true)
    expect(isSameTag('W/"a"', 'W/"a"')).toBe(true)
    expect(isSameTag('"a"', '"A"')).toBe(false)
  })
})

describe('a conditional request', () => {
  const again = (response: StoredResponse, asks: Fields, method = 'GET') =>
    Object.fromEntries(revalidationHeaders(response, asking(asks, method), OWN_CACHE))
  const known = stored({ etag: '"a"', 'last-modified': MODIFIED })
  const both = { 'if-none-match': '"a"', 'if-modified-since': MODIFIED }

  test('says what is kept, and leaves out what is for one connection', () => {
    const asks = { accept: 'x', te: 'y', connection: 'close, X-Mine', 'x-mine': 'z' }
    expect(again(known, asks)).toEqual({ accept: 'x', ...both })
    expect(again(known, { 'if-none-match': '"b"' })['if-none-match']).toBe('"b", "a"')
  })

  test('says nothing of what does not fit or was not to be kept', () => {
    expect(again(known, {}, 'POST')).toEqual({})
    expect(again(stored({ etag: '"a"', vary: '*' }), {})).toEqual({})
    expect(again(stored({ etag: '"a"', 'cache-control': 'no-store' }), {})).toEqual({})
  })

  test('goes by nothing weak where part of the page is wanted', () => {
    expect(again(known, { range: 'bytes=0-9' })).toEqual({
      range: 'bytes=0-9',
      'if-none-match': '"a"',
    })
    expect(again(stored({ etag: 'W/"a"' }), { range: 'bytes=0-9' })).toEqual({ range: 'bytes=0-9' })
  })
})

describe('a 304 (RFC 9111 §4.3.4)', () => {
  const old = stored({
    'cache-control': 'max-age=60',
    etag: '"a"',
    age: '50',
    'content-length': '10',
    x: '1',
  })
  const after = (news: Fields) => freshen(old, new Headers(news), NOW + 100_000)

  test('makes the copy fresh again, with what it says anew', () => {
    const fresh = after({ 'cache-control': 'max-age=90', y: '2' })
    expect(keepSeconds(fresh, OWN_CACHE, NOW + 100_000)).toBe(90)
    expect(fresh.headers.get('x')).toBe('1')
    expect(fresh.headers.get('y')).toBe('2')
  })

  test('says nothing about the body, which it does not bring', () => {
    const fresh = after({ 'content-length': '0', connection: 'x', x: '3' })
    expect(fresh.headers.get('content-length')).toBe('10')
    expect(fresh.headers.get('x')).toBe('1')
  })

  test('cannot give the stored body another tag', () => {
    expect(after({ etag: '"b"' }).headers.get('etag')).toBe('"a"')
    expect(after({ etag: 'W/"a"' }).headers.get('etag')).toBe('W/"a"')
  })

  test('leaves what was kept as it is', () => {
    after({ x: '3' })
    expect(old.headers.get('x')).toBe('1')
  })
})

test('a list is parted by commas outside of quotes', () => {
  expect(membersOf(' a, "b, \\" c" ,,d="e,f"')).toEqual(['a', '"b, \\" c"', 'd="e,f"'])
  expect(membersOf(null)).toEqual([])
  expect(membersOf('"a, b')).toEqual(['"a, b'])
})

test('no header throws, whatever it holds', () => {
  const names = [
    'cache-control',
    'vary',
    'age',
    'expires',
    'date',
    'etag',
    'last-modified',
    'pragma',
  ]
  const words = fc.constantFrom(
    'max-age',
    '=',
    '"',
    ',',
    '*',
    'W/',
    '1',
    ' ',
    'no-cache',
    '\\',
    'é',
  )
  const value = fc.array(words).map((parts) => parts.join(''))
  const fields = fc.dictionary(fc.constantFrom(...names, 'connection'), value)
  const rules: CacheRules = { ...OWN_CACHE, ignoresCopiedRecipes: true }
  fc.assert(
    fc.property(fields, fields, fc.boolean(), (response, request, shared) => {
      const given = { ...rules, shared }
      const response1 = stored(response, { requestHeaders: new Headers(request) })
      const asks = asking(request)
      expect(reuseOf(response1, asks, given, NOW)).toMatch(/^(reuse|reuse-and-revalidate|fetch)$/)
      expect(keepSeconds(response1, given, NOW)).toBeGreaterThanOrEqual(0)
      revalidationHeaders(freshen(response1, new Headers(request), NOW), asks, given)
    }),
  )
})
