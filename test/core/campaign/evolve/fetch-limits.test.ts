import { describe, expect, test } from 'vitest'
import type { Campaign } from '../../../../src/core/campaign/campaign.ts'
import type { Spec } from '../../../../src/core/spec/spec.ts'
import { completePolicy } from '../../../../src/core/rank/policy.ts'
import type { PolicyName } from '../../../../src/core/rank/names.ts'
import { endlessSites } from '../../../fixtures/endless-sites.ts'
import { fakeWeb, page } from '../../../fixtures/fake-web.ts'
import { LocalWorld } from '../../../fixtures/local-world.ts'

const SEEDS = ['https://greedy.test/', 'https://calm.test/']
const POLICIES: PolicyName[] = ['fl_ne', 'mab_var', 'bfs']

async function crawl(
  spec: Partial<Omit<Spec, 'limits'>> & { limits?: Partial<Spec['limits']> },
  greedy = ['greedy.test', 'wild.test'],
) {
  const web = endlessSites(greedy)
  const world = new LocalWorld(web.http)
  const campaign = world.create({ seeds: SEEDS, budget: 200, ...spec })
  await world.run(campaign)
  return { world, campaign, asked: web.asked, report: campaign.report() }
}

const explain = (campaign: Campaign, url: string) =>
  campaign.query('explain', { url, isPrivate: false, now: Date.UTC(2026, 5, 1) })

describe('an endless site that is all on topic', () => {
  test('takes nearly the whole budget without limits', async () => {
    const { asked } = await crawl({})
    expect(asked.get('greedy.test')).toBeGreaterThan(190)
  })

  test.each(POLICIES)('takes no more than its share (%s)', async (name) => {
    const { asked, report } = await crawl({
      policy: completePolicy({ name }),
      limits: { perSite: { share: 0.5 } },
    })
    expect(asked.get('greedy.test')).toBeLessThanOrEqual(100)
    expect(asked.get('calm.test')).toBeGreaterThanOrEqual(100)
    expect(report).toMatchObject({
      statusReason: 'budget_exhausted',
      counters: { fetched: 200 },
    })
  })

  test('takes no more fetches than the limit per host', async () => {
    const { asked, report } = await crawl({ limits: { perHost: { fetches: 30 } } })
    expect(Object.fromEntries(asked)).toEqual({ 'greedy.test': 30, 'calm.test': 30 })
    expect(report).toMatchObject({ status: 'completed', statusReason: 'limits_reached' })
    expect(report.frontier).toBeGreaterThan(0)
  })

  test('with a host for each of its pages is one site all the same', async () => {
    const { asked } = await crawl({
      seeds: ['https://wild.test/', 'https://calm.test/'],
      limits: { perHost: { fetches: 10 }, perSite: { fetches: 40 } },
    })
    const ofWild = [...asked].filter(([host]) => host.endsWith('wild.test'))
    expect(ofWild.length).toBeGreaterThan(5)
    expect(ofWild.reduce((sum, [, fetches]) => sum + fetches, 0)).toBe(40)
    expect(asked.get('calm.test')).toBe(10)
  })

  test('takes no more in batches either', async () => {
    const policy = completePolicy({ name: 'fl_ne', batch: 16 })
    const { asked } = await crawl({ policy, limits: { perSite: { fetches: 50 } } })
    expect(asked.get('greedy.test')).toBe(50)
    expect(asked.get('calm.test')).toBe(50)
  })

  test('takes no more with a memory too small for its links', async () => {
    const { asked, world, report } = await crawl({
      budget: 400,
      memoryMb: 0.12,
      limits: { perSite: { share: 0.5 } },
    })
    const recalled = world.records().filter(({ kind }) => kind === 'recalled')
    expect([report.memory.shelved > 0, recalled.length > 0]).toEqual([true, true])
    expect(Object.fromEntries(asked)).toEqual({ 'greedy.test': 200, 'calm.test': 200 })
    expect(world.troubles).toEqual([])
  })
})

