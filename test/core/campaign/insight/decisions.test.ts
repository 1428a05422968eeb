import { describe, expect, test } from 'vitest'
import type { Campaign } from '../../../../src/core/campaign/campaign.ts'
import type { PlannedFetch } from '../../../../src/core/campaign/event.ts'
import { describeDecision } from '../../../../src/core/campaign/insight/decisions.ts'
import type { NodeId } from '../../../../src/core/graph/node-table.ts'
import { chain, SEED } from '../../../fixtures/chain.ts'
import { fakeWeb, page } from '../../../fixtures/fake-web.ts'
import { LocalWorld } from '../../../fixtures/local-world.ts'

/** Reads all decisions part by part, as the API does. */
function partsOf(campaign: Campaign, limit: number) {
  const parts = [campaign.query('decisions', { from: undefined, limit })]
  while (parts.at(-1)!.from > 1) {
    parts.push(campaign.query('decisions', { from: parts.at(-1)!.from, limit }))
  }
  return parts
}

/** Adds records without a decision: edits of an idle campaign. */
function edit(campaign: Campaign, times: number, name = (i: number) => `take ${i}`): void {
  for (let i = 0; i < times; i++) {
    expect(campaign.edit({ kind: 'patch', patch: { name: name(i) } })).toBeUndefined()
  }
}

/** Notes the records that are read from now on. */
function readingOf(world: LocalWorld): number[] {
  const read: number[] = []
  const { log } = world.ports
  const reading = { ...log, read: (seq: number) => (read.push(seq), log.read(seq)) }
  Object.assign(world.ports, { log: reading })
  return read
}

async function crawled(): Promise<[LocalWorld, Campaign]> {
  const world = new LocalWorld(fakeWeb(chain(6)).http)
  const campaign = world.create({ seeds: [SEED], budget: 5 })
  await world.run(campaign, 3)
  campaign.edit({ kind: 'pause' })
  return [world, campaign]
}

describe('decisions', () => {
  test('are read from at most a thousand records at a time', async () => {
    const [world, campaign] = await crawled()
    edit(campaign, 2_500)
    const read = readingOf(world)
    const parts = partsOf(campaign, 20)
    expect(parts.map(({ decisions }) => decisions.length)).toEqual([0, 0, 4])
    expect(new Set(read).size).toBe(campaign.report().seq)
    expect(read.length).toBeLessThan(2_600)
    const [first] = parts
    expect(first!.from).toBe(campaign.report().seq - 999)
    await campaign.flush()
    const urls = parts.flatMap(({ decisions }) => decisions.map(({ url }) => url))
    expect(urls.slice(1).toReversed()).toEqual((await world.pages()).map(({ url }) => url))
  })

  test('are read from at most a million bytes at a time, but at least one record', async () => {
    const [, campaign] = await crawled()
    const long = 'x'.repeat(400_000)
    edit(campaign, 6, (i) => `${i}${long}`)
    const sizes = partsOf(campaign, 20).map(({ decisions }) => decisions.length)
    expect(sizes).toEqual([0, 0, 4])
    edit(campaign, 1, () => 'x'.repeat(1_500_000))
    const { seq } = campaign.report()
    expect(campaign.query('decisions', { from: undefined, limit: 20 }).from).toBe(seq)
  })

  test('read each record that names their pages once', async () => {
    const links = (hub: number) =>
      Array.from({ length: 12 }, (_, i): [string, string] => [
        `https://${hub}.test/${i}`,
        'volcano',
      ])
    const hubs = [1, 2].map(
      (hub) => [`https://a.test/${hub}`, page('volcano', links(hub))] as const,
    )
    const world = new LocalWorld(fakeWeb(Object.fromEntries(hubs)).http)
    const seeds = hubs.map(([url]) => url)
    const campaign = world.create({ seeds, budget: 20, ties: 'random' })
    await world.run(campaign)
    const read = readingOf(world)
    const { decisions } = campaign.query('decisions', { from: undefined, limit: 20 })
    expect(decisions).toHaveLength(20)
    // All records, and again those that name the seeds and the links of each hub.
    expect(read.length).toBeLessThanOrEqual(campaign.report().seq + 3)
  })

  test.each([0, 1])('before record %i there are none, and no more', async (from) => {
    const [, campaign] = await crawled()
    expect(campaign.query('decisions', { from, limit: 20 })).toEqual({ decisions: [], from })
  })
})

const GREEDY: PlannedFetch = {
  node: 7 as NodeId,
  dueAt: 0,
  arm: 'fl_ne',
  motive: 'only',
  pick: 'best',
  estimate: 1.25,
  terms: { fl_ne: 2.5 },
  runnerUp: { node: 9 as NodeId, estimate: 1 },
  batch: [],
  armMeans: [],
}

test.each([
  [
    'a greedy choice',
    GREEDY,
    'It ranked first: fl_ne estimated 1.25 (fl_ne 2.5). The runner-up had 1.',
  ],
  [
    'a seed, or a sitemap',
    { ...GREEDY, estimate: undefined },
    'Seeds, sitemaps and feeds are fetched before all other pages.',
  ],
  [
    'the choice of a bandit that exploits',
    { ...GREEDY, motive: 'exploit', armMeans: [0.5, 1.75], runnerUp: undefined } as const,
    'fl_ne was chosen for the highest mean reward, 1.75. It ranked first: fl_ne estimated 1.25 (fl_ne 2.5).',
  ],
  [
    'the rest of its batch, while another arm may have passed it',
    {
      ...GREEDY,
      motive: 'exploit',
      pick: 'batch',
      armMeans: [0.5, 1.75],
      runnerUp: undefined,
    } as const,
    'fl_ne was chosen for its mean reward. It was next in its batch: fl_ne estimated 1.25 (fl_ne 2.5).',
  ],
  [
    'the choice of a bandit that explores',
    { ...GREEDY, motive: 'explore', pick: 'altered', terms: {} } as const,
    'fl_ne was chosen at random, to explore. It ranked close to the first: fl_ne estimated 1.25. The runner-up had 1.',
  ],
])('a decision in words explains %s', (_what, planned, words) => {
  expect(describeDecision(planned)).toBe(words)
})
