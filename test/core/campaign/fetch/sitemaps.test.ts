import { describe, expect, test } from 'vitest'
import { fold } from '../../../../src/core/campaign/log/fold.ts'
import { EVERYWHERE } from '../../../../src/core/spec/scope.ts'
import type { Spec } from '../../../../src/core/spec/spec.ts'
import type { HostId } from '../../../../src/core/graph/host-table.ts'
import { ESTIMATORS } from '../../../../src/core/rank/names.ts'
import { completePolicy } from '../../../../src/core/rank/policy.ts'
import { pageRequests } from '../../../fixtures/chain.ts'
import { fakeWeb, page, type FakeAnswer } from '../../../fixtures/fake-web.ts'
import { LocalWorld } from '../../../fixtures/local-world.ts'

const SITE = 'https://a.test'
const SEED = `${SITE}/`
const urlset = (...paths: string[]) =>
  `<urlset>${paths.map((path) => `<url><loc>${path}</loc></url>`).join('')}</urlset>`
const index = (...paths: string[]) =>
  `<sitemapindex>${paths.map((path) => `<sitemap><loc>${path}</loc></sitemap>`).join('')}</sitemapindex>`

async function crawl(pages: Record<string, FakeAnswer>, spec: Partial<Spec> = {}) {
  const web = fakeWeb(
    Object.fromEntries(Object.entries(pages).map(([path, answer]) => [SITE + path, answer])),
  )
  const world = new LocalWorld(web.http)
  const campaign = world.create({ seeds: [SEED], budget: 20, ...spec })
  await world.run(campaign)
  const asked = pageRequests(web.requests).map((url) => url.replace(SITE, ''))
  return { world, web, report: campaign.report(), asked }
}

const answerOf = (status: number) => new Response('', { status })

const SITEMAPS: Partial<Spec> = { discover: ['links', 'sitemaps'] }
const FEEDS: Partial<Spec> = { discover: ['links', 'feeds'] }
const robots = (...sitemaps: string[]) => ({
  '/robots.txt': sitemaps.map((url) => `Sitemap: ${url}`).join('\n'),
})

