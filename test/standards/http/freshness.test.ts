import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  CacheControl,
  OWN_CACHE,
  type CacheRules,
} from '../../../src/standards/http/cache-control.ts'
import {
  currentAge,
  freshSeconds,
  freshnessLifetime,
  mayStore,
} from '../../../src/standards/http/freshness.ts'
import { robotsLifetimeMs } from '../../../src/crawl/robots/robots-freshness.ts'

const NOW = Date.UTC(2025, 4, 20, 12)
const HOUR = 3_600
const at = (seconds: number) => new Date(NOW + seconds * 1_000).toUTCString()
const SHARED: CacheRules = { ...OWN_CACHE, shared: true }

interface Given {
  status?: number
  method?: string
  asked?: Record<string, string>
}

function received(headers: Record<string, string>, given: Given = {}) {
  const { status = 200, method = 'GET', asked = {} } = given
  const requestHeaders = new Headers(asked)
  return { method, requestHeaders, status, headers: new Headers(headers), receivedAt: NOW }
}

const control = (field: string, more: Record<string, string> = {}) =>
  received({ 'cache-control': field, ...more })
const lifetime = (response: ReturnType<typeof received>, rules = OWN_CACHE) =>
  freshnessLifetime(response, rules).seconds

describe('Cache-Control (RFC 9111 §5.2)', () => {
  test.each([
    ['max-age=60', 60],
    ['MAX-AGE=60', 60],
    ['max-age="60"', 60],
    ['a, b=c ,, max-age = 60 ,', 60],
    ['max-age=060', 60],
    ['max-age=60.9', 60],
    ['max-age=60, max-age=5', 60],
    ['max-age=5, max-age=60', 60],
    ['x="a, max-age=9\\", b", max-age=60', 60],
    ['max-age=99999999999999999999', 2 ** 31],
    ['max-age', 0],
    ['max-age=', 0],
    ['max-age=-60', 0],
    ['max-age=soon', 0],
    ["max-age='60'", 0],
    ['x="max-age=60"', undefined],
    ['', undefined],
  ])('in %j has the max-age %j', (field, seconds) => {
    expect(new CacheControl(field).seconds('max-age')).toBe(seconds)
  })

  test('tells a directive for the whole from one for listed fields', () => {
    const listed = new CacheControl('no-cache="Set-Cookie, X-a"')
    expect([listed.has('no-cache'), listed.hasBare('no-cache')]).toEqual([true, false])
    expect(new CacheControl('no-cache="a", no-cache').hasBare('no-cache')).toBe(true)
  })

  test('of any length and any make is read in one walk', () => {
    for (const unit of [',', '"', 'a=', '"a,', '\\', 'max-age=1,']) {
      expect(new CacheControl(unit.repeat(100_000)).has('x')).toBe(false)
    }
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (any) => {
        expect(new CacheControl(any).seconds('max-age') ?? 0).toBeGreaterThanOrEqual(0)
      }),
    )
  })
})

describe('a lifetime (RFC 9111 §4.2.1)', () => {
  test('is the max-age, whatever else is said', () => {
    expect(lifetime(control('max-age=60', { expires: at(HOUR) }))).toBe(60)
    expect(lifetime(control('public, max-age=0', { expires: at(HOUR) }))).toBe(0)
  })

  test('of a shared copy is the s-maxage first', () => {
    expect(lifetime(control('s-maxage=9, max-age=60'), SHARED)).toBe(9)
    expect(lifetime(control('s-maxage=9, max-age=60'))).toBe(60)
    expect(lifetime(control('s-maxage=9'))).toBe(0)
  })

  test('runs from Date to Expires, or from now where Date is none', () => {
    expect(lifetime(received({ date: at(-100), expires: at(20) }))).toBe(120)
    expect(lifetime(received({ expires: at(20) }))).toBe(20)
    expect(lifetime(received({ date: 'today', expires: at(20) }))).toBe(20)
  })

  test.each(['0', '-1', '', 'tomorrow', at(-5)])('is over where Expires is %j', (expires) => {
    const response = received({ expires, 'last-modified': at(-1_000 * HOUR) })
    expect(lifetime(response)).toBe(0)
  })

  test('is nothing where nothing is said', () => {
    expect(lifetime(received({}))).toBe(0)
    expect(lifetime(control('must-revalidate'))).toBe(0)
    expect(lifetime(control('no-cache, max-age=60'))).toBe(0)
    expect(lifetime(control('max-age=60', { vary: 'a, *' }))).toBe(0)
  })

  test('is long for what never changes', () => {
    expect(lifetime(control('immutable'))).toBe(1_000 * 24 * HOUR)
    expect(lifetime(control('immutable, max-age=60'))).toBe(60)
  })

  test('of a shared copy is zero where the response is for one client', () => {
    const cookie = { 'set-cookie': 'a=b' }
    expect(lifetime(control('max-age=60', cookie), SHARED)).toBe(0)
    expect(lifetime(control('max-age=60', cookie))).toBe(60)
    expect(lifetime(control('public, max-age=60', cookie), SHARED)).toBe(60)
    expect(lifetime(control('proxy-revalidate, max-age=60'), SHARED)).toBe(0)
  })
})

