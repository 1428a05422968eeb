import { describe, expect, test } from 'vitest'
import { chain, pageRequests, SEED } from '../../fixtures/chain.ts'
import { fakeWeb, page } from '../../fixtures/fake-web.ts'
import { LocalWorld } from '../../fixtures/local-world.ts'

describe('a campaign', () => {
  test('spends exactly its budget and says so', async () => {
    const web = fakeWeb(chain(50))
    const world = new LocalWorld(web.http)
    const campaign = world.create({ seeds: [SEED], budget: 10 })
    await world.run(campaign)
    expect(campaign.report()).toMatchObject({
      status: 'completed',
      statusReason: 'budget_exhausted',
      counters: { fetched: 10, pages: 10 },
      remaining: 0,
      nextTickAt: null,
    })
    expect(pageRequests(web.requests)).toHaveLength(10)
  })

  test('ends when there is nothing left to fetch', async () => {
    const world = new LocalWorld(fakeWeb({ [SEED]: page('alone') }).http)
    const campaign = world.create({ seeds: [SEED] })
    await world.run(campaign)
    expect(campaign.report()).toMatchObject({
      status: 'completed',
      statusReason: 'frontier_empty',
      counters: { fetched: 1 },
    })
  })

  test('treats a clock set back during a fetch as one that stood still', async () => {
    const web = fakeWeb(chain(2))
    const world: LocalWorld = new LocalWorld((url, init) => {
      world.clock -= 5_000
      return web.http(url, init)
    })
    const campaign = world.create({ seeds: [SEED], budget: 3 })
    await world.run(campaign)
    expect(campaign.report().counters).toMatchObject({ pages: 3, failed: 0 })
    expect(world.steps().map(({ durationMs }) => durationMs)).toEqual([0, 0, 0])
  })

  test('fetches the link that promises more before the one found first', async () => {
    const web = fakeWeb({
      [SEED]: page('The volcano page.', [
        ['https://a.test/gardens', 'gardens'],
        ['https://a.test/etna', 'the volcano'],
      ]),
      'https://a.test/gardens': page('gardens'),
      'https://a.test/etna': page('volcano volcano'),
    })
    const world = new LocalWorld(web.http)
    await world.run(world.create({ seeds: [SEED] }))
    expect(pageRequests(web.requests)).toEqual([
      SEED,
      'https://a.test/etna',
      'https://a.test/gardens',
    ])
    const [, etna] = world.steps()
    // The keyword stands three times on the page (title, text, anchor) and once around the link.
    expect(etna!.estimate).toBeCloseTo(Math.log1p(Math.log(4) * Math.log(2)), 3)
  })

  test('fetches equal nodes in order of discovery, or in an order drawn from its seed', async () => {
    const targets = Array.from({ length: 8 }, (_, i) => `https://a.test/${i}`)
    const pages = {
      [SEED]: page(
        'x',
        targets.map((url) => [url, 'x']),
      ),
    }
    const orderOf = async (ties: 'fifo' | 'random', randomSeed: number) => {
      const web = fakeWeb(pages)
      const world = new LocalWorld(web.http)
      await world.run(world.create({ seeds: [SEED], ties, randomSeed }))
      return pageRequests(web.requests).slice(1)
    }
    expect(await orderOf('fifo', 1)).toEqual(targets)
    const drawn = await orderOf('random', 1)
    expect(drawn).not.toEqual(targets)
    expect(drawn.toSorted()).toEqual(targets)
    expect(await orderOf('random', 1)).toEqual(drawn)
    expect(await orderOf('random', 2)).not.toEqual(drawn)
  })

  test('requests a page once, however many pages link to it', async () => {
    const home: [string, string][] = [
      [SEED, 'home'],
      ['https://a.test/1', 'one'],
    ]
    const web = fakeWeb({ [SEED]: page('x', home), 'https://a.test/1': page('y', home) })
    const world = new LocalWorld(web.http)
    await world.run(world.create({ seeds: [SEED] }))
    expect(pageRequests(web.requests)).toEqual([SEED, 'https://a.test/1'])
  })

  test('records failures, retries transient ones, and continues', async () => {
    const links: [string, string][] = [
      ['https://a.test/broken', 'x'],
      ['https://a.test/missing', 'x'],
      ['https://a.test/pdf', 'x'],
      ['https://a.test/huge', 'x'],
      ['https://a.test/good', 'x'],
    ]
    const web = fakeWeb({
      [SEED]: page('x', links),
      'https://a.test/broken': { status: 500 },
      'https://a.test/pdf': { headers: { 'content-type': 'application/pdf' }, body: '%PDF' },
      'https://a.test/huge': page('x'.repeat(200_000)),
      'https://a.test/good': page('good'),
    })
    const world = new LocalWorld(web.http)
    const campaign = world.create({ seeds: [SEED] })
    await world.run(campaign)
    expect(world.steps().map(({ outcome, httpStatus }) => [outcome, httpStatus])).toEqual([
      ['ok', 200],
      ['http_error', 500],
      ['http_error', 404],
      ['not_html', 200],
      ['too_large', 200],
      ['ok', 200],
      ['http_error', 500],
      ['http_error', 500],
    ])
    const counters = { fetched: 8, pages: 2, failed: 4, retried: 2 }
    expect(campaign.report().counters).toMatchObject(counters)
    const times = world.steps().map(({ requestedAt }) => requestedAt)
    expect([times[6]! - times[1]!, times[7]! - times[6]!]).toEqual([30_000, 120_000])
    expect(await world.pages()).toHaveLength(6)
  })

  test('does not request what robots.txt disallows, and does not charge for it', async () => {
    const web = fakeWeb({
      'https://a.test/robots.txt': {
        headers: { 'content-type': 'text/plain' },
        body: 'User-agent: *\nDisallow: /no',
      },
      [SEED]: page('x', [
        ['https://a.test/no', 'x'],
        ['https://a.test/yes', 'x'],
      ]),
      'https://a.test/yes': page('y'),
    })
    const world = new LocalWorld(web.http)
    const campaign = world.create({ seeds: ['https://a.test/no/seed', SEED] })
    await world.run(campaign)
    expect(pageRequests(web.requests)).toEqual([SEED, 'https://a.test/yes'])
    expect(campaign.report().counters).toMatchObject({ fetched: 2, disallowed: 2 })
  })
})