describe('sitemaps', () => {
  test('are not requested by default', async () => {
    const { asked } = await crawl({ ...robots('/map.xml'), '/': page('start') })
    expect(asked).toEqual(['/'])
  })

  test('named by robots.txt lead to pages that links would not have found', async () => {
    const { world, report, asked } = await crawl(
      { ...robots('/map.xml'), '/': page('start'), '/map.xml': urlset('/x', '/y') },
      SITEMAPS,
    )
    expect(asked).toEqual(['/', '/map.xml', '/x', '/y'])
    expect(report.counters).toMatchObject({ fetched: 3, sitemaps: 1, sideRequests: 2 })
    expect((await world.pages()).map(({ url }) => url.replace(SITE, ''))).toEqual(['/', '/x', '/y'])
  })

  test('are looked for at the usual URL', async () => {
    const { asked } = await crawl({ '/': page('start'), '/sitemap.xml': urlset('/x') }, SITEMAPS)
    expect(asked).toEqual(['/', '/sitemap.xml', '/x'])
  })

  test('of an index are all requested, redirected ones included, each once', async () => {
    const { report, asked } = await crawl(
      {
        ...robots('/index.xml'),
        '/': page('start'),
        '/index.xml': index('/1.xml', '/2.xml', '/index.xml'),
        '/1.xml': { status: 301, headers: { location: '/one.xml' } },
        '/one.xml': urlset('/x'),
        '/2.xml': { status: 404 },
      },
      SITEMAPS,
    )
    expect(asked).toEqual(['/', '/index.xml', '/1.xml', '/2.xml', '/one.xml', '/x'])
    expect(report.counters).toMatchObject({ fetched: 2, sitemaps: 4, failed: 1 })
  })

  test('give no score: linked pages go before listed ones', async () => {
    const { asked } = await crawl(
      {
        '/': page('a volcano', [[`${SITE}/linked`, 'a volcano']]),
        '/sitemap.xml': urlset('/listed', '/linked'),
        '/linked': page('a volcano'),
      },
      SITEMAPS,
    )
    expect(asked).toEqual(['/', '/sitemap.xml', '/linked', '/listed'])
  })

  test.each(ESTIMATORS.filter((name) => name !== 'oracle'))(
    'go before what %s expects most of, though a page links to them, and what they list after it',
    async (name) => {
      const { asked } = await crawl(
        {
          '/': page('start', [
            [`${SITE}/linked`, 'a volcano'],
            [`${SITE}/sitemap.xml`, 'map'],
          ]),
          '/sitemap.xml': urlset('/listed', '/too'),
          '/linked': page('a volcano', [[`${SITE}/further`, 'a volcano']]),
          '/listed': page('listed', [[`${SITE}/beyond`, 'x']]),
        },
        { ...SITEMAPS, policy: completePolicy({ name }) },
      )
      expect(asked.slice(0, 3)).toEqual(['/', '/sitemap.xml', '/linked'])
      expect(asked.toSorted()).toEqual(
        ['/', '/beyond', '/further', '/linked', '/listed', '/sitemap.xml', '/too'].toSorted(),
      )
    },
  )

  test('cost no budget, and are no more than the fetches it allows', async () => {
    const many = Array.from({ length: 50 }, (_, i) => `/${i}.xml`)
    const { report } = await crawl(
      {
        ...robots('/index.xml'),
        '/': page('start', [
          [`${SITE}/1`, 'x'],
          [`${SITE}/2`, 'y'],
        ]),
        '/index.xml': index(...many),
      },
      { ...SITEMAPS, budget: 3 },
    )
    expect(report.counters).toMatchObject({ fetched: 3, sitemaps: 3 })
    expect(report.statusReason).toBe('budget_exhausted')
  })

  test('are requested at most 100 times per host', async () => {
    const many = Array.from({ length: 300 }, (_, i) => `/${i}.xml`)
    const { report } = await crawl(
      { ...robots('/index.xml'), '/': page('start'), '/index.xml': index(...many) },
      { ...SITEMAPS, budget: 1000 },
    )
    expect(report.counters.sitemaps).toBe(100)
  })

  test('obey robots.txt, scope, traps and the rate like everything else', async () => {
    const { world, report, asked } = await crawl(
      {
        '/robots.txt': 'User-agent: *\nDisallow: /barred\nSitemap: /map.xml\nSitemap: /barred.xml',
        '/': page('start'),
        '/map.xml': urlset('/in', '/out.pdf', '/barred/x', '/news/old/news/old/news/old'),
      },
      {
        ...SITEMAPS,
        scope: { ...EVERYWHERE, exclude: ['*.pdf'] },
        rate: { perMinute: 6, hostDelayMs: 0 },
      },
    )
    expect(asked).toEqual(['/', '/map.xml', '/in'])
    expect(report.skipped).toEqual({ scope: 1, robots: 1, repeated_path: 1 })
    const starts = world
      .steps()
      .map(({ requestedAt }) => requestedAt - world.steps()[0]!.requestedAt)
    expect(starts.slice(0, 2)).toEqual([0, 10_000])
  })

  test('may not list pages of other sites, which are counted', async () => {
    const { report, asked } = await crawl(
      { '/': page('start'), '/sitemap.xml': urlset('/x', 'https://b.test/1', 'https://b.test/2') },
      SITEMAPS,
    )
    expect(asked).toEqual(['/', '/sitemap.xml', '/x'])
    expect(report.skipped).toEqual({ unvouched: 2 })
  })

  test('may be on a host out of scope, whose own sitemaps are not requested', async () => {
    const map = 'https://b.test/map.xml'
    const web = fakeWeb({
      [`${SITE}/robots.txt`]: `Sitemap: ${map}`,
      [SEED]: page('start'),
      [map]: urlset(`${SITE}/in`, 'https://b.test/out'),
    })
    const world = new LocalWorld(web.http)
    const scope = { ...EVERYWHERE, hosts: ['a.test'] }
    await world.run(world.create({ seeds: [SEED], ...SITEMAPS, scope }))
    expect(pageRequests(web.requests)).toEqual([SEED, map, `${SITE}/in`])
  })

  test('of a busy host are given up, and the host is left alone as long as it asks', async () => {
    const { world, report } = await crawl(
      {
        '/': page('start', [[`${SITE}/next`, 'x']]),
        '/sitemap.xml': { status: 429, headers: { 'retry-after': '120' } },
      },
      SITEMAPS,
    )
    const [, sitemap, next] = world.steps()
    expect(sitemap).toMatchObject({ outcome: 'no_sitemap', httpStatus: 429 })
    expect(next!.requestedAt - sitemap!.requestedAt).toBeGreaterThanOrEqual(120_000)
    expect(report.counters).toMatchObject({ fetched: 2, sitemaps: 1, busy: 0 })
  })

  test.each([
    ['does not answer', { status: 0 }],
    ['says that it is busy, and not for how long', { status: 429 }],
  ])('of a host that %s are requested less and less often', async (_, { status }) => {
    const web = fakeWeb({
      [`${SITE}/robots.txt`]: ['1', '2', '3', '4'].map((n) => `Sitemap: /${n}.xml`).join('\n'),
      [SEED]: page('start'),
    })
    const world = new LocalWorld((url, init) => {
      if (!url.endsWith('.xml')) return web.http(url, init)
      return status === 0 ? Promise.reject(new Error('down')) : Promise.resolve(answerOf(status))
    })
    await world.run(world.create({ seeds: [SEED], ...SITEMAPS }))
    const at = world.steps().map(({ requestedAt }) => requestedAt / 1_000)
    expect(at.slice(2).map((second, i) => second - at[i + 1]!)).toEqual([2, 4, 8])
  })

  test('of many pages are not read again for each of them', async () => {
    const paths = Array.from({ length: 2_000 }, (_, i) => `/w${i.toString(36)}`)
    const world = new LocalWorld(
      fakeWeb({ [SEED]: page('start'), [`${SITE}/sitemap.xml`]: urlset(...paths) }).http,
    )
    const read: number[] = []
    const { log } = world.ports
    world.ports.log = { ...log, read: (seq) => (read.push(seq), log.read(seq)) }
    await world.run(world.create({ seeds: [SEED], ...SITEMAPS }))
    expect(world.steps()).toHaveLength(11)
    expect(read.filter((seq) => seq === 3).length).toBeLessThanOrEqual(2)
  })

  test('can be the only thing that is followed', async () => {
    const { report, asked } = await crawl(
      { '/': page('start', [[`${SITE}/linked`, 'x']]), '/sitemap.xml': urlset('/listed') },
      { discover: ['sitemaps'] },
    )
    expect(asked).toEqual(['/', '/sitemap.xml', '/listed'])
    expect(report.skipped).toEqual({ scope: 1 })
  })

  test('still to be requested are known after a restart', async () => {
    const pages = {
      [SEED]: page('start'),
      [`${SITE}/sitemap.xml`]: index('/1.xml', '/2.xml'),
      [`${SITE}/1.xml`]: urlset('/x'),
      [`${SITE}/2.xml`]: urlset('/y'),
    }
    const world = new LocalWorld(fakeWeb(pages).http)
    await world.run(world.create({ seeds: [SEED], ...SITEMAPS }), 3)
    await world.run(world.reopen())
    const { counters } = fold(world.rows())!
    expect(counters).toMatchObject({ fetched: 3, sitemaps: 3, interrupted: 0 })
  })
})

