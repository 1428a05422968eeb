import { describe, expect, test } from 'vitest'
import type { Http } from '../../../src/crawl/http.ts'
import { pageRequests, SEED } from '../../fixtures/chain.ts'
import { fakeWeb, page, type FakeAnswer } from '../../fixtures/fake-web.ts'
import { LocalWorld } from '../../fixtures/local-world.ts'

/** A web that answers its first `times` pages like this, and then like any other. */
function atFirst(times: number, answer: FakeAnswer, pages: Record<string, FakeAnswer>) {
  const web = fakeWeb(pages)
  const first = fakeWeb({ [SEED]: answer })
  let left = times
  const http: Http = (url, init) => {
    if (url !== SEED || left-- <= 0) return web.http(url, init)
    web.requests.push(url)
    return first.http(url, init)
  }
  return { http, requests: web.requests }
}

async function crawl(http: Http, budget = 10) {
  const world = new LocalWorld(http)
  const campaign = world.create({ seeds: [SEED], budget })
  const startedAt = world.clock
  await world.run(campaign)
  // Counted from the request for robots.txt.
  const seconds = world.steps().map(({ requestedAt }) => (requestedAt - startedAt) / 1000)
  return { world, report: campaign.report(), seconds }
}

describe('a host that is busy', () => {
  test.each([
    ['in seconds', '120', 121],
    ['as a date', new Date(Date.UTC(2026, 0, 1, 0, 5)).toUTCString(), 300],
  ])('is left alone for as long as it asks, %s', async (_, retryAfter, expected) => {
    const busy = { status: 429, headers: { 'retry-after': retryAfter } }
    const { report, seconds } = await crawl(atFirst(1, busy, { [SEED]: page('x') }).http)
    expect(seconds).toEqual([1, expected])
    expect(report.counters).toMatchObject({ fetched: 2, busy: 1, pages: 1, failed: 0 })
  })

  test('and does not say for how long is requested less and less often', async () => {
    const web = atFirst(4, { status: 429 }, { [SEED]: page('x') })
    const { seconds } = await crawl(web.http)
    expect(seconds).toEqual([1, 3, 7, 15, 31])
  })

  test('does not make another host wait', async () => {
    const busy = { status: 503, headers: { 'retry-after': '600' } }
    const web = atFirst(1, busy, { [SEED]: page('x'), 'https://b.test/': page('y') })
    const world = new LocalWorld(web.http)
    await world.run(world.create({ seeds: [SEED, 'https://b.test/'] }))
    expect(pageRequests(web.requests)).toEqual([SEED, 'https://b.test/', SEED])
  })

  test('never takes more of the budget than there is', async () => {
    const web = atFirst(1000, { status: 429 }, {})
    const { report } = await crawl(web.http, 5)
    expect(report).toMatchObject({ statusReason: 'budget_exhausted', counters: { busy: 5 } })
    expect(pageRequests(web.requests)).toHaveLength(5)
  })
})

test('the Content-Signal of a host is recorded, and shown', async () => {
  const robots = 'User-agent: *\nContent-Signal: search=yes, ai-train=no\nCrawl-delay: 2\n'
  const web = fakeWeb({
    'https://a.test/robots.txt': robots,
    [SEED]: page('x', [['https://b.test/', 'y']]),
  })
  const world = new LocalWorld(web.http)
  const campaign = world.create({ seeds: [SEED] })
  await world.run(campaign)
  const hosts = [
    { origin: 'https://a.test', contentSignals: 'search=yes, ai-train=no', crawlDelayMs: 2000 },
    { origin: 'https://b.test', contentSignals: null, crawlDelayMs: 0 },
  ]
  expect(campaign.query('hosts', { from: undefined, limit: 10 })).toMatchObject(hosts)
  expect(world.reopen().query('hosts', { from: 0, limit: 10 })).toMatchObject(hosts.slice(1))
  expect(world.steps().map(({ contentSignals }) => contentSignals)).toEqual([
    'search=yes, ai-train=no',
    undefined,
    undefined,
  ])
})

describe('a host that does not answer', () => {
  test('is tried three times, and listed once', async () => {
    const http: Http = async () => {
      throw new TypeError('connection refused')
    }
    const { world, report, seconds } = await crawl(http)
    expect(seconds).toEqual([0, 30, 150])
    expect(world.steps().map(({ replaces }) => replaces)).toEqual([0, 2, 4])
    expect(report.counters).toMatchObject({ fetched: 3, retried: 2, failed: 1 })
    expect(await world.pages()).toMatchObject([{ url: SEED, outcome: 'unreachable' }])
  })

  test('is listed from the first attempt on, with the last', async () => {
    let isDown = true
    const web = fakeWeb({ [SEED]: page('a volcano') })
    const http: Http = async (url, init) => {
      if (isDown) throw new TypeError('connection refused')
      return web.http(url, init)
    }
    const world = new LocalWorld(http)
    const campaign = world.create({ seeds: [SEED], budget: 5 })
    await world.run(campaign, 1)
    await campaign.flush()
    expect(await world.pages()).toMatchObject([{ seq: 2, outcome: 'unreachable' }])
    isDown = false
    await world.run(campaign)
    expect(await world.pages()).toMatchObject([{ seq: 4, outcome: 'ok' }])
  })

  test('or whose robots.txt is broken gets no other request, and is not charged', async () => {
    const web = fakeWeb({ 'https://a.test/robots.txt': { status: 500 }, [SEED]: page('x') })
    const { report } = await crawl(web.http)
    expect(pageRequests(web.requests)).toEqual([])
    expect(report).toMatchObject({
      statusReason: 'frontier_empty',
      counters: { fetched: 0, disallowed: 1, retried: 0, postponed: 2 },
    })
  })
})