describe('a heuristic lifetime (RFC 9111 §4.2.2)', () => {
  const changed = { 'last-modified': at(-1_000) }

  test('is a tenth of the time since the last change', () => {
    expect(freshnessLifetime(received(changed), OWN_CACHE)).toEqual({
      seconds: 100,
      heuristic: true,
    })
    expect(lifetime(received({ ...changed, date: at(-500) }))).toBe(50)
  })

  test('is for statuses known to be kept, and for those said to be public', () => {
    const statuses = [200, 203, 204, 300, 301, 308, 404, 405, 410, 414, 501]
    for (const status of statuses) expect(lifetime(received(changed, { status }))).toBe(100)
    for (const status of [202, 302, 403, 500, 503, 599]) {
      expect(lifetime(received(changed, { status }))).toBe(0)
      const open = { ...changed, 'cache-control': 'public' }
      expect(lifetime(received(open, { status }))).toBe(100)
    }
  })

  test('counts from when the page came, and for ten seconds at least', () => {
    const response = received({ 'last-modified': at(-20) })
    expect(freshSeconds(response, OWN_CACHE, NOW + 9_000)).toBe(1)
    expect(freshSeconds(response, OWN_CACHE, NOW + 11_000)).toBe(-1)
    const old = received({ date: at(-10 * HOUR), 'last-modified': at(-20 * HOUR) })
    expect(freshSeconds(old, OWN_CACHE, NOW)).toBe(HOUR)
  })

  test.each(['x', at(0), at(60)])('is not made from a last change of %j', (modified) => {
    expect(lifetime(received({ 'last-modified': modified }))).toBe(0)
  })
})

describe('an age (RFC 9111 §4.2.3)', () => {
  const age = (headers: Record<string, string>) => currentAge(received(headers), NOW + 5_000)

  test('is what Age says or Date shows, the larger, and the time since', () => {
    expect(age({})).toBe(5)
    expect(age({ age: '40' })).toBe(45)
    expect(age({ date: at(-HOUR) })).toBe(HOUR + 5)
    expect(age({ date: at(-HOUR), age: '40' })).toBe(HOUR + 5)
    expect(age({ date: at(HOUR) })).toBe(5)
  })

  test("does not count minutes that may be a slow clock's", () => {
    expect(age({ date: at(-120) })).toBe(5)
  })

  test.each([
    ['40, 7', 45],
    ['-40', 5],
    ['40.0', 5],
    ['old', 5],
    ['', 5],
  ])('of %j counts as %j', (field, seconds) => {
    expect(age({ age: field })).toBe(seconds)
  })
})

