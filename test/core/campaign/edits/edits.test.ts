import { describe, expect, test } from 'vitest'
import type { EditRequest } from '../../../../src/core/campaign/edits/edit-request.ts'
import { EVERYWHERE } from '../../../../src/core/spec/scope.ts'
import { chain, pageRequests, SEED } from '../../../fixtures/chain.ts'
import { fakeWeb, page } from '../../../fixtures/fake-web.ts'
import { LocalWorld } from '../../../fixtures/local-world.ts'

describe('a campaign that is edited', () => {
  test('spends a budget that was raised, even after the old one ran out', async () => {
    const world = new LocalWorld(fakeWeb(chain(50)).http)
    const campaign = world.create({ seeds: [SEED], budget: 3 })
    await world.run(campaign)
    expect(campaign.report().status).toBe('completed')
    campaign.edit({ kind: 'patch', patch: { budget: 7 } })
    expect(campaign.report().status).toBe('running')
    await world.run(campaign)
    expect(campaign.report()).toMatchObject({ status: 'completed', counters: { fetched: 7 } })
  })

  test('ends at once when its budget is lowered to what was spent', async () => {
    const world = new LocalWorld(fakeWeb(chain(50)).http)
    const campaign = world.create({ seeds: [SEED], budget: 30 })
    await world.run(campaign, 4)
    campaign.edit({ kind: 'patch', patch: { budget: 4 } })
    expect(campaign.report()).toMatchObject({ status: 'completed', remaining: 0 })
  })

  test('applies a new rate and a new topic from then on', async () => {
    const world = new LocalWorld(fakeWeb(chain(50)).http)
    const campaign = world.create({ seeds: [SEED], budget: 9 })
    await world.run(campaign, 4)
    const rate = { perMinute: 6, hostDelayMs: 0 }
    campaign.edit({ kind: 'patch', patch: { rate, topic: { keywords: ['sheep'] } } })
    await world.run(campaign)
    const steps = world.steps()
    expect(steps[5]!.requestedAt - steps[4]!.requestedAt).toBe(10_000)
    expect(steps.map(({ score }) => score > 0)).toEqual(steps.map((_, i) => i < 4))
  })

  test('fetches added seeds before anything else, known ones included, crawled ones not', async () => {
    const web = fakeWeb({
      ...chain(50),
      [SEED]: page('start', [
        ['https://a.test/0', 'a volcano'],
        ['https://a.test/dull', 'nothing'],
      ]),
    })
    const world = new LocalWorld(web.http)
    const campaign = world.create({ seeds: [SEED], budget: 9 })
    await world.run(campaign, 3)
    campaign.edit({ kind: 'seeds', urls: ['https://b.test/', 'https://a.test/dull', SEED] })
    await world.run(world.reopen())
    expect(pageRequests(web.requests).slice(3, 5).toSorted()).toEqual([
      'https://a.test/dull',
      'https://b.test/',
    ])
    expect(pageRequests(web.requests).filter((url) => url === SEED)).toHaveLength(1)
  })

  test('continues with added seeds after its frontier was empty', async () => {
    const world = new LocalWorld(fakeWeb(chain(3)).http)
    const campaign = world.create({ seeds: ['https://c.test/'], budget: 9 })
    await world.run(campaign)
    expect(campaign.report().statusReason).toBe('frontier_empty')
    campaign.edit({ kind: 'seeds', urls: [SEED] })
    await world.run(campaign)
    expect(campaign.report().counters.pages).toBe(4)
  })

  test('lets a fetch under way finish first', async () => {
    const web = fakeWeb(chain(50))
    const world = new LocalWorld(web.http)
    const campaign = world.create({ seeds: [SEED], budget: 6 })
    await world.run(campaign, 2)
    const ticking = world.tick(campaign)
    campaign.edit({ kind: 'seeds', urls: ['https://b.test/'] })
    await ticking
    expect(
      world
        .records()
        .map(({ kind }) => kind)
        .slice(-2),
    ).toEqual(['edited', 'step'])
    await world.run(world.reopen())
    expect(pageRequests(web.requests)[3]).toBe('https://b.test/')
  })
})