describe('robots directives of a page', () => {
  test('noindex keeps it out of the results, and its links are followed', async () => {
    const web = fakeWeb({
      [SEED]: {
        headers: { 'x-robots-tag': 'noindex' },
        body: page('volcano', [['https://a.test/1', 'x']]),
      },
      'https://a.test/1': page('y'),
    })
    const { world, report } = await crawl(web.http)
    expect((await world.pages()).map(({ url }) => url)).toEqual(['https://a.test/1'])
    expect(report.counters).toMatchObject({ pages: 2, unlisted: 1 })
  })

  test('nofollow drops its links, and they are counted', async () => {
    const body = page('x', [['https://a.test/1', 'x']])
    const meta = body.replace('<head>', '<head><meta name="robots" content="nofollow">')
    const { report } = await crawl(fakeWeb({ [SEED]: meta }).http)
    expect(report).toMatchObject({ known: 1, skipped: { nofollow: 1 } })
  })

  test('rel=nofollow on a single link is recorded', async () => {
    const link = (path: string, rel: string) => `<a rel="${rel}" href="/${path}">x</a>`
    const body = `<p>${link('1', '')}${link('2', 'ugc nofollow')}${link('3', 'sponsored')}</p>`
    const { world } = await crawl(fakeWeb({ [SEED]: body }).http, 1)
    expect(world.steps()[0]!.qualifiedLinks).toEqual([
      { edge: 1, rel: ['nofollow', 'ugc'] },
      { edge: 2, rel: ['sponsored'] },
    ])
  })
})

describe('a private network', () => {
  test('is not reached by links, redirects or robots.txt', async () => {
    const web = fakeWeb({
      [SEED]: page('x', [
        ['http://169.254.169.254/latest/meta-data/', 'x'],
        ['http://[::ffff:10.0.0.1]/', 'x'],
        ['http://0x0a000001/', 'x'],
        ['http://intranet/', 'x'],
        ['https://a.test/away', 'x'],
        ['https://b.test/', 'x'],
      ]),
      'https://a.test/away': { status: 302, headers: { location: 'http://192.168.0.1/' } },
      'https://b.test/robots.txt': { status: 301, headers: { location: 'http://10.0.0.1/' } },
    })
    const { report } = await crawl(web.http)
    expect(report.skipped).toEqual({ address: 4 })
    expect(web.requests.filter((url) => !/^https:\/\/[ab]\.test\//.test(url))).toEqual([])
  })

  test('is refused as a seed without a request, and costs nothing', async () => {
    const web = fakeWeb({})
    const world = new LocalWorld(web.http)
    const campaign = world.create({ seeds: ['http://10.1.2.3/'] })
    await world.run(campaign)
    expect(web.requests).toEqual([])
    expect(campaign.report().counters).toMatchObject({ fetched: 0, refused: 1 })
  })
})

describe('a pace learned only from the response', () => {
  test('is kept from then on, even after a crash in between', async () => {
    const web = fakeWeb({
      'https://a.test/robots.txt': 'User-agent: *\nCrawl-delay: 20',
      [SEED]: page('x'),
    })
    let isFirst = true
    const { promise: crashed, resolve: cutPower } = Promise.withResolvers<void>()
    const http: Http = async (url, init) => {
      const answer = await web.http(url, init)
      if (url !== SEED || !isFirst) return answer
      cutPower()
      return new Promise(() => {})
    }
    const world = new LocalWorld(http)
    const campaign = world.create({ seeds: [SEED], budget: 5 })
    await world.tick(campaign)
    void world.tick(campaign)
    await crashed
    isFirst = false
    world.clock += 500
    const crashedAt = world.clock
    const revived = world.reopen()
    await world.run(revived)
    const steps = world.steps().map(({ outcome }) => outcome)
    expect(steps).toEqual(['too_soon', 'interrupted', 'ok'])
    expect(world.steps()[2]!.requestedAt - crashedAt).toBe(20_000)
    expect(revived.report().counters).toMatchObject({ fetched: 2, postponed: 1 })
  })
})

test('the heartbeat does not postpone a tick that is due', async () => {
  const world = new LocalWorld(fakeWeb({ [SEED]: page('x') }).http)
  const { save } = world.ports.results
  world.ports.results.save = () => Promise.reject(new Error('down'))
  const campaign = world.create({ seeds: [SEED], budget: 1 })
  await world.tick(campaign)
  world.ports.results.save = save
  world.clock += 29_000
  campaign.wake()
  expect(world.alarmAt).toBe(world.clock)
  await world.run(campaign)
  expect(await world.pages()).toHaveLength(1)
})
