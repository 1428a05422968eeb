import { evictDurableObject, runInDurableObject } from 'cloudflare:test'
import { describe, expect, inject, onTestFinished, test, vi } from 'vitest'
import { CampaignObject } from '../../src/runtime/cloudflare/campaign-object.ts'
import { SiteObject } from '../../src/runtime/cloudflare/site-object.ts'
import { MAX_SHARED_DELAY_MS } from '../../src/crawl/site/bookings.ts'
import { call, create, hasEnded, until, type Campaign } from './client.ts'
import { issueKey } from './issue-key.ts'
import { testEnv } from './migrate.ts'

interface Entry {
  at: number
  path: string
}

const PACE_MS = 150
const BUDGET = 12

class PacedSite {
  readonly origin: string

  constructor(index: number) {
    this.origin = inject('pacedSites')[index]!
  }

  /** Campaigns that begin at the same moment and run to their ends. */
  async crawl(names: string[], hostDelayMs = PACE_MS, budget = BUDGET): Promise<Campaign[]> {
    const started = await Promise.all(
      names.map((name) =>
        create({
          name,
          topic: { keywords: ['volcano'] },
          seeds: [`${this.origin}/${name}/0`],
          budget,
          rate: { perMinute: 60_000, hostDelayMs },
        }),
      ),
    )
    return Promise.all(started.map(({ id }) => until(id, hasEnded)))
  }

  async order(path: string): Promise<void> {
    await (await fetch(`${this.origin}/~${path}`)).text()
  }

  async log(): Promise<{ robots: number; pages: Entry[]; gaps: number[] }> {
    const entries: Entry[] = await (await fetch(`${this.origin}/~log`)).json()
    const pages = entries.filter(({ path }) => path !== '/robots.txt')
    // All requests count: robots.txt keeps the pace as well.
    const gaps = entries.slice(1).map(({ at }, i) => at - entries[i]!.at)
    return { robots: entries.length - pages.length, pages, gaps }
  }
}

/** How often the log goes from one campaign's page to another's. */
function changes(pages: Entry[]): number {
  const names = pages.map(({ path }) => path.split('/')[1])
  return names.slice(1).filter((name, i) => name !== names[i]).length
}

describe('campaigns on one host', () => {
  test.each([
    [0, ['ash', 'basalt']],
    [1, ['ash', 'basalt', 'cinder']],
  ])('keep its pace together, and ask for its robots.txt once (site %i: %s)', async (i, names) => {
    const site = new PacedSite(i)
    const campaigns = await site.crawl(names)
    const { robots, pages, gaps } = await site.log()
    expect(robots).toBe(1)
    expect(pages).toHaveLength(names.length * BUDGET)
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(PACE_MS)
    for (const { progress, statusReason } of campaigns) {
      expect(statusReason).toBe('budget_exhausted')
      expect(progress).toMatchObject({ fetched: BUDGET, failed: 0, interrupted: 0 })
      // Told to wait when they meet, not for each page.
      expect(progress['postponed']).toBeLessThan(BUDGET)
    }
    const sideRequests = campaigns.map(({ progress }) => progress['sideRequests']!)
    // It was requested when the first of them was created.
    expect(sideRequests.reduce((sum, count) => sum + count)).toBe(0)
    // They take turns; none of them has to wait for the others to end.
    expect(changes(pages)).toBeGreaterThanOrEqual(BUDGET)
  })

  test('keep to the Crawl-delay of its robots.txt, and to a Retry-After that one of them got', async () => {
    const site = new PacedSite(2)
    await site.order('delay/0.4')
    await site.order('busy')
    await site.crawl(['ash', 'basalt'], PACE_MS, 5)
    const { robots, pages, gaps } = await site.log()
    expect(robots).toBe(1)
    expect(pages).toHaveLength(10)
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(400)
    // This gap follows robots.txt and the page that was refused.
    expect(gaps[1]).toBeGreaterThanOrEqual(2_000)
  })
})