describe('a campaign that is stopped', () => {
  const stopped = { status: 'cancelled', statusReason: 'user', availableActions: [] }

  test.each(['running', 'paused'])('while it is %s has ended for good', async (status) => {
    const world = new LocalWorld(fakeWeb(chain(50)).http)
    const campaign = world.create({ seeds: [SEED], budget: 9 })
    await world.run(campaign, 3)
    if (status === 'paused') campaign.edit({ kind: 'pause' })
    expect(campaign.edit({ kind: 'stop' })).toBeUndefined()
    expect(campaign.report()).toMatchObject({ ...stopped, nextTickAt: null })
    const { seq } = campaign.report()
    expect(campaign.edit({ kind: 'stop' })).toBeUndefined()
    expect(campaign.report().seq).toBe(seq)
    const later: EditRequest[] = [
      { kind: 'pause' },
      { kind: 'resume' },
      { kind: 'patch', patch: { budget: 20 } },
      { kind: 'seeds', urls: ['https://b.test/'] },
      { kind: 'labels', labels: [{ url: SEED, worth: 1 }] },
    ]
    for (const edit of later) expect(campaign.edit(edit)).toEqual({ reason: 'unavailable' })
    await world.run(campaign)
    expect(world.reopen().report()).toMatchObject({ ...stopped, counters: { fetched: 3 } })
    expect(await world.pages()).toHaveLength(3)
  })

  test('during a fetch keeps its result', async () => {
    const world = new LocalWorld(fakeWeb(chain(50)).http)
    const campaign = world.create({ seeds: [SEED], budget: 9 })
    await world.run(campaign, 2)
    const ticking = world.tick(campaign)
    campaign.edit({ kind: 'stop' })
    await ticking
    await world.run(campaign)
    expect(campaign.report()).toMatchObject({ ...stopped, counters: { fetched: 3 } })
  })

  test('after it has ended refuses the stop', async () => {
    const world = new LocalWorld(fakeWeb(chain(50)).http)
    const campaign = world.create({ seeds: [SEED], budget: 2 })
    await world.run(campaign)
    expect(campaign.edit({ kind: 'stop' })).toEqual({ reason: 'unavailable' })
  })
})

describe('a patch', () => {
  test('changes only the fields of rate, limits and scope that it names, and records these', async () => {
    const world = new LocalWorld(fakeWeb(chain(9)).http)
    const scope = { ...EVERYWHERE, exclude: ['*.pdf'] }
    const campaign = world.create({ seeds: [SEED], scope })
    const patch = { rate: { perMinute: 7 }, limits: {}, scope: { maxDepth: 3 }, name: 'test' }
    campaign.edit({ kind: 'patch', patch })
    expect(world.records().at(-1)).toMatchObject({
      edit: {
        patch: { rate: { perMinute: 7, hostDelayMs: 0 }, scope: { ...scope, maxDepth: 3 } },
      },
    })
    const { seq } = campaign.report()
    campaign.edit({ kind: 'patch', patch })
    expect(campaign.report().seq).toBe(seq)
  })

  test('is refused when the campaign has changed since the user saw it', async () => {
    const world = new LocalWorld(fakeWeb(chain(50)).http)
    const campaign = world.create({ seeds: [SEED], budget: 9 })
    await world.run(campaign, 3)
    const { seq } = campaign.report()
    const rename = { kind: 'patch', patch: { name: 'other' } } as const
    for (const seen of [[], [seq - 1], [seq + 1]]) {
      expect(campaign.edit(rename, seen)).toEqual({ reason: 'changed' })
    }
    expect(campaign.report().spec.name).toBe('test')
    expect(campaign.edit(rename, [1, seq])).toBeUndefined()
  })

  test('may be based on a state seen before D1 had caught up', async () => {
    const world = new LocalWorld(fakeWeb(chain(50)).http)
    const campaign = world.create({ seeds: [SEED], budget: 9 })
    await world.run(campaign, 3)
    campaign.edit({ kind: 'pause' })
    const { seq } = campaign.report()
    await world.run(campaign)
    expect(world.records().at(-1)!.kind).toBe('flushed')
    expect(campaign.edit({ kind: 'patch', patch: { name: 'other' } }, [seq])).toBeUndefined()
  })

  test('that lowers the budget of a paused campaign ends it when it is resumed', async () => {
    const world = new LocalWorld(fakeWeb(chain(50)).http)
    const campaign = world.create({ seeds: [SEED], budget: 30 })
    await world.run(campaign, 4)
    campaign.edit({ kind: 'pause' })
    campaign.edit({ kind: 'patch', patch: { budget: 2 } })
    expect(campaign.report()).toMatchObject({ status: 'paused', remaining: 0 })
    campaign.edit({ kind: 'resume' })
    expect(campaign.report()).toMatchObject({ statusReason: 'budget_exhausted' })
    campaign.edit({ kind: 'patch', patch: { budget: 6 } })
    await world.run(world.reopen())
    expect(world.reopen().report()).toMatchObject({ counters: { fetched: 6 }, remaining: 0 })
  })
})

