import { describe, expect, test } from 'vitest'
import type { Http } from '../../../src/crawl/http.ts'
import { siteNameOf, type Sites } from '../../../src/crawl/site/sites.ts'
import { Site } from '../../../src/crawl/site/site.ts'
import { DAY_MS, ORIGIN, page, ROBOTS_REQUEST, visitorsOf, World } from './site-world.ts'

const asking = (campaign: string, paceMs = 1_000) => ({
  campaign,
  origin: ORIGIN,
  paceMs,
  owner: 'main',
  crawlDelayMs: 0,
  leaseMs: 5_000,
  endedAgoMs: undefined,
})

describe('robots.txt', () => {
  test('is fetched once for all, and counted to the one for whom it was', async () => {
    const world = new World()
    const site = new Site(world.deps)
    const replies = await Promise.all([site.robots(ROBOTS_REQUEST), site.robots(ROBOTS_REQUEST)])
    replies.push(await site.robots(ROBOTS_REQUEST))
    expect(world.asked.map(({ url }) => url)).toEqual([`${ORIGIN}/robots.txt`])
    expect(replies.map(({ requests }) => requests)).toEqual([1, 0, 0])
    for (const reply of replies) expect(reply).toMatchObject({ kind: 'rules', keepMs: DAY_MS })
  })

  test('says the same on the other side of a call', async () => {
    const world = new World()
    const site = new Site(world.deps)
    for (const status of [200, 404, 503]) {
      world.answer = () => new Response('user-agent: *\ncontent-signal: a=no', { status })
      const reply = await site.robots({ ...ROBOTS_REQUEST, origin: `https://s${status}.a.test` })
      expect(structuredClone(reply)).toEqual(reply)
      const { unavailable } = reply.kind === 'rules' ? reply.rules : { unavailable: undefined }
      expect(unavailable).toBe(status === 503)
    }
  })

  test('of a host that is down is fetched again, and the call does not fail', async () => {
    const world = new World()
    world.answer = () => {
      throw new TypeError('refused')
    }
    const site = new Site(world.deps)
    for (let i = 0; i < 2; i++) {
      const reply = await site.robots(ROBOTS_REQUEST)
      expect(reply).toEqual({ kind: 'failed', reason: 'unreachable', requests: 1 })
    }
  })

  describe('that was had before', () => {
    async function afterADay(first: Record<string, string>, then: () => Response) {
      const world = new World()
      const body = 'user-agent: *\ndisallow: /no'
      world.answer = () => new Response(body, { headers: first })
      const site = new Site(world.deps)
      await site.robots(ROBOTS_REQUEST)
      world.clock += DAY_MS
      world.answer = then
      return { world, reply: await site.robots(ROBOTS_REQUEST), site }
    }
    const unchanged = () => new Response(null, { status: 304 })

    test('is revalidated by its entity tag, and stays if it has not changed', async () => {
      const { world, reply, site } = await afterADay({ etag: '"1"' }, unchanged)
      expect(world.asked[1]!.headers).toMatchObject({ 'if-none-match': '"1"' })
      expect(reply).toMatchObject({ kind: 'rules', keepMs: DAY_MS, requests: 1 })
      expect(reply.kind === 'rules' && reply.rules.rules).toHaveLength(1)
      world.clock += DAY_MS
      await site.robots(ROBOTS_REQUEST)
      expect(world.asked[2]!.headers).toMatchObject({ 'if-none-match': '"1"' })
    })

    test('is revalidated by its date, and replaced if it has changed', async () => {
      const date = 'Thu, 01 Jan 2026 00:00:00 GMT'
      const { world, reply } = await afterADay({ 'last-modified': date }, () => new Response(''))
      expect(world.asked[1]!.headers).toMatchObject({ 'if-modified-since': date })
      expect(reply.kind === 'rules' && reply.rules.rules).toEqual([])
    })

    test('holds as long as the answer says', async () => {
      const headers = { etag: '"1"', 'cache-control': 'max-age=3600' }
      const { reply } = await afterADay(headers, unchanged)
      expect(reply).toMatchObject({ keepMs: 3_600_000 })
    })

    test('without a validator is fetched unconditionally', async () => {
      const { world } = await afterADay({}, () => new Response(''))
      expect(Object.keys(world.asked[1]!.headers)).not.toContain('if-none-match')
    })
  })
})

