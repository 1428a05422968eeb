import { describe, expect, test } from 'vitest'
import { EVERYWHERE, type Scope } from '../../../../src/core/spec/scope.ts'
import { pageRequests } from '../../../fixtures/chain.ts'
import { fakeWeb, page, type FakeAnswer } from '../../../fixtures/fake-web.ts'
import { LocalWorld } from '../../../fixtures/local-world.ts'

const SITE = 'https://a.test'
const SEED = `${SITE}/`
const ARTICLE = Array.from({ length: 300 }, (_, i) => `word${i}`).join(' ')

async function crawl(
  pages: Record<string, FakeAnswer>,
  { budget = 50, ...scope }: Partial<Scope> & { budget?: number } = {},
) {
  const web = fakeWeb(pages)
  const world = new LocalWorld(web.http)
  const campaign = world.create({ seeds: [SEED], budget, scope: { ...EVERYWHERE, ...scope } })
  await world.run(campaign)
  const outcomes = Object.fromEntries(
    (await world.pages()).map(({ url, outcome }) => [url.slice(SITE.length), outcome]),
  )
  return { world, report: campaign.report(), asked: pageRequests(web.requests), outcomes }
}

const linksTo = (...paths: string[]) =>
  paths.map((path): [string, string] => [new URL(path, SEED).href, 'a link'])

const html = (head: string, body: string) => `<html><head>${head}</head><body>${body}</body></html>`

describe('a near-duplicate page', () => {
  const copy = (links: string) => html('', `<p>a volcano ${ARTICLE}</p>${links}`)
  const pages = {
    [SEED]: page('start', linksTo('/one', '/two')),
    [`${SITE}/one`]: copy('<a href="/from-one">x</a>'),
    [`${SITE}/two`]: copy('<a href="/from-two">x</a>'),
  }

  test('is recorded as a duplicate and scores nothing, and its links are followed', async () => {
    const { world, report, asked, outcomes } = await crawl(pages)
    expect(outcomes).toMatchObject({ '/one': 'ok', '/two': 'duplicate' })
    expect(asked).toContain(`${SITE}/from-one`)
    expect(asked).toContain(`${SITE}/from-two`)
    expect(report.counters).toMatchObject({ duplicates: 1, relevant: 1 })
    expect(report.skipped).toEqual({})
    const two = (await world.pages()).find(({ url }) => url.endsWith('/two'))
    expect(two).toMatchObject({ score: 0, links: 1 })
  })

  test('does not lead to its variants, nor anywhere once its pattern repeats', async () => {
    const copies = Array.from({ length: 10 }, (_, i) => `/p?v=${i}`)
    const all: Record<string, FakeAnswer> = { [SEED]: page('start', linksTo(...copies)) }
    for (const [i, path] of copies.entries()) {
      all[SITE + path] = copy(`<a href="/p?v=9${i}">x</a><a href="/from-${'abcdefghij'[i]}">x</a>`)
    }
    const { asked, report } = await crawl(all)
    const followed = asked.filter((url) => url.includes('/from-')).map((url) => url.slice(-1))
    expect(followed).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g'])
    expect(asked.filter((url) => /v=9\d/.test(url))).toEqual([`${SITE}/p?v=90`])
    // Each copy drops its link to another copy, and the last three drop both links.
    expect(report.skipped).toEqual({ duplicate: 6 + 2 * 3 })
  })

  test('is recognised after a restart as well', async () => {
    const world = new LocalWorld(fakeWeb(pages).http)
    await world.run(world.create({ seeds: [SEED] }), 2)
    const campaign = world.reopen()
    await world.run(campaign)
    expect(campaign.report().counters).toMatchObject({ duplicates: 1 })
  })
})

describe('a page with a title of its own', () => {
  const titled = (title: string, links = '') =>
    html(`<title>${title}</title>`, `<p>a volcano ${ARTICLE}</p>${links}`)

  test('is no duplicate, however similar its text is', async () => {
    const { report, outcomes } = await crawl({
      [SEED]: page('start', linksTo('/plus', '/minus', '/plus/print')),
      [`${SITE}/plus`]: titled('operator+ - reference'),
      [`${SITE}/minus`]: titled('operator- - reference'),
      [`${SITE}/plus/print`]: titled('  Operator+ -\n reference '),
    })
    expect(outcomes).toMatchObject({ '/plus': 'ok', '/minus': 'ok', '/plus/print': 'duplicate' })
    expect(report.counters).toMatchObject({ duplicates: 1, relevant: 2 })
  })

  test('is no duplicate after a restart either', async () => {
    const pages = {
      [SEED]: page('start', linksTo('/1', '/2', '/3')),
      [`${SITE}/1`]: titled('one'),
      [`${SITE}/2`]: titled('two'),
      [`${SITE}/3`]: titled('one'),
    }
    const world = new LocalWorld(fakeWeb(pages).http)
    await world.run(world.create({ seeds: [SEED] }), 3)
    const campaign = world.reopen()
    await world.run(campaign)
    expect(campaign.report().counters).toMatchObject({ duplicates: 1, relevant: 2 })
  })

  test('is dropped all the same if most pages of its pattern differ in nothing else', async () => {
    const next = (n: number) =>
      [1, 2, 3].map((i) => `<a href="/empty?page=${3 * n + i}">x</a>`).join('')
    const pages: Record<string, FakeAnswer> = { [SEED]: page('start', linksTo('/empty?page=0')) }
    for (let n = 0; n < 300; n++) {
      pages[`${SITE}/empty?page=${n}`] = titled(`No results, page ${n}`, next(n))
    }
    const { report } = await crawl(pages, { budget: 400 })
    expect(report.counters.fetched).toBeLessThan(30)
    expect(report.counters.duplicates).toBe(0)
  })
})