describe('a campaign whose hosts have all reached their limits', () => {
  const limited = () => crawl({ limits: { perHost: { fetches: 20 } } })

  test('says so, names the limit and how to raise it', async () => {
    const { campaign } = await limited()
    const [host] = campaign.query('hosts', { from: undefined, limit: 1 })
    expect(host).toMatchObject({ site: 'greedy.test', fetched: 20, limitReached: 'perHost' })
    const preview = campaign.query('frontier', 10)
    expect(preview).toMatchObject({ nodes: [], overLimit: preview.size })
    const step = campaign.query('decisions', { from: undefined, limit: 500 }).decisions
    const fetched = new Set(step.map(({ url }) => url))
    const waiting = [...urlsKnown(campaign)].find((url) => !fetched.has(url))!
    const why = explain(campaign, waiting)
    expect(why).toMatchObject({ kind: 'waiting', blockers: ['host_limit'] })
    expect(why.why).toContain('has used the 20 fetches that limits.perHost allows')
    expect(why.why).toContain('Raise limits.perHost.fetches with a PATCH')
  })

  test.each([
    ['a higher limit', { limits: { perHost: { fetches: 25 } } }, 25],
    ['no limit', { limits: { perHost: null } }, 160],
  ])('goes on with %s', async (_, patch, atLeast) => {
    const { campaign, world, asked } = await limited()
    campaign.edit({ kind: 'patch', patch })
    expect(campaign.report().status).toBe('running')
    await world.run(campaign)
    expect(asked.get('greedy.test')).toBeGreaterThanOrEqual(atLeast)
    expect(world.reopen().report()).toEqual(campaign.report())
  })

  test('by share of the budget continues when the budget is raised', async () => {
    const { campaign, world, asked } = await crawl({
      budget: 100,
      limits: { perSite: { share: 0.2 } },
    })
    expect(campaign.report().statusReason).toBe('limits_reached')
    campaign.edit({ kind: 'patch', patch: { budget: 200 } })
    await world.run(campaign)
    expect(Object.fromEntries(asked)).toEqual({ 'greedy.test': 40, 'calm.test': 40 })
  })

  test('continues with seeds on other sites, and not with more of the same', async () => {
    const { campaign, world, asked } = await limited()
    campaign.edit({ kind: 'seeds', urls: ['https://greedy.test/more'] })
    expect(campaign.report().statusReason).toBe('limits_reached')
    campaign.edit({ kind: 'seeds', urls: ['https://other.test/'] })
    await world.run(campaign)
    expect(asked.get('greedy.test')).toBe(20)
    expect(asked.get('other.test')).toBe(20)
  })

  test('is the same campaign after a restart and with another policy', async () => {
    const web = endlessSites(['greedy.test'])
    const world = new LocalWorld(web.http)
    const limits = { perSite: { fetches: 30 } }
    await world.run(world.create({ seeds: SEEDS, budget: 200, limits }), 45)
    const campaign = world.reopen()
    campaign.edit({ kind: 'patch', patch: { policy: completePolicy({ name: 'bfs' }) } })
    await world.run(campaign)
    expect(Object.fromEntries(web.asked)).toEqual({ 'greedy.test': 30, 'calm.test': 30 })
    expect(world.reopen().report()).toEqual(campaign.report())
  })
})

test('a redirect to a host at its limit leaves the target waiting, and costs one fetch', async () => {
  const to = { status: 302, headers: { location: 'https://full.test/target' } }
  const web = fakeWeb({
    'https://full.test/': page('start'),
    'https://open.test/': to,
  })
  const world = new LocalWorld(web.http)
  const seeds = ['https://full.test/', 'https://open.test/']
  const campaign = world.create({ seeds, limits: { perHost: { fetches: 1 } } })
  await world.run(campaign)
  expect(web.requests).not.toContain('https://full.test/target')
  expect(campaign.report()).toMatchObject({
    statusReason: 'limits_reached',
    counters: { fetched: 2, redirected: 1 },
  })
})

/** URLs that the decisions in the log name. */
function urlsKnown(campaign: Campaign): Set<string> {
  const parts = campaign.query('decisions', { from: undefined, limit: 500 }).decisions
  return new Set(parts.flatMap(({ url, runnerUp }) => [url, runnerUp?.url ?? url]))
}