test('one campaign alone keeps the pace, and no row is written for its site', async () => {
  const site = new PacedSite(3)
  const [campaign] = await site.crawl(['ash'])
  const { gaps } = await site.log()
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(PACE_MS)
  expect(campaign!.progress['postponed']).toBeLessThanOrEqual(1)
  const object = testEnv.SITE.getByName(new URL(site.origin).host)
  const rows = await runInDurableObject(object, (_, { storage }) => [...storage.kv.list()])
  expect(rows).toEqual([])
})

test('calls to site objects count among the requests that one alarm may send', async () => {
  onTestFinished(() => void vi.restoreAllMocks())
  const alarms = vi.spyOn(CampaignObject.prototype, 'alarm').mock.invocationCallOrder
  const turns = vi.spyOn(SiteObject.prototype, 'acquire').mock.invocationCallOrder
  await new PacedSite(4).crawl(['ash'], 5, 45)
  expect(turns.length).toBeGreaterThanOrEqual(45)
  // Each with a request for a page: 50 in all are allowed.
  for (const [i, rung] of alarms.entries()) {
    const next = alarms[i + 1] ?? Infinity
    const ofAlarm = turns.filter((called) => called > rung && called < next)
    expect(ofAlarm.length).toBeLessThanOrEqual(25)
  }
})

test('an evicted site object remembers its lease and the refreshed robots.txt', async () => {
  const { origin } = new PacedSite(4)
  const site = () => testEnv.SITE.getByName('evicted.test')
  const pace = { owner: 'main', paceMs: 100, crawlDelayMs: 0 }
  const asking = { origin, ...pace, leaseMs: 60_000, endedAgoMs: undefined }
  const before = (await new PacedSite(4).log()).robots
  const forRobots = { ...asking, campaign: 'a', timeoutMs: 1_000, isAgain: true, maxRequests: 6 }
  await site().robots({ ...forRobots, paceMs: 0 })
  expect(await site().acquire({ ...asking, campaign: 'a' })).toMatchObject({ kind: 'granted' })
  await site().renew('a')
  await evictDurableObject(site())
  expect(await site().acquire({ ...asking, campaign: 'b' })).toMatchObject({ kind: 'wait' })
  expect(await site().robots(forRobots)).toMatchObject({ kind: 'rules', requests: 0 })
  expect((await new PacedSite(4).log()).robots).toBe(before + 1)
})

test('a slow pace of one owner, and a removed campaign, leave the site to others', async () => {
  const { origin } = new PacedSite(5)
  const headers = { authorization: `Bearer ${await issueKey({ owner: 'mallory' })}` }
  const slow = {
    name: 'Slow',
    topic: { keywords: ['volcano'] },
    seeds: [`${origin}/slow/0`],
    budget: 5,
    // Longer than binds others, and so short that the isolate is older than that.
    rate: { perMinute: 60_000, hostDelayMs: 9_000 },
    limits: { timeoutMs: 60_000 },
  }
  const made = await call('/v1/campaigns', { method: 'POST', headers, body: JSON.stringify(slow) })
  const { id } = await made.json<Campaign>()
  const isFetched = async () => {
    const { progress } = await (await call(`/v1/campaigns/${id}`, { headers })).json<Campaign>()
    return progress['fetched'] === 1
  }
  await vi.waitUntil(isFetched, { timeout: 20_000, interval: 50 })
  const gone = await call(`/v1/campaigns/${id}`, { method: 'DELETE', headers })
  expect(gone.status).toBe(204)
  const site = testEnv.SITE.getByName(new URL(origin).host)
  const waitMs = async () => {
    const pace = { owner: 'alice', paceMs: 1_000, crawlDelayMs: 0 }
    const asking = { campaign: 'a', origin, ...pace, leaseMs: 17_000, endedAgoMs: undefined }
    const turn = await site.acquire(asking)
    return turn.kind === 'wait' ? turn.waitMs : 0
  }
  expect(await waitMs()).toBeLessThanOrEqual(MAX_SHARED_DELAY_MS)
  // Nor does it wait for more once the request is known to be over.
  await site.release({ campaign: id, origin, quietMs: 0 })
  expect(await waitMs()).toBeLessThanOrEqual(MAX_SHARED_DELAY_MS)
})