describe('a lease', () => {
  test('that comes soon is waited for, and one that does not is not', async () => {
    const world = new World()
    const site = new Site(world.deps)
    await site.acquire(asking('a', 200))
    await site.release({ campaign: 'a', origin: ORIGIN, quietMs: 0 })
    expect(await site.acquire(asking('b', 200))).toMatchObject({ kind: 'granted' })
    expect(world.waited).toEqual([200])
    await site.release({ campaign: 'b', origin: ORIGIN, quietMs: 0 })
    expect(await site.acquire(asking('c', 2_000))).toMatchObject({ kind: 'wait' })
    expect(world.waited).toEqual([200])
  })

  test('at a slow pace is kept beyond the life of the site, at a usual one not', async () => {
    const world = new World()
    await new Site(world.deps).acquire(asking('a', 7_999))
    expect(world.saved).toEqual({})
    await new Site(world.deps).acquire(asking('a', 20_000))
    // The lease was not released, so the request is taken to last as long as it may.
    world.clock += 15_000
    const again = await new Site(world.deps).acquire(asking('b', 1_000))
    expect(again).toEqual({ kind: 'wait', waitMs: 10_000 })
  })

  test('at a slow pace counts from the end of the request, beyond the life of the site too', async () => {
    const world = new World()
    await new Site(world.deps).acquire(asking('a', 20_000))
    // It took three seconds, which nobody else was told.
    world.clock += 21_000
    const others = await new Site(world.deps).acquire(asking('b'))
    expect(others).toEqual({ kind: 'wait', waitMs: 4_000 })
    const own = await new Site(world.deps).acquire({ ...asking('a', 20_000), endedAgoMs: 18_000 })
    expect(own).toEqual({ kind: 'wait', waitMs: 2_000 })
  })

  test('at a slow pace is not hastened by a shorter pause that the site wants', async () => {
    const world = new World()
    const site = new Site(world.deps)
    await site.acquire(asking('a', 20_000))
    world.clock += 1_000
    await site.release({ campaign: 'a', origin: ORIGIN, quietMs: 9_000 })
    world.clock += 15_000
    for (const one of [site, new Site(world.deps)]) {
      expect(await one.acquire(asking('b'))).toEqual({ kind: 'wait', waitMs: 5_000 })
    }
  })

  test('is not granted while the site wants no requests, whichever campaign learnt that', async () => {
    const world = new World()
    const site = new Site(world.deps)
    await site.acquire(asking('a'))
    await site.release({ campaign: 'a', origin: ORIGIN, quietMs: 60_000 })
    world.clock += 30_000
    for (const one of [site, new Site(world.deps)]) {
      expect(await one.acquire(asking('b'))).toEqual({ kind: 'wait', waitMs: 30_000 })
    }
  })
})

describe('a site', () => {
  test.each([
    ['https://www.dowser.org/x', 'dowser.org'],
    ['http://dowser.org:8080/', 'dowser.org'],
    ['http://127.0.0.1:8080/', '127.0.0.1:8080'],
    ['http://127.0.0.1:8081/', '127.0.0.1:8081'],
    ['http://localhost:3000/', 'localhost:3000'],
    ['http://[::1]:3000/', '[::1]:3000'],
    ['https://someone.github.io/', 'someone.github.io'],
  ])('of %s is %s', (url, name) => {
    expect(siteNameOf(url)).toBe(name)
  })
})

describe('a fetch under a lease', () => {
  test('waits for others, and books for the next when there are others', async () => {
    const world = new World()
    const visit = visitorsOf(world, async () => page())
    const alone = await visit('a')
    expect(alone.answer.kind).toBe('page')
    expect(alone.nextAt).toBeUndefined()
    expect((await visit('b')).answer).toMatchObject({ kind: 'too_soon' })
    world.clock += 20_000
    expect((await visit('b')).answer.kind).toBe('page')
    const last = await visit('a')
    expect(last.answer).toMatchObject({ kind: 'too_soon' })
  })

  test('that breaks in whatever way leaves the site free', async () => {
    const broken: Http[] = [
      () => Promise.reject(new TypeError('reset')),
      () => Promise.resolve(null as unknown as Response),
      async () => new Response('', { status: 302 }),
      (_, { signal }) =>
        new Promise((_done, fail) => signal.addEventListener('abort', () => fail(new Error()))),
    ]
    for (const answer of broken) {
      const world = new World()
      let isBroken = false
      const visit = visitorsOf(world, (url, init) =>
        isBroken ? answer(url, init) : Promise.resolve(page()),
      )
      await visit('other')
      world.clock += 20_000
      isBroken = true
      await visit('a')
      isBroken = false
      world.clock += 2_000
      expect((await visit('b')).answer.kind).toBe('page')
    }
  })

  /** What the site is asked, by name. */
  const noting =
    (calls: string[]) =>
    (sites: Sites): Sites =>
    (url) => {
      const note = <T>(name: string, result: Promise<T>) => {
        calls.push(name)
        return result
      }
      return {
        robots: (...args) => note('robots', sites(url).robots(...args)),
        acquire: (request) => note('acquire', sites(url).acquire(request)),
        release: (release) => note('release', sites(url).release(release)),
        renew: (campaign) => note('renew', sites(url).renew(campaign)),
      }
    }

  test('takes one call if uncontended, two otherwise', async () => {
    const world = new World()
    const calls: string[] = []
    const visit = visitorsOf(world, async () => page(), noting(calls))
    for (let i = 0; i < 3; i++) {
      await visit('a')
      world.clock += 1_000
    }
    expect(calls).toEqual(['robots', 'acquire', 'acquire', 'acquire'])
    world.clock += 20_000
    await visit('b')
    expect(calls.slice(4)).toEqual(['acquire', 'release'])
  })

  test('without a pace takes none', async () => {
    const world = new World()
    const calls: string[] = []
    const visit = visitorsOf(world, async () => page(), noting(calls))
    for (let i = 0; i < 3; i++) expect((await visit('a', 0)).answer.kind).toBe('page')
    expect(calls).toEqual(['robots'])
  })

  test('is put off while the site cannot be reached, and is no failure', async () => {
    const world = new World()
    let failures = 2
    const flaky = async <T>(work: () => Promise<T>): Promise<T> => {
      if (failures-- > 0) throw new Error('overloaded')
      return work()
    }
    const visit = visitorsOf(
      world,
      async () => page(),
      (sites) => (url) => ({
        robots: (...args) => flaky(() => sites(url).robots(...args)),
        acquire: (request) => flaky(() => sites(url).acquire(request)),
        renew: (campaign) => flaky(() => sites(url).renew(campaign)),
        release: (release) => flaky(() => sites(url).release(release)),
      }),
    )
    const away = () => ({ kind: 'too_soon', until: world.clock + 5_000 })
    expect((await visit('a')).answer).toEqual(away())
    failures = 1
    expect((await visit('a')).answer.kind).toBe('page')
    failures = 2
    expect((await visit('a')).answer).toEqual(away())
  })
})
