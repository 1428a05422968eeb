import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { RequestGate } from '../../../src/core/campaign/fetch/request-gate.ts'
import { inflate } from '../../../src/runtime/inflate.ts'
import { addressGuard } from '../../../src/standards/address/address-guard.ts'
import { localSites } from '../../../src/crawl/site/sites.ts'
import { MAX_SHARED_DELAY_MS } from '../../../src/crawl/site/bookings.ts'
import { SiteLease } from '../../../src/crawl/site/site-lease.ts'
import { webSource } from '../../../src/crawl/web/web-source.ts'
import { DAY_MS, ORIGIN, page, ROBOTS_REQUEST, World } from './site-world.ts'
import { together, type Visitor } from './visitors.ts'

// What the campaigns of one owner do to those of another on the same site.

const LEASE_MS = 17_000
/** The longest pace that a campaign may ask for. */
const LONGEST_MS = 600_000
const START = 1_000_000

const asking = (owner: string, campaign: string, paceMs: number, crawlDelayMs = 0) => ({
  campaign,
  owner,
  paceMs,
  crawlDelayMs,
  origin: ORIGIN,
  leaseMs: LEASE_MS,
  endedAgoMs: undefined,
})

/** How long the caller has to wait. */
const waitOf = (lease: SiteLease, ask: ReturnType<typeof asking>, now: number) => {
  const grant = lease.acquire(ask, now)
  return grant.kind === 'wait' ? grant.waitMs : 0
}

describe('the pace of one owner', () => {
  test('holds up another for a stated time at most, and its own campaigns in full', () => {
    const lease = new SiteLease(0)
    lease.acquire(asking('mallory', 'm', LONGEST_MS), START)
    lease.release({ campaign: 'm', origin: ORIGIN, quietMs: 0 }, START)
    expect(waitOf(lease, asking('alice', 'a', 1_000), START)).toBe(MAX_SHARED_DELAY_MS)
    expect(lease.acquire(asking('alice', 'a', 1_000), START + MAX_SHARED_DELAY_MS).kind).toBe(
      'granted',
    )
    lease.release({ campaign: 'a', origin: ORIGIN, quietMs: 0 }, START + MAX_SHARED_DELAY_MS)
    // Whoever came in between.
    const later = START + 20_000
    expect(waitOf(lease, asking('mallory', 'm2', 1_000), later)).toBe(LONGEST_MS - 20_000)
  })

  test('is forgotten with the lease of a campaign that is gone', () => {
    const lease = new SiteLease(0)
    lease.acquire(asking('mallory', 'm', LONGEST_MS), START)
    const free = START + LEASE_MS + MAX_SHARED_DELAY_MS
    expect(lease.acquire(asking('alice', 'a', 1_000), free).kind).toBe('granted')
  })

  test('does not bind another by a stored request either', () => {
    const world = new World()
    const site = (now: number) => new SiteLease(0, 0, { ...stored, startedAt: now, endsBy: now })
    const stored = asking('mallory', 'm', LONGEST_MS)
    const wait = waitOf(site(world.clock), asking('alice', 'a', 1_000), world.clock)
    expect(wait).toBe(MAX_SHARED_DELAY_MS)
  })

  test('is the crawl delay of the site, if any, which binds everybody', () => {
    const lease = new SiteLease(0)
    lease.acquire(asking('mallory', 'm', 30_000, 30_000), START)
    lease.release({ campaign: 'm', origin: ORIGIN, quietMs: 0 }, START)
    expect(waitOf(lease, asking('alice', 'a', 1_000), START)).toBe(30_000)
    lease.release({ campaign: 'm', origin: ORIGIN, quietMs: 60_000 }, START)
    expect(waitOf(lease, asking('alice', 'a', 1_000), START)).toBe(60_000)
  })

  test.each([1, 10, 60, 150])('leaves others every other lease, with %i campaigns', (count) => {
    const usual = { durationsMs: [80], latenessMs: [5], diesAt: undefined, arrivesAt: 0 }
    const many: Visitor[] = Array.from({ length: count }, () => ({
      ...usual,
      owner: 'mallory',
      paceMs: MAX_SHARED_DELAY_MS,
      visits: 40,
    }))
    const alice = { ...usual, owner: 'alice', paceMs: 1_000, visits: 20, arrivesAt: 60_000 }
    const { requests } = together([...many, alice], LEASE_MS)
    const since = requests.filter(({ startedAt }) => startedAt >= START + alice.arrivesAt)
    const hers = since.filter(({ owner }) => owner === 'alice')
    expect(hers).toHaveLength(alice.visits)
    // Two of the others' before each of hers: one whose moment it is, and one that came before her.
    expect(since.indexOf(hers.at(-1)!)).toBeLessThan(3 * alice.visits)
  })
})

