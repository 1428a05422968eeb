import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { GRACE_MS } from '../../../src/crawl/site/bookings.ts'
import { SiteLease } from '../../../src/crawl/site/site-lease.ts'
import { together, type Visitor } from './visitors.ts'

const LEASE_MS = 10_000
const START = 1_000_000

const asking = (campaign: string, paceMs = 1_000, endedAgoMs?: number) => ({
  campaign,
  origin: 'https://a.test',
  paceMs,
  owner: 'main',
  crawlDelayMs: 0,
  leaseMs: LEASE_MS,
  endedAgoMs,
})
const done = (campaign: string, quietMs = 0) => ({ campaign, origin: 'https://a.test', quietMs })
const alike = (count: number, visitor: Partial<Visitor> = {}): Visitor[] =>
  Array.from({ length: count }, () => ({ ...USUAL, ...visitor }))
const USUAL: Visitor = {
  arrivesAt: 0,
  paceMs: 1_000,
  durationsMs: [80],
  latenessMs: [0, 5, 20],
  visits: 20,
  diesAt: undefined,
}

describe('whatever campaigns crawl a site', () => {
  const visitor = fc.record({
    arrivesAt: fc.integer({ min: 0, max: 20_000 }),
    paceMs: fc.integer({ min: 1, max: 3_000 }),
    durationsMs: fc.array(fc.integer({ min: 0, max: LEASE_MS - 1 }), { minLength: 1 }),
    latenessMs: fc.array(fc.integer({ min: 0, max: 2_000 }), { minLength: 1 }),
    visits: fc.integer({ min: 1, max: 12 }),
    /** The visit within which it dies. */
    diesAt: fc.option(fc.integer({ min: 0, max: 12 }), { nil: undefined }),
  })

  test('there is one request at a time, and the pace between two', () => {
    fc.assert(
      fc.property(fc.array(visitor, { minLength: 1, maxLength: 8 }), (visitors) => {
        const { requests } = together(visitors, LEASE_MS)
        for (const [i, next] of requests.slice(1).entries()) {
          const { endedAt, paceMs } = requests[i]!
          expect(next.startedAt - endedAt).toBeGreaterThanOrEqual(Math.max(paceMs, next.paceMs))
        }
      }),
    )
  })

  test('all of them send their requests', () => {
    fc.assert(
      fc.property(fc.array(visitor, { minLength: 1, maxLength: 8 }), (visitors) => {
        const { requests } = together(visitors, LEASE_MS)
        const made = visitors.map((_, id) => requests.filter(({ by }) => by === id).length)
        const meant = visitors.map(({ visits, diesAt = Infinity }) => Math.min(visits, diesAt + 1))
        expect(made).toEqual(meant)
      }),
    )
  })
})

describe('a site that several campaigns crawl', () => {
  test.each([2, 3, 10, 40])('is shared evenly by %i', (count) => {
    const { requests } = together(alike(count), LEASE_MS)
    const order = requests.map(({ by }) => by)
    // Each round in the middle holds each of them once.
    for (let i = 2 * count; i + 3 * count <= order.length; i++) {
      expect(new Set(order.slice(i, i + count)).size).toBe(count)
    }
  })

  test.each([2, 3, 10, 40])(
    'tells each of %i to wait two or three times, and then no more',
    (count) => {
      const { waits } = together(alike(count), LEASE_MS)
      expect(waits).toBeLessThanOrEqual(3 * count)
    },
  )

  test('gets as many requests as from a single campaign', () => {
    const spanOf = (visitors: Visitor[]) => {
      const { requests } = together(visitors, LEASE_MS)
      return (requests.at(-1)!.endedAt - requests[0]!.startedAt) / (requests.length - 1)
    }
    const alone = spanOf(alike(1, { visits: 100 }))
    expect(spanOf(alike(5))).toBeLessThan(1.05 * alone)
  })

  test('does not wait long for one that went elsewhere', () => {
    const lease = new SiteLease(0)
    lease.acquire(asking('a'), START)
    lease.acquire(asking('b'), START + 10)
    expect(lease.release(done('a'), START + 100)).toBeGreaterThan(1_000)
    // `b` does not come, nor does `a` at its time.
    const late = START + 100 + 5_000
    expect(lease.acquire(asking('c'), late)).toEqual({ kind: 'granted', uncontended: false })
  })

  test('keeps a moment for who is a little late', () => {
    const lease = new SiteLease(0)
    lease.acquire(asking('a'), START)
    const first = lease.acquire(asking('b'), START + 10)
    lease.release(done('a'), START + 20)
    const dueAt = START + 10 + (first.kind === 'wait' ? first.waitMs : 0)
    const { kind } = lease.acquire(asking('c'), dueAt + GRACE_MS - 100)
    expect(kind).toBe('wait')
    expect(lease.acquire(asking('b'), dueAt + GRACE_MS - 50).kind).toBe('granted')
  })

  test('lets one in while another has time to spare', () => {
    const lease = new SiteLease(0)
    lease.acquire(asking('slow'), START)
    // The answer takes its time, so `b` is told to come much later.
    lease.acquire(asking('b'), START + 6_000)
    lease.release(done('slow'), START + 6_100)
    expect(lease.acquire(asking('c', 100), START + 7_700).kind).toBe('granted')
  })
})

