import { describe, expect, test } from 'vitest'
import type { Next, PlannedFetch } from '../../../../src/core/campaign/event.ts'
import { completePolicy } from '../../../../src/core/rank/policy.ts'
import type { PolicyName } from '../../../../src/core/rank/names.ts'
import { fakeWeb, page } from '../../../fixtures/fake-web.ts'
import { LocalWorld } from '../../../fixtures/local-world.ts'
import { randomWeb } from '../../../fixtures/random-web.ts'

/** Deterministic policies whose order does not change when a choice becomes due. */
const STEADY: PolicyName[] = ['bfs', 'opic', 'fl_deg', 'fl_n', 'fl_e', 'fl_ne', 'sl_n', 'sl_ne']

describe('the preview of the frontier', () => {
  test.each(STEADY)('begins with what %s chooses next', async (name) => {
    const web = randomWeb(5, 200)
    const world = new LocalWorld(web.http)
    const rate = { perMinute: 600, hostDelayMs: 400 }
    const policy = completePolicy({ name })
    const campaign = world.create({ seeds: [web.seed], budget: 60, rate, policy })
    for (let i = 0; i < 55; i++) {
      await world.tick(campaign)
      campaign.edit({ kind: 'pause' })
      const { nodes, size, reserved } = campaign.query('frontier', 10_000)
      expect(reserved).toEqual([])
      expect(nodes).toHaveLength(size)
      campaign.edit({ kind: 'resume' })
      const next = campaign.query('frontier', 1).reserved[0]!
      const first = nodes.find(({ readyAt }) => (readyAt ?? 0) <= next.dueAt)!
      expect(next).toMatchObject({ url: first.url, estimate: first.estimate, terms: first.terms })
    }
  })

  test('has seeds and sitemaps before all pages, and says which is which', async () => {
    const web = fakeWeb({
      'https://a.test/': page('volcano', [['https://a.test/1', 'volcano']]),
      'https://a.test/robots.txt': { body: 'Sitemap: https://a.test/list.xml' },
    })
    const world = new LocalWorld(web.http)
    const seeds = ['https://a.test/', 'https://b.test/', 'https://b.test/2']
    const campaign = world.create({ seeds, budget: 9, discover: ['links', 'sitemaps'] })
    await world.tick(campaign)
    campaign.edit({ kind: 'pause' })
    const { nodes } = campaign.query('frontier', 10)
    expect(nodes.map(({ url, kind, estimate }) => [url, kind, estimate])).toEqual([
      ['https://b.test/', 'seed', null],
      ['https://b.test/2', 'seed', null],
      ['https://a.test/list.xml', 'sitemap', null],
      ['https://a.test/1', 'page', expect.any(Number)],
    ])
    expect(nodes.at(-1)).toMatchObject({ host: 'https://a.test', depth: 1, isChosen: false })
    expect(nodes.at(-1)!.readyAt).toBe(world.clock)
    expect(campaign.query('frontier', 2).nodes).toEqual(nodes.slice(0, 2))
  })

  test('of a bandit is in the order of the favourite arm, with the estimates of all arms', async () => {
    const web = randomWeb(8, 200)
    const world = new LocalWorld(web.http)
    const policy = completePolicy({ name: 'mab_epsilon', arms: ['fl_n', 'fl_deg', 'lr_fl'] })
    const campaign = world.create({ seeds: [web.seed], budget: 80, policy })
    await world.run(campaign, 60)
    const { arms, favourite } = campaign.query('arms', undefined)
    expect(favourite).toBe(arms.toSorted((a, b) => b.mean - a.mean)[0]!.name)
    const { arm, nodes } = campaign.query('frontier', 20)
    expect(arm).toBe(favourite)
    for (const { estimate, estimates } of nodes) {
      expect(Object.keys(estimates)).toEqual(['fl_n', 'fl_deg', 'lr_fl'])
      expect(estimates[arm]).toBe(estimate)
    }
  })

  test('begins with the rest of a batch', async () => {
    const web = randomWeb(8, 200)
    const world = new LocalWorld(web.http)
    const policy = completePolicy({ name: 'fl_ne', batch: 4 })
    const campaign = world.create({ seeds: [web.seed], budget: 80, policy })
    await world.run(campaign, 30)
    const next = () =>
      (world.records().at(-1)!.next as Extract<Next, { kind: 'reserve' }>)
        .fetches[0] as PlannedFetch
    while (next().pick === 'batch') await world.tick(campaign)
    const { nodes } = campaign.query('frontier', 6)
    expect(nodes.map(({ isChosen }) => isChosen)).toEqual([true, true, true, false, false, false])
    await world.run(campaign, 3)
    const { decisions: chosen } = campaign.query('decisions', { from: undefined, limit: 3 })
    expect(chosen.toReversed().map(({ url, estimate }) => [url, estimate])).toEqual(
      nodes.slice(0, 3).map(({ url, estimate }) => [url, estimate]),
    )
  })
})
