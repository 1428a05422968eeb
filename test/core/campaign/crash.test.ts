import { describe, expect, test } from 'vitest'
import { Campaign } from '../../../src/core/campaign/campaign.ts'
import type { Http } from '../../../src/crawl/http.ts'
import { chain, pageRequests, SEED } from '../../fixtures/chain.ts'
import { fakeWeb } from '../../fixtures/fake-web.ts'
import { LocalWorld } from '../../fixtures/local-world.ts'

describe('after a crash', () => {
  const crash = new Error('power cut')

  /** Crashes in the middle of the n-th page request: nothing comes of it, once `crashed` is over. */
  function webCrashingAt(count: number) {
    const web = fakeWeb(chain(50))
    const { promise: crashed, resolve: cutPower } = Promise.withResolvers<void>()
    const http: Http = async (url, init) => {
      const answer = await web.http(url, init)
      if (pageRequests(web.requests).length !== count) return answer
      cutPower()
      return new Promise(() => {})
    }
    return { http, requests: web.requests, crashed }
  }

  /** A campaign that dies within its fourth fetch, and the one that its log gives back, at its end. */
  async function crashAndRevive(budget: number) {
    const web = webCrashingAt(4)
    const world = new LocalWorld(web.http)
    const campaign = world.create({ seeds: [SEED], budget })
    await world.run(campaign, 3)
    void world.tick(campaign)
    await web.crashed
    world.clock += 2_000
    const revived = world.reopen()
    await world.run(revived)
    return { web, world, revived }
  }

  test('the attempt that was under way is charged, recorded, and repeated', async () => {
    const { web, world, revived } = await crashAndRevive(8)
    expect(revived.report()).toMatchObject({
      status: 'completed',
      statusReason: 'budget_exhausted',
      counters: { fetched: 8, interrupted: 1, pages: 7 },
    })
    const asked = pageRequests(web.requests)
    expect(asked).toHaveLength(8)
    expect(asked.filter((url) => url === 'https://a.test/2')).toHaveLength(2)
    const saved = await world.pages()
    expect(new Set(saved.map(({ url }) => url)).size).toBe(7)
    expect(saved).toHaveLength(7)
  })

  test('the budget holds even if that attempt was the last one in it', async () => {
    const { web, revived } = await crashAndRevive(4)
    expect(revived.report()).toMatchObject({ status: 'completed', counters: { fetched: 4 } })
    expect(pageRequests(web.requests)).toHaveLength(4)
  })

  test('a fetch that was not yet due is not charged', async () => {
    const web = fakeWeb(chain(50))
    const world = new LocalWorld(web.http)
    await world.run(world.create({ seeds: [SEED], budget: 5 }), 3)
    const revived = world.reopen()
    await world.run(revived)
    expect(revived.report().counters).toMatchObject({ fetched: 5, interrupted: 0 })
    expect(pageRequests(web.requests)).toHaveLength(5)
  })

  test('a slow campaign, unloaded between its ticks, loses nothing', async () => {
    const web = fakeWeb(chain(50))
    const world = new LocalWorld(web.http)
    const slow = { perMinute: 1, hostDelayMs: 0 }
    await world.tick(world.create({ seeds: [SEED], budget: 5, rate: slow }))
    while (world.alarmAt !== undefined) {
      world.clock = Math.max(world.clock, world.alarmAt) + 3_000
      await world.tick(world.reopen())
    }
    expect(world.reopen().report().counters).toMatchObject({ fetched: 5, interrupted: 0 })
    expect(pageRequests(web.requests)).toHaveLength(5)
  })

  test('a slow campaign that crashed during a fetch is charged for it', async () => {
    const web = webCrashingAt(2)
    const world = new LocalWorld(web.http)
    const campaign = world.create({
      seeds: [SEED],
      budget: 3,
      rate: { perMinute: 1, hostDelayMs: 0 },
    })
    // Its robots.txt, then the first page.
    await world.run(campaign, 2)
    void world.tick(campaign)
    await web.crashed
    const revived = world.reopen()
    await world.run(revived)
    expect(revived.report().counters).toMatchObject({ fetched: 3, interrupted: 1 })
    expect(pageRequests(web.requests)).toHaveLength(3)
  })

  test('no half-written record is trusted', async () => {
    const world = new LocalWorld(fakeWeb(chain(9)).http)
    world.ports.log.append = () => {
      throw crash
    }
    expect(() => world.create({ seeds: [SEED] })).toThrow(crash)
    expect(Campaign.open(world.ports)).toBeUndefined()
  })
})
