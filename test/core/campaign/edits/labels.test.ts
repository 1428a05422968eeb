import { describe, expect, test } from 'vitest'
import { completePolicy } from '../../../../src/core/rank/policy.ts'
import { pageRequests, SEED } from '../../../fixtures/chain.ts'
import { fakeWeb, page } from '../../../fixtures/fake-web.ts'
import { LocalWorld } from '../../../fixtures/local-world.ts'

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
      const best = Math.max(first!.score, second!.score)
      const labels = [
        { seq: first!.seq, worth: 0 },
        { seq: second!.seq, worth: 1 },
      ]
      expect(campaign.edit({ kind: 'labels', labels })).toBeUndefined()
      expect(campaign.report().counters).toMatchObject({ score: best, relevant: 1 })
      await world.run(world.reopen())
      expect(pageRequests(web.requests)[2]).toBe(`https://a.test/${next}`)
      const scores = (await world.pages()).map(({ score }) => score)
      expect(scores.slice(0, 2)).toEqual([0, best])
    },
  )

  test('of an unread page is refused, with its position, and none is stored', async () => {
    const world = new LocalWorld(fakeWeb(WEB).http)
    const campaign = world.create({ seeds: [...SEEDS, 'https://a.test/gone'], budget: 3 })
    await world.run(campaign)
    const { seq, counters } = campaign.report()
    const bad = [0, 1, 4, 99, 1.5].map((at) => ({ seq: at, worth: 1 }))
    const urls = ['https://a.test/gone', 'https://a.test/after-1', 'https://c.test/unheard-of']
    const labels = [
      { seq: 2, worth: 0 },
      ...bad,
      { url: SEEDS[0]!, worth: 0 },
      ...urls.map((url) => ({ url, worth: 1 })),
    ]
    expect(campaign.edit({ kind: 'labels', labels })).toEqual({
      reason: 'not_crawled',
      places: [1, 2, 3, 4, 5, 7, 8, 9],
    })
    expect(campaign.report()).toMatchObject({ seq, counters })
  })

  test('names a page by its URL, or by one that permanently redirects to it', async () => {
    const moved = { status: 301, headers: { location: '/1' } }
    const world = new LocalWorld(fakeWeb({ ...WEB, 'https://a.test/old': moved }).http)
    const campaign = world.create({ seeds: [...SEEDS, 'https://a.test/old'], budget: 3 })
    await world.run(campaign)
    const labels = ['https://a.test/2', 'https://a.test/old'].map((url) => ({ url, worth: 0 }))
    expect(campaign.edit({ kind: 'labels', labels })).toBeUndefined()
    expect(campaign.report().counters).toMatchObject({ score: 0, relevant: 0 })
  })

  test('is a share of the best score so far, which labels do not change', async () => {
    const web = { ...WEB, 'https://a.test/2': page('volcano volcano volcano') }
    const world = new LocalWorld(fakeWeb(web).http)
    const campaign = world.create({ seeds: SEEDS, budget: 2 })
    await world.run(campaign)
    const best = world.steps()[1]!.score
    expect(campaign.report().counters.bestScore).toBe(best)
    campaign.edit({ kind: 'labels', labels: [{ url: SEEDS[1]!, worth: 0 }] })
    campaign.edit({ kind: 'labels', labels: [{ url: SEEDS[0]!, worth: 0.5 }] })
    const { score, bestScore } = world.reopen().report().counters
    expect(bestScore).toBe(best)
    expect(score).toBeCloseTo(best / 2, 3)
  })

  test('is relative to the best score so far, even after a change of the topic', async () => {
    const web = { ...WEB, 'https://a.test/1': page('volcano volcano volcano volcano') }
    const world = new LocalWorld(fakeWeb(web).http)
    const campaign = world.create({ seeds: SEEDS, budget: 2 })
    await world.run(campaign)
    const { bestScore } = campaign.report().counters
    campaign.edit({ kind: 'patch', patch: { topic: { keywords: ['sheep'] } } })
    campaign.edit({ kind: 'labels', labels: [{ url: SEEDS[1]!, worth: 1 }] })
    expect(world.reopen().report().counters.bestScore).toBe(bestScore)
    await campaign.flush()
    expect((await world.pages()).map(({ score }) => score)).toEqual([bestScore, bestScore])
  })

  test('is the score itself before any page has scored', async () => {
    const world = new LocalWorld(fakeWeb({ [SEED]: page('sheep') }).http)
    const campaign = world.create({ seeds: [SEED], budget: 1 })
    await world.run(campaign)
    campaign.edit({ kind: 'labels', labels: [{ url: SEED, worth: 1 }] })
    expect(campaign.report().counters).toMatchObject({ score: 1, relevant: 1, bestScore: 0 })
  })

  test('of an unlisted page does not list it', async () => {
    const headers = { 'x-robots-tag': 'noindex' }
    const world = new LocalWorld(fakeWeb({ [SEED]: { headers, body: page('volcano') } }).http)
    const campaign = world.create({ seeds: [SEED], budget: 1 })
    await world.run(campaign)
    expect(campaign.edit({ kind: 'labels', labels: [{ url: SEED, worth: 1 }] })).toBeUndefined()
    await world.run(campaign)
    expect(await world.pages()).toEqual([])
  })

  test('given again replaces the last one, even within a request', async () => {
    const world = new LocalWorld(fakeWeb(WEB).http)
    const campaign = world.create({ seeds: SEEDS, budget: 2 })
    await world.run(campaign)
    const labels = [0.25, 1, 0.5].map((worth) => ({ seq: 2, worth }))
    campaign.edit({ kind: 'labels', labels })
    campaign.edit({ kind: 'labels', labels: [{ seq: 2, worth: 1 }] })
    const { score, relevant, bestScore } = world.reopen().report().counters
    expect(score - world.steps()[1]!.score).toBe(bestScore)
    expect(relevant).toBe(2)
  })

  test.each([1, 2, 3])(
    'is stored with the others of its request or not at all: row %i fails',
    async (row) => {
      const world = new LocalWorld(fakeWeb(WEB).http)
      const campaign = world.create({ seeds: SEEDS, budget: 3 })
      await world.run(campaign, 2)
      const { seq, counters } = campaign.report()
      const before = world.rows()
      world.sqlite.exec(`CREATE TRIGGER no_room BEFORE INSERT ON step WHEN NEW.seq = ${seq + row}
        BEGIN SELECT RAISE(ABORT, 'no room'); END`)
      const labels = [0, 0.5, 1].map((worth, i) => ({ url: SEEDS[i % 2]!, worth }))
      expect(() => campaign.edit({ kind: 'labels', labels })).toThrow('no room')
      expect(campaign.needsReload).toBe(true)
      expect(world.rows()).toEqual(before)

      world.sqlite.exec('DROP TRIGGER no_room')
      const again = world.reopen()
      expect(again.report()).toMatchObject({ seq, counters })
      expect(again.edit({ kind: 'labels', labels })).toBeUndefined()
      expect(again.report().seq).toBe(seq + 3)
      const { counters: labelled } = again.report()
      expect(world.reopen().report().counters).toEqual(labelled)
    },
  )

  test('is in a snapshot with the others of its request', async () => {
    const world = new LocalWorld(fakeWeb(WEB).http)
    const campaign = world.create({ seeds: SEEDS, budget: 2 })
    await world.run(campaign)
    const { seq } = campaign.report()
    for (let i = 0; i < 7; i++) {
      const labels = Array.from({ length: 60 }, (_, j) => ({ seq: 2, worth: ((i + j) % 10) / 10 }))
      expect(campaign.edit({ kind: 'labels', labels })).toBeUndefined()
    }
    const read: number[] = []
    const { log } = world.ports
    const reading = { ...log, after: (from: number) => (read.push(from), log.after(from)) }
    Object.assign(world.ports, { log: reading })
    expect(world.reopen().report()).toEqual(campaign.report())
    // The snapshot ends with the last record of the fourth request; only later ones are folded.
    expect(read.at(-1)).toBe(seq + 4 * 60)
    expect(world.troubles).toEqual([])
  })
})