describe('a scope that is narrowed', () => {
  const WEB = {
    [SEED]: page('volcano', [
      ['https://a.test/blog/1', 'a volcano'],
      ['https://a.test/blog/2', 'a volcano'],
      ['https://a.test/docs/1', 'x'],
    ]),
    'https://a.test/blog/1': page('volcano one'),
    'https://a.test/blog/2': page('volcano two'),
    'https://a.test/docs/1': page('sheep'),
  }
  const noBlog = { kind: 'patch', patch: { scope: { exclude: ['/blog/*'] } } } as const
  const everywhere = { kind: 'patch', patch: { scope: { exclude: [] } } } as const

  async function narrowed() {
    const web = fakeWeb(WEB)
    const world = new LocalWorld(web.http)
    const campaign = world.create({ seeds: [SEED], budget: 9 })
    await world.run(campaign, 1)
    campaign.edit(noBlog)
    await world.run(world.reopen())
    return { web, world, campaign: world.reopen() }
  }

  test('excludes known nodes from being fetched, on record and free of charge', async () => {
    const { web, world, campaign } = await narrowed()
    expect(pageRequests(web.requests)).toEqual([SEED, 'https://a.test/docs/1'])
    expect(campaign.report()).toMatchObject({
      statusReason: 'frontier_empty',
      counters: { fetched: 2, outOfScope: 2 },
      frontier: 0,
    })
    expect(world.steps().map(({ outcome }) => outcome)).toEqual([
      'ok',
      'out_of_scope',
      'out_of_scope',
      'ok',
    ])
    expect((await world.pages()).map(({ url }) => url)).toEqual([SEED, 'https://a.test/docs/1'])
  })

  test('and widened again continues with the nodes it excluded', async () => {
    const { web, world, campaign } = await narrowed()
    campaign.edit(everywhere)
    expect(campaign.report().status).toBe('running')
    await world.run(world.reopen())
    expect(pageRequests(web.requests).slice(2).toSorted()).toEqual([
      'https://a.test/blog/1',
      'https://a.test/blog/2',
    ])
  })

  test('does not apply to seeds, old or new', async () => {
    const { web, world, campaign } = await narrowed()
    campaign.edit({ kind: 'seeds', urls: ['https://a.test/blog/2', 'https://b.test/'] })
    campaign.edit({ kind: 'patch', patch: { scope: { hosts: ['c.test'] } } })
    await world.run(world.reopen())
    expect(pageRequests(web.requests).slice(2).toSorted()).toEqual([
      'https://a.test/blog/2',
      'https://b.test/',
    ])
  })

  test('in depth excludes nodes that are too far away', async () => {
    const world = new LocalWorld(fakeWeb(chain(50)).http)
    const campaign = world.create({ seeds: [SEED], budget: 20 })
    await world.run(campaign, 5)
    campaign.edit({ kind: 'patch', patch: { scope: { maxDepth: 2 } } })
    await world.run(campaign)
    expect(campaign.report()).toMatchObject({
      statusReason: 'frontier_empty',
      counters: { fetched: 5, outOfScope: 1 },
    })
  })

  test('and widened brings back no links that were skipped before they became nodes', async () => {
    const world = new LocalWorld(fakeWeb(WEB).http)
    const scope = { ...EVERYWHERE, exclude: ['/blog/*'] }
    const campaign = world.create({ seeds: [SEED], budget: 9, scope })
    await world.run(campaign)
    campaign.edit(everywhere)
    expect(campaign.report()).toMatchObject({ status: 'completed', skipped: { scope: 2 } })
  })
})

describe('sitemaps that are no longer wanted', () => {
  test('are not requested', async () => {
    const robots = ['1', '2'].map((n) => `Sitemap: https://a.test/map-${n}.xml`).join('\n')
    const web = fakeWeb({ ...chain(5), 'https://a.test/robots.txt': { body: robots } })
    const world = new LocalWorld(web.http)
    const campaign = world.create({ seeds: [SEED], budget: 3, discover: ['links', 'sitemaps'] })
    await world.run(campaign, 2)
    campaign.edit({ kind: 'patch', patch: { discover: ['links'] } })
    await world.run(world.reopen())
    expect(web.requests.filter((url) => url.endsWith('.xml'))).toEqual(['https://a.test/map-1.xml'])
    expect(world.reopen().report().counters).toMatchObject({ fetched: 3, sitemaps: 1 })
  })
})

test('seeds are refused if the memory has no room for them', async () => {
  const world = new LocalWorld(fakeWeb(chain(50)).http)
  const campaign = world.create({ seeds: [SEED], budget: 9, memoryMb: 0.0001 })
  await world.run(campaign, 1)
  expect(campaign.edit({ kind: 'seeds', urls: ['https://b.test/'] })).toEqual({ reason: 'no_room' })
})