test('feeds named by pages lead to pages, of other hosts as well', async () => {
  const head = '<link rel="alternate" type="application/rss+xml" href="/feed">'
  const item = (url: string) => `<item><link>${url}</link></item>`
  const pages = {
    '/': head + page('start'),
    '/feed': `<rss><channel>${item('/post')}${item('https://b.test/far')}</channel></rss>`,
  }
  const { asked } = await crawl(pages, FEEDS)
  expect(asked).toEqual(['/', '/feed', '/post', 'https://b.test/far'])
  expect((await crawl(pages)).asked).toEqual(['/'])
})

describe('a feed', () => {
  const head = '<link rel="alternate" type="application/rss+xml" href="/feed">'
  const feed = '<rss><channel><item><link>/post</link></item></channel></rss>'

  test('that redirects is requested at its target', async () => {
    const moved = { status: 301, headers: { location: '/feed.xml' } }
    const { asked } = await crawl(
      { '/': head + page('start'), '/feed': moved, '/feed.xml': feed },
      FEEDS,
    )
    expect(asked).toEqual(['/', '/feed', '/feed.xml', '/post'])
  })

  test('that is named twice, or by robots.txt as well, is requested once', async () => {
    const { world, asked } = await crawl(
      { ...robots('/feed'), '/': head + head + page('start'), '/feed': feed },
      { discover: ['links', 'sitemaps', 'feeds'] },
    )
    expect(asked).toEqual(['/', '/feed', '/post'])
    expect(world.steps()[0]!.sitemaps).toHaveLength(1)
    expect(fold(world.rows())!.hosts.sitemaps(0 as HostId)).toBe(1)
  })

  test('is read even if a page names it as its canonical URL', async () => {
    const canonical = '<link rel="canonical" href="/feed">'
    const { world, asked } = await crawl(
      {
        '/': page('start', [[`${SITE}/feed?as=page`, 'news']]),
        '/feed?as=page': canonical + head + page('news'),
        '/feed': feed,
      },
      FEEDS,
    )
    expect(asked).toEqual(['/', '/feed?as=page', '/feed', '/post'])
    expect(fold(world.rows())!.sitemaps.size).toBe(0)
  })
})
