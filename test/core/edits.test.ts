import { describe, expect, test } from 'vitest'
import { completePolicy } from '../../src/core/rank/policy.ts'
import { chain, pageRequests, SEED } from '../fixtures/chain.ts'
import { fakeWeb, page } from '../fixtures/fake-web.ts'
import { LocalWorld } from '../fixtures/local-world.ts'

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

  test('keeps to a new rate from then on, and scores by a new topic', async () => {
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

  test('goes on with added seeds after its frontier was empty', async () => {
    const world = new LocalWorld(fakeWeb(chain(3)).http)
    const campaign = world.create({ seeds: ['https://c.test/'], budget: 9 })
    await world.run(campaign)
    expect(campaign.report().statusReason).toBe('frontier_empty')
    campaign.edit({ kind: 'seeds', urls: [SEED] })
    await world.run(campaign)
    expect(campaign.report().counters.pages).toBe(4)
  })

  test('an edit during a fetch lets it finish first', async () => {
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

describe('a label', () => {
  /** Two hubs with a link each, equal but for the label that one of them gets. */
  const WEB = {
    'https://a.test/1': page('volcano', [['https://a.test/after-1', 'x']]),
    'https://a.test/2': page('volcano', [['https://a.test/after-2', 'x']]),
    'https://a.test/after-1': page('a'),
    'https://a.test/after-2': page('b'),
  }
  const SEEDS = ['https://a.test/1', 'https://a.test/2']

  test.each([
    ['fl_n', 'after-2'],
    ['nr', 'after-2'],
    // Seeds teach a regression nothing, no sibling was fetched, and the first arm counts links.
    ['lr_fl', 'after-1'],
    ['sl_n', 'after-1'],
    ['mab_epsilon', 'after-1'],
  ] as const)(
    'replaces the score of a page from then on, and %s follows its links to %s',
    async (name, next) => {
      const web = fakeWeb(WEB)
      const world = new LocalWorld(web.http)
      const policy = completePolicy({ name, ...(name === 'mab_epsilon' && { epsilon: 0 }) })
      const campaign = world.create({ seeds: SEEDS, budget: 3, policy })
      await world.run(campaign, 2)
      const [first, second] = world
        .records()
        .flatMap((record, i) =>
          record.kind === 'step' ? [{ seq: i + 1, score: record.score }] : [],
        )
      expect(campaign.edit({ kind: 'label', seq: first!.seq, score: 0 })).toBe(true)
      expect(campaign.edit({ kind: 'label', seq: second!.seq, score: 3 })).toBe(true)
      expect(campaign.report().counters).toMatchObject({ score: 3, relevant: 1 })
      await world.run(world.reopen())
      expect(pageRequests(web.requests)[2]).toBe(`https://a.test/${next}`)
      const scores = (await world.pages()).map(({ score }) => score)
      expect(scores.slice(0, 2)).toEqual([0, 3])
    },
  )

  test('of what is no page is refused', async () => {
    const world = new LocalWorld(fakeWeb(WEB).http)
    const campaign = world.create({ seeds: [...SEEDS, 'https://a.test/gone'], budget: 3 })
    await world.run(campaign)
    for (const seq of [0, 1, 4, 99, 1.5]) {
      expect(campaign.edit({ kind: 'label', seq, score: 1 })).toBe(false)
    }
  })

  test('given again counts from the last one', async () => {
    const world = new LocalWorld(fakeWeb(WEB).http)
    const campaign = world.create({ seeds: SEEDS, budget: 2 })
    await world.run(campaign)
    for (const score of [2, 1, 4]) campaign.edit({ kind: 'label', seq: 2, score })
    const { score, relevant } = world.reopen().report().counters
    expect(score - world.steps()[1]!.score).toBe(4)
    expect(relevant).toBe(2)
  })
})