describe('what may be kept (RFC 9111 §3)', () => {
  const keeps = (headers: Record<string, string>, given: Given = {}, rules = OWN_CACHE) =>
    mayStore(received(headers, given), rules)

  test('is an answer to GET or HEAD, or to a POST that says for how long', () => {
    for (const method of ['GET', 'HEAD']) expect(keeps({}, { method })).toBe(true)
    for (const method of ['PUT', 'DELETE', 'OPTIONS', 'TRACE', 'POST']) {
      expect(keeps({}, { method })).toBe(false)
    }
    expect(keeps({ 'cache-control': 'max-age=9' }, { method: 'POST' })).toBe(true)
  })

  test('is nothing that either side forbids', () => {
    expect(keeps({ 'cache-control': 'max-age=9, No-Store' })).toBe(false)
    expect(keeps({}, { asked: { 'cache-control': 'no-store' } })).toBe(false)
  })

  test('is what a host that forbids it lets those keep who understand it', () => {
    const words = { 'cache-control': 'must-understand, no-store, max-age=9' }
    expect(keeps(words)).toBe(true)
    expect(keeps(words, { status: 599 })).toBe(false)
  })

  test('is an unusual status only on the word of Cache-Control', () => {
    for (const status of [201, 299, 400, 403, 500, 503, 599]) {
      expect(keeps({}, { status })).toBe(false)
      expect(keeps({ expires: at(HOUR) }, { status })).toBe(false)
      expect(keeps({ 'cache-control': 'max-age=9' }, { status })).toBe(true)
    }
    expect(keeps({ expires: at(HOUR) }, { status: 302 })).toBe(true)
  })

  test('is no answer that is about the request, or only a part', () => {
    for (const status of [100, 206, 304, 401, 408, 412, 416, 429]) {
      expect(keeps({ 'cache-control': 'public, max-age=9' }, { status })).toBe(false)
    }
  })

  test('in a shared cache is nothing private', () => {
    const secret = { asked: { authorization: 'Basic x' } }
    expect(keeps({ 'cache-control': 'private, max-age=9' }, {}, SHARED)).toBe(false)
    expect(keeps({ 'cache-control': 'private="x", max-age=9' }, {}, SHARED)).toBe(true)
    expect(keeps({ 'cache-control': 'max-age=9' }, secret, SHARED)).toBe(false)
    expect(keeps({ 'cache-control': 'max-age=9' }, secret)).toBe(true)
    for (const word of ['public', 's-maxage=9', 'must-revalidate']) {
      expect(keeps({ 'cache-control': word }, secret, SHARED)).toBe(true)
    }
  })

  test('includes what a copied recipe forbids, if recipes are ignored', () => {
    const recipe = { 'cache-control': 'no-store, no-cache, post-check=0, pre-check=0, max-age=9' }
    const clever = { ...OWN_CACHE, ignoresCopiedRecipes: true }
    expect(keeps(recipe)).toBe(false)
    expect(keeps(recipe, {}, clever)).toBe(true)
    expect(lifetime(received(recipe), clever)).toBe(9)
  })
})

describe('a robots.txt (RFC 9309 §2.4)', () => {
  const MINUTE = 60_000
  const keeps = (headers: Record<string, string>, status = 200) =>
    robotsLifetimeMs({ status, headers: new Headers(headers) }, NOW)

  test('is used for a day where it says nothing', () => {
    expect(keeps({})).toBe(24 * 60 * MINUTE)
    expect(keeps({ 'last-modified': at(-60) })).toBe(24 * 60 * MINUTE)
    expect(keeps({}, 404)).toBe(24 * 60 * MINUTE)
  })

  test('is used for as long as it says, from five minutes to a day', () => {
    expect(keeps({ 'cache-control': 'max-age=3600' })).toBe(60 * MINUTE)
    expect(keeps({ 'cache-control': 'max-age=3600', age: '600' })).toBe(50 * MINUTE)
    expect(keeps({ 'cache-control': 's-maxage=3600' })).toBe(60 * MINUTE)
    expect(keeps({ 'cache-control': 'private, max-age=3600' })).toBe(60 * MINUTE)
    expect(keeps({ expires: at(HOUR) })).toBe(60 * MINUTE)
    expect(keeps({ 'cache-control': 'max-age=31536000' })).toBe(24 * 60 * MINUTE)
    for (const word of ['no-store', 'no-cache', 'max-age=0', 'max-age=1']) {
      expect(keeps({ 'cache-control': word })).toBe(5 * MINUTE)
    }
  })
})