describe('a page in another language', () => {
  const inGerman = html('', `<p>ein volcano</p><a href="/weiter">weiter</a>`).replace(
    '<html>',
    '<html lang="de-AT">',
  )

  test('is recorded, scores nothing, and leads nowhere', async () => {
    const pages = { [SEED]: page('start', linksTo('/de')), [`${SITE}/de`]: inGerman }
    const { report, outcomes, asked } = await crawl(pages, { languages: ['en', 'fr'] })
    expect(outcomes).toMatchObject({ '/de': 'other_language' })
    expect(report.counters).toMatchObject({ otherLanguage: 1, pages: 1, relevant: 0 })
    expect(report.skipped).toEqual({ language: 1 })
    expect(asked).toEqual([SEED, `${SITE}/de`])
  })

  test('is read if that language is wanted', async () => {
    const { outcomes } = await crawl({ [SEED]: inGerman }, { languages: ['de'] })
    expect(outcomes).toMatchObject({ '/': 'ok' })
  })
})

describe('a link out of scope', () => {
  test('is not followed, and counted', async () => {
    const { report, asked } = await crawl(
      { [SEED]: page('start', linksTo('/in/a', '/out/b', 'https://b.test/in/c')) },
      { include: ['/in/*'], hosts: ['a.test'] },
    )
    expect(asked).toEqual([SEED, `${SITE}/in/a`])
    expect(report.skipped).toEqual({ scope: 2 })
    expect(report.known).toBe(2)
  })

  test('is not reached by a redirect either', async () => {
    const away = { status: 302, headers: { location: 'https://b.test/' } }
    const pages = { [SEED]: page('start', linksTo('/moved')), [`${SITE}/moved`]: away }
    const { report, asked } = await crawl(pages, { hosts: ['a.test'] })
    expect(asked).toEqual([SEED, `${SITE}/moved`])
    expect(report.skipped).toEqual({ scope: 1 })
  })

  test('by depth is one step too far; a redirect is not a step', async () => {
    const pages = {
      [SEED]: page('start', linksTo('/1')),
      [`${SITE}/1`]: { status: 302, headers: { location: '/1b' } },
      [`${SITE}/1b`]: page('one', linksTo('/2')),
      [`${SITE}/2`]: page('two', linksTo('/3')),
    }
    const { report, asked } = await crawl(pages, { maxDepth: 2 })
    expect(asked).toEqual([SEED, `${SITE}/1`, `${SITE}/1b`, `${SITE}/2`])
    expect(report.skipped).toEqual({ depth: 1 })
  })
})

test('links into traps are not followed, and are counted by reason', async () => {
  const links = linksTo(
    '/news/old/news/old/news/old/',
    '/events/2099/01/15',
    `/${'long'.repeat(300)}`,
    '/good',
  )
  const { report, asked } = await crawl({ [SEED]: page('start', links) })
  expect(asked).toEqual([SEED, `${SITE}/good`])
  expect(report.skipped).toEqual({ repeated_path: 1, calendar: 1, long_url: 1 })
})

test('endless variants of one page are dropped once they prove to be near-duplicates', async () => {
  const variant = (n: number) =>
    html(
      '',
      `<p>${ARTICLE}</p>${[1, 2, 3].map((i) => `<a href="/p?v=${4 * n + i}">x</a>`).join('')}`,
    )
  const pages: Record<string, FakeAnswer> = {
    [SEED]: page('start', linksTo(...Array.from({ length: 40 }, (_, i) => `/p?v=${i}`), '/late')),
    [`${SITE}/late`]: page('late', linksTo('/p?v=late', '/q')),
  }
  for (let n = 0; n < 300; n++) pages[`${SITE}/p?v=${n}`] = variant(n)
  const { report, outcomes } = await crawl(pages, { budget: 400 })
  expect(report.statusReason).toBe('frontier_empty')
  expect(report.counters.fetched).toBeLessThan(30)
  expect(report.skipped.variants).toBeGreaterThan(0)
  expect(outcomes).toMatchObject({ '/late': 'ok', '/q': 'http_error' })
})

