import { describe, expect, test } from 'vitest'
import type { Http } from '../../../src/crawl/http.ts'
import { pageRequests, SEED } from '../../fixtures/chain.ts'
import { fakeWeb, page } from '../../fixtures/fake-web.ts'
import { LocalWorld } from '../../fixtures/local-world.ts'

describe('a redirect', () => {
  const to = (location: string) => ({ status: 302, headers: { location } })

  test('costs one fetch and leads to its target, which costs another', async () => {
    const web = fakeWeb({ [SEED]: to('/new'), 'https://a.test/new': page('volcano') })
    const world = new LocalWorld(web.http)
    const campaign = world.create({ seeds: [SEED] })
    await world.run(campaign)
    expect(world.steps().map((step) => step.outcome)).toEqual(['redirect', 'ok'])
    expect(campaign.report().counters).toMatchObject({ fetched: 2, redirected: 1, relevant: 1 })
  })

  test('passes the estimate from its parents on to its target', async () => {
    const web = fakeWeb({
      [SEED]: page('volcano', [
        ['https://a.test/old', 'the volcano'],
        ['https://a.test/other', 'other'],
      ]),
      'https://a.test/old': to('https://b.test/new'),
      'https://b.test/new': page('volcano'),
      'https://a.test/other': page('other'),
    })
    const world = new LocalWorld(web.http)
    await world.run(world.create({ seeds: [SEED] }))
    expect(pageRequests(web.requests)).toEqual([
      SEED,
      'https://a.test/old',
      'https://b.test/new',
      'https://a.test/other',
    ])
    const [, old, moved] = world.steps()
    expect(moved!.estimate).toBe(old!.estimate)
  })

  test('to a page already crawled fetches nothing again', async () => {
    const web = fakeWeb({
      [SEED]: page('x', [['https://a.test/home', 'home']]),
      'https://a.test/home': to('/'),
    })
    const world = new LocalWorld(web.http)
    await world.run(world.create({ seeds: [SEED] }))
    expect(pageRequests(web.requests)).toEqual([SEED, 'https://a.test/home'])
  })

  test('to itself is a loop, and costs one fetch', async () => {
    const web = fakeWeb({ [SEED]: to('/') })
    const world = new LocalWorld(web.http)
    const campaign = world.create({ seeds: [SEED] })
    await world.run(campaign)
    expect(world.steps().map((step) => step.outcome)).toEqual(['redirect_loop'])
    expect(campaign.report().counters.fetched).toBe(1)
  })

  test('back to where it came from is a loop', async () => {
    const web = fakeWeb({
      [SEED]: to('/b'),
      'https://a.test/b': to('/c'),
      'https://a.test/c': to('/b'),
    })
    const world = new LocalWorld(web.http)
    await world.run(world.create({ seeds: [SEED] }))
    expect(world.steps().map((step) => step.outcome)).toEqual([
      'redirect',
      'redirect',
      'redirect_loop',
    ])
  })

  test('without end is given up after five hops', async () => {
    const http: Http = async (url) =>
      url.endsWith('robots.txt')
        ? new Response('', { status: 404 })
        : new Response('', { status: 302, headers: { location: `${url}x` } })
    const world = new LocalWorld(http)
    const campaign = world.create({ seeds: [SEED], budget: 100 })
    await world.run(campaign)
    expect(world.steps().at(-1)!.outcome).toBe('redirect_loop')
    expect(campaign.report().counters.fetched).toBe(6)
  })
})
