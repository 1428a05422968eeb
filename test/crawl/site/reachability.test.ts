import { describe, expect, test, vi } from 'vitest'
import { inflate } from '../../../src/runtime/inflate.ts'
import { addressGuard } from '../../../src/standards/address/address-guard.ts'
import type { Http } from '../../../src/crawl/http.ts'
import type { SharedSite } from '../../../src/crawl/site/site.ts'
import { localSites } from '../../../src/crawl/site/sites.ts'
import { checkReachability } from '../../../src/crawl/site/reachability.ts'

/** A web of nothing but robots.txt. */
function robotsWeb(answers: Record<string, () => Response | Promise<Response>>) {
  const requests: string[] = []
  const http: Http = async (url) => {
    requests.push(url)
    const answer = answers[new URL(url).host]
    if (answer === undefined) throw new TypeError('no such host')
    return answer()
  }
  const now = () => 1_000_000
  const deps = { http, now, wait: async () => {}, bornAt: 0, userAgent: 'Dowser/test', inflate }
  return { sites: localSites({ ...deps, guard: addressGuard([]) }), requests }
}

const text = (body: string) => () => new Response(body)
const status = (code: number) => () => new Response('', { status: code })

describe('whether a seed can be crawled', () => {
  test.each<[string, (() => Response) | undefined, string, boolean]>([
    ['is let in', text(''), 'reachable', false],
    ['has no robots.txt', status(404), 'reachable', false],
    ['is barred from it', text('user-agent: *\ndisallow: /a'), 'disallowed', true],
    ['is let in elsewhere only', text('user-agent: *\ndisallow: /b'), 'reachable', false],
    ['has a server in trouble', status(503), 'unreachable', false],
    ['has no host', undefined, 'unreachable', true],
  ])('is told of one that %s', async (_what, answer, reach, isDefinite) => {
    const web = robotsWeb(answer === undefined ? {} : { 'a.test': answer })
    const [found] = await checkReachability(['https://a.test/a/b'], web.sites, 0)
    expect(found).toMatchObject({ url: 'https://a.test/a/b', reach, isDefinite })
    expect(found!.why === undefined).toBe(reach === 'reachable')
    expect(web.requests).toEqual(['https://a.test/robots.txt'])
  })

  test('takes one request for each origin, and none for a page', async () => {
    const web = robotsWeb({ 'a.test': text('user-agent: *\ncrawl-delay: 7'), 'b.test': text('') })
    const urls = ['https://a.test/1', 'https://b.test/', 'https://a.test/2', 'http://a.test/3']
    const found = await checkReachability(urls, web.sites, 0)
    expect(found.map(({ url }) => url)).toEqual(urls)
    expect(found.map(({ crawlDelayMs }) => crawlDelayMs)).toEqual([7_000, 0, 7_000, 7_000])
    expect(web.requests.toSorted()).toEqual(
      ['http://a.test', 'https://a.test', 'https://b.test'].map((origin) => `${origin}/robots.txt`),
    )
  })

  test('is checked for twenty origins at most; the others may be reachable', async () => {
    const urls = Array.from({ length: 30 }, (_, i) => `https://h${i}.test/`)
    const web = robotsWeb({})
    const found = await checkReachability(urls, web.sites, 0)
    expect(web.requests).toHaveLength(20)
    expect(
      found.slice(20).every(({ reach, isDefinite }) => reach === 'unchecked' && !isDefinite),
    ).toBe(true)
  })

  test('keeps the pace of a site, and checks no more than fits into a few seconds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    try {
      const at: number[] = []
      const now = () => 1_000_000 + performance.now()
      const http: Http = async () => {
        at.push(now())
        return new Response('')
      }
      const wait = (ms: number) => new Promise<void>((done) => void setTimeout(done, ms))
      const deps = { http, now, wait, bornAt: 0, userAgent: 'Dowser/test', inflate }
      const sites = localSites({ ...deps, guard: addressGuard([]) })
      const urls = Array.from({ length: 10 }, (_, i) => `https://s${i}.a.test/`)
      const asking = checkReachability(urls, sites, 1_000)
      await vi.advanceTimersByTimeAsync(6_000)
      const reaches = (await asking).map(({ reach }) => reach)
      expect(at.slice(1).every((moment, i) => moment - at[i]! >= 1_000)).toBe(true)
      expect(reaches.filter((reach) => reach === 'reachable')).toHaveLength(at.length)
      expect(at.length).toBeGreaterThanOrEqual(4)
      expect(at.length).toBeLessThanOrEqual(6)
    } finally {
      vi.useRealTimers()
    }
  })

  test('is not known where the answer comes too late, and not said for good', async () => {
    const late = { kind: 'failed', reason: 'timeout', requests: 1 } as const
    const site = { robots: async () => late } as unknown as SharedSite
    const [found] = await checkReachability(['https://a.test/'], () => site, 0)
    expect(found).toMatchObject({ reach: 'unreachable', isDefinite: false })
  })

  test('is not known where the site itself is away', async () => {
    const site = { robots: () => Promise.reject(new Error('moved')) } as unknown as SharedSite
    const [found] = await checkReachability(['https://a.test/'], () => site, 0)
    expect(found).toMatchObject({ reach: 'unchecked', isDefinite: false })
  })

  test('is waited for a few seconds, whatever a site does', async () => {
    vi.useFakeTimers()
    try {
      const site = { robots: () => new Promise(() => {}) } as unknown as SharedSite
      const asking = checkReachability(['https://a.test/'], () => site, 0)
      await vi.advanceTimersByTimeAsync(6_000)
      expect(await asking).toMatchObject([{ reach: 'unchecked' }])
    } finally {
      vi.useRealTimers()
    }
  })
})