describe('an uncontended campaign', () => {
  test('is told so, and need not release the lease before it comes again', () => {
    const lease = new SiteLease(0)
    expect(lease.acquire(asking('a'), START)).toEqual({ kind: 'granted', uncontended: true })
    expect(lease.acquire(asking('a', 1_000, 1_000), START + 1_500).kind).toBe('granted')
  })

  test('that cannot say when its request ended waits for its pace', () => {
    const lease = new SiteLease(0)
    lease.acquire(asking('a'), START)
    expect(lease.acquire(asking('a'), START + 1_500)).toEqual({ kind: 'wait', waitMs: 1_000 })
    // That was the end of one before.
    lease.acquire(asking('a'), START + 2_500)
    const stale = lease.acquire(asking('a', 1_000, 2_000), START + 3_700)
    expect(stale).toEqual({ kind: 'wait', waitMs: 1_000 })
  })

  test('gets a moment of its own for each of any number of origins', () => {
    const lease = new SiteLease(0)
    lease.acquire(asking('a'), START)
    lease.release(done('a'), START)
    lease.acquire(asking('b'), START)
    const told = Array.from({ length: 300 }, (_, i) => {
      const grant = lease.acquire({ ...asking('a'), origin: `https://s${i}.a.test` }, START)
      return grant.kind === 'wait' ? grant.waitMs : 0
    })
    expect(new Set(told).size).toBe(300)
  })

  test('spreads its origins, so that they do not all come in vain', () => {
    const lease = new SiteLease(0)
    const ask = (origin: string, now: number) => lease.acquire({ ...asking('a'), origin }, now)
    ask('https://a.test', START)
    const waits = ['www', 'blog', 'shop', 'blog'].map((name) => {
      const grant = ask(`https://${name}.a.test`, START)
      return grant.kind === 'wait' ? grant.waitMs : 0
    })
    expect(waits).toEqual([1_000, 2_000, 3_000, 1_000])
    expect(ask('https://shop.a.test', START + 1_000).kind).toBe('granted')
  })
})

describe('what went wrong', () => {
  test('a campaign that died holds the site for as long as its request may take', () => {
    const lease = new SiteLease(0)
    lease.acquire(asking('dead'), START)
    expect(lease.acquire(asking('b'), START + LEASE_MS - 1).kind).toBe('wait')
    expect(lease.acquire(asking('b'), START + LEASE_MS + 999).kind).toBe('wait')
    expect(lease.acquire(asking('b'), START + LEASE_MS + 1_000).kind).toBe('granted')
  })

  test('a pause that the site wants of one campaign holds for all', () => {
    const lease = new SiteLease(0)
    lease.acquire(asking('a'), START)
    lease.release(done('a', 60_000), START + 100)
    expect(lease.acquire(asking('b'), START + 200)).toEqual({ kind: 'wait', waitMs: 59_900 })
    expect(lease.acquire(asking('b'), START + 60_100).kind).toBe('granted')
  })

  test('nothing is granted before a pace after the beginning, of which nothing is known', () => {
    const lease = new SiteLease(START)
    expect(lease.acquire(asking('a'), START + 10)).toEqual({ kind: 'wait', waitMs: 990 })
    expect(lease.acquire(asking('a'), START + 1_000).kind).toBe('granted')
  })

  test('news of a request that nobody knows of change nothing', () => {
    const lease = new SiteLease(0)
    lease.acquire(asking('a'), START)
    lease.release(done('stranger'), START + 10)
    expect(lease.acquire(asking('b'), START + 1_050).kind).toBe('wait')
  })

  test('a thousand campaigns at once are held off, and no more is kept of them', () => {
    const lease = new SiteLease(0)
    for (let i = 0; i < 1_000; i++) lease.acquire(asking(`c${i}`, 10), START)
    expect(lease.acquire(asking('c0', 10, 10), START + 20_000).kind).toBe('granted')
  })
})