describe('a page with a canonical URL', () => {
  const named = (canonical: string, words: string) =>
    html(`<link rel="canonical" href="${canonical}">`, `<p>${words}</p>`)

  test('is not fetched again under that URL', async () => {
    const { asked } = await crawl({
      [SEED]: page('start', linksTo('/shoe?colour=red', '/shoe')),
      [`${SITE}/shoe?colour=red`]: named('/shoe', 'a red shoe'),
      [`${SITE}/shoe`]: named('/shoe', 'a shoe'),
    })
    expect(asked).toEqual([SEED, `${SITE}/shoe?colour=red`])
  })

  test('is not fetched again if links to it are found later', async () => {
    const { report, asked } = await crawl({
      [SEED]: page('start', linksTo('/shoe?colour=red', '/more')),
      [`${SITE}/shoe?colour=red`]: named('/shoe', 'a red shoe'),
      [`${SITE}/more`]: page('more', linksTo('/shoe')),
    })
    expect(asked).toEqual([SEED, `${SITE}/shoe?colour=red`, `${SITE}/more`])
    expect(report.known).toBe(4)
  })

  test('hides no other page of the same host', async () => {
    const posts = ['one', 'two', 'three']
    const pages: Record<string, FakeAnswer> = {
      [SEED]: page('start', linksTo('/~mallory/', '/~bob/')),
      [`${SITE}/~mallory/`]: page(
        'a volcano',
        posts.map((post) => [`${SITE}/~mallory/~bob/${post}`, 'a volcano']),
      ),
      [`${SITE}/~bob/`]: page('bob', linksTo(...posts.map((post) => `/~bob/${post}`))),
    }
    for (const post of posts) {
      pages[`${SITE}/~mallory/~bob/${post}`] = named(`/~bob/${post}`, `nothing of ${post}`)
    }
    const { asked } = await crawl(pages)
    for (const post of posts) expect(asked).toContain(`${SITE}/~bob/${post}`)
  })

  test('is fetched under that URL if a user names it as a seed', async () => {
    const web = fakeWeb({
      [SEED]: page('start', linksTo('/shoe?colour=red', '/shoe')),
      [`${SITE}/shoe?colour=red`]: named('/shoe', 'a red shoe'),
      [`${SITE}/shoe`]: named('/shoe', 'a shoe'),
    })
    const world = new LocalWorld(web.http)
    const campaign = world.create({ seeds: [SEED] })
    await world.run(campaign)
    const args = { url: `${SITE}/shoe`, isPrivate: false, now: world.clock }
    const why = campaign.query('explain', args)
    expect(why).toMatchObject({ kind: 'excluded', reason: 'alias' })
    expect(JSON.stringify(why)).toContain('add it as a seed')
    expect(JSON.stringify(why)).not.toContain('Nothing is lost')
    campaign.edit({ kind: 'seeds', urls: [`${SITE}/shoe`] })
    await world.run(campaign)
    expect(web.requests).toContain(`${SITE}/shoe`)
    expect(world.reopen().report()).toEqual(campaign.report())
  })

  test.each(['/', 'https://b.test/list', '/other'])(
    'is not believed where that is %s',
    async (canonical) => {
      const target = new URL(canonical, SEED).href
      const { asked } = await crawl({
        [SEED]: page('start', linksTo('/list?page=2', canonical)),
        [`${SITE}/list?page=2`]: named(canonical, 'a list'),
        [target]: page('the other'),
      })
      expect(asked).toContain(target)
    },
  )
})

describe('a page with a permanent redirect', () => {
  const pages = (status: number) => ({
    [SEED]: page('start', linksTo('/old', '/hub')),
    [`${SITE}/old`]: { status, headers: { location: '/new' } },
    [`${SITE}/hub`]: page('hub', linksTo('/old', '/new')),
  })

  test('is an alias of its target: links to it count for the target', async () => {
    const { world } = await crawl(pages(301))
    const hub = world.steps().find(({ title }) => title === 'hub')
    expect(hub!.edges.targets).toHaveLength(1)
  })

  test('is no link of the target, even if that links to its old URL', async () => {
    const { world } = await crawl({
      ...pages(301),
      [`${SITE}/new`]: page('new', linksTo('/old', '/hub')),
    })
    const moved = world.steps().find(({ title }) => title === 'new')!
    expect(moved.edges.targets).toHaveLength(1)
    expect(moved.edges.targets).not.toContain(moved.node)
  })

  test('is an alias, unlike a page with a temporary redirect', async () => {
    const { world } = await crawl(pages(302))
    const hub = world.steps().find(({ title }) => title === 'hub')
    expect(hub!.edges.targets).toHaveLength(2)
  })
})

describe('a page with an immediate meta refresh', () => {
  const refresh = '<meta http-equiv="refresh" content="0; url=/there">'

  test('is a redirect', async () => {
    const { report, outcomes } = await crawl({
      [SEED]: html(refresh, 'moved'),
      [`${SITE}/there`]: page('a volcano'),
    })
    expect(outcomes).toEqual({ '/': 'redirect', '/there': 'ok' })
    expect(report.counters).toMatchObject({ redirected: 1, relevant: 1 })
  })

  test('is read if it has content', async () => {
    const { outcomes } = await crawl({ [SEED]: html(refresh, `a volcano ${ARTICLE}`) })
    expect(outcomes).toMatchObject({ '/': 'ok', '/there': 'http_error' })
  })
})