describe('whoever shares a site, and of whatever owner', () => {
  const visitor = fc.record({
    owner: fc.constantFrom('alice', 'bob', 'mallory'),
    arrivesAt: fc.integer({ min: 0, max: 20_000 }),
    paceMs: fc.integer({ min: 1, max: 40_000 }),
    crawlDelayMs: fc.constantFrom(0, 0, 1, 8_000),
    durationsMs: fc.array(fc.integer({ min: 0, max: LEASE_MS - 1 }), { minLength: 1 }),
    latenessMs: fc.array(fc.integer({ min: 0, max: 2_000 }), { minLength: 1 }),
    visits: fc.integer({ min: 1, max: 12 }),
    diesAt: fc.option(fc.integer({ min: 0, max: 12 }), { nil: undefined }),
  })
  const visitors = fc
    .array(visitor, { minLength: 1, maxLength: 8 })
    // A campaign's pace is never shorter than what the site asks for.
    .map((all) => all.map((one) => ({ ...one, paceMs: Math.max(one.paceMs, one.crawlDelayMs) })))

  const shared = ({ paceMs, crawlDelayMs }: { paceMs: number; crawlDelayMs: number }) =>
    Math.max(crawlDelayMs, Math.min(paceMs, MAX_SHARED_DELAY_MS))

  test('there is one request at a time, and a pause after each that holds for all', () => {
    fc.assert(
      fc.property(visitors, (all) => {
        const { requests } = together(all, LEASE_MS)
        for (const [i, next] of requests.slice(1).entries()) {
          const last = requests[i]!
          const pause = Math.max(shared(last), shared(next))
          expect(next.startedAt - last.endedAt).toBeGreaterThanOrEqual(pause)
        }
      }),
    )
  })

  test('those of one owner keep their paces in full, whoever comes in between', () => {
    fc.assert(
      fc.property(visitors, (all) => {
        const { requests } = together(all, LEASE_MS)
        for (const owner of ['alice', 'bob', 'mallory']) {
          const own = requests.filter((request) => request.owner === owner)
          for (const [i, next] of own.slice(1).entries()) {
            const { endedAt, paceMs } = own[i]!
            expect(next.startedAt - endedAt).toBeGreaterThanOrEqual(Math.max(paceMs, next.paceMs))
          }
        }
      }),
    )
  })

  test('all of them send their requests', () => {
    fc.assert(
      fc.property(visitors, (all) => {
        const { requests } = together(all, LEASE_MS)
        const made = all.map((_, id) => requests.filter(({ by }) => by === id).length)
        const meant = all.map(({ visits, diesAt = Infinity }) => Math.min(visits, diesAt + 1))
        expect(made).toEqual(meant)
      }),
    )
  })
})

describe('a campaign that is removed', () => {
  function world() {
    const clock = { now: DAY_MS }
    const now = () => clock.now
    let answer = async () => page()
    const http = async (url: string) => (url.endsWith('/robots.txt') ? new Response('') : answer())
    const deps = { now, userAgent: 'Dowser/test', inflate, guard: addressGuard([]), http }
    const sites = localSites({ ...deps, wait: async () => {}, bornAt: 0 })
    const campaign = (owner: string) => {
      const source = webSource({ ...deps, wait: async () => {}, sites })
      const limits = { timeoutMs: 60_000, bodyBytes: 1_000, oversized: 'refuse' as const }
      const allowed = {
        limits,
        isSitemap: false,
        gate: new RequestGate(() => 0),
        maxSideRequests: 6,
      }
      const visit = { campaign: owner, owner, url: `${ORIGIN}/`, ...allowed }
      return {
        visit: async (hostDelayMs: number) => {
          // Known beforehand, by whoever keeps no pace: or the page would come a pause after it.
          await sites(`${ORIGIN}/`).robots(ROBOTS_REQUEST)
          return (await source.fetch({ ...visit, hostAskedAt: 0, hostDelayMs })).answer.kind
        },
        leave: () => source.leave(owner),
      }
    }
    const slowly = () => {
      let finish = () => {}
      const finished = new Promise<void>((done) => (finish = done))
      answer = () => finished.then(page)
      return finish
    }
    return { clock, campaign, slowly }
  }

  test('holds the site no longer than its pace binds others', async () => {
    const { clock, campaign } = world()
    const mallory = campaign('mallory')
    expect(await mallory.visit(LONGEST_MS)).toBe('page')
    await mallory.leave()
    clock.now += MAX_SHARED_DELAY_MS
    expect(await campaign('alice').visit(1_000)).toBe('page')
  })

  test('in the midst of a request lets go of the site at its end', async () => {
    const { clock, campaign, slowly } = world()
    const mallory = campaign('mallory')
    const finish = slowly()
    const visit = mallory.visit(LONGEST_MS)
    await new Promise((done) => setTimeout(done, 0))
    await mallory.leave()
    expect(await campaign('alice').visit(1_000)).toBe('too_soon')
    finish()
    expect(await visit).toBe('page')
    clock.now += MAX_SHARED_DELAY_MS
    expect(await campaign('alice').visit(1_000)).toBe('page')
  })
})
