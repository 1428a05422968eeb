import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fold, foldOnto } from '../../../../src/core/campaign/log/fold.ts'
import { bytesInUse } from '../../../../src/core/campaign/evolve/memory.ts'
import type { CampaignRecord } from '../../../../src/core/campaign/event.ts'
import { readSnapshot } from '../../../../src/core/campaign/log/snapshot.ts'
import type { NodeId } from '../../../../src/core/graph/node-table.ts'
import {
  completePolicy,
  type Policy,
  type PolicyOptions,
} from '../../../../src/core/rank/policy.ts'
import { draw } from '../../../../src/lib/draw.ts'
import type { Http } from '../../../../src/crawl/http.ts'
import { countReads } from '../../../fixtures/count-reads.ts'
import { fakeWeb, page } from '../../../fixtures/fake-web.ts'
import { LocalWorld } from '../../../fixtures/local-world.ts'
import { logOf, stateBytes, statePrint } from '../../../fixtures/state-bytes.ts'

const PLENTY_MB = 64

async function crawl(
  webSeed: number,
  policy: PolicyOptions,
  memoryMb: number,
  recorded = completePolicy(policy),
) {
  const web = wideWeb(webSeed)
  const world = new LocalWorld(web.http)
  const spec = { seeds: web.seeds, budget: 1000, policy: recorded, memoryMb }
  const campaign = world.create(spec)
  let shelved = 0
  let frontier = 0
  while (world.alarmAt !== undefined) {
    await world.tick(campaign)
    shelved = Math.max(shelved, campaign.report().memory.shelved)
    frontier = Math.max(frontier, campaign.report().frontier)
  }
  return { world, report: campaign.report(), shelved, frontier }
}

const HUBS = 8
const LEAVES = 50
const WORDS = ['sheep', 'a volcano', 'granite', 'a volcano, a volcano', 'sheep', 'sheep']

/** Hubs with many leaves each, fetched first as they are the seeds; some leaves link to others. */
function wideWeb(webSeed: number): { http: Http; seeds: string[] } {
  const answers: Record<string, string> = {}
  const chance = (i: number) => draw(webSeed, i) / 2 ** 32
  const word = (i: number) => WORDS[Math.floor(chance(i) * WORDS.length)]!
  const leaf = (hub: number, i: number) => `https://h${i % 3}.test/${hub}/${i}`
  for (let hub = 0; hub < HUBS; hub++) {
    const leaves = Array.from({ length: LEAVES }, (_, i): [string, string] => {
      const onward = [1, 2].map((n): [string, string] => [
        leaf(
          Math.floor(chance(hub * 99 + i + n) * hub),
          Math.floor(chance(hub * 77 + i * n) * LEAVES),
        ),
        word(hub * 55 + i + n),
      ])
      answers[leaf(hub, i)] = page(word(hub * 33 + i), i % 25 === 0 ? onward : [])
      return [leaf(hub, i), word(hub * 1000 + i)]
    })
    answers[`https://a.test/${hub}`] = page('volcano', leaves)
  }
  return {
    http: fakeWeb(answers).http,
    seeds: Array.from({ length: HUBS }, (_, hub) => `https://a.test/${hub}`),
  }
}

/** Sums over the pages that link to each node, computed from the records the slow, plain way. */
function sumsFrom(records: readonly CampaignRecord[]): Map<NodeId, number[]> {
  const sums = new Map<NodeId, number[]>()
  const add = (node: NodeId, more: number[]) => {
    const old = sums.get(node) ?? [0, 0, 0, 0]
    sums.set(
      node,
      old.map((sum, i) => sum + more[i]!),
    )
  }
  for (const record of records) {
    if (record.kind !== 'step') continue
    const { targets, linkScores } = record.edges
    if (record.outcome === 'redirect' && targets.length > 0) {
      add(targets[0]!, sums.get(record.node) ?? [0, 0, 0, 0])
    }
    if (record.outcome !== 'ok') continue
    for (const [i, target] of targets.entries()) {
      add(target, [1, record.score, linkScores[i]!, record.score * linkScores[i]!])
    }
  }
  return sums
}

const POLICIES: PolicyOptions[] = [
  { name: 'opic' },
  { name: 'fl_deg' },
  { name: 'fl_ne' },
  { name: 'lr_fl' },
  { name: 'mab_epsilon' },
  { name: 'mab_var', resetSteps: 20, batch: 3 },
  // Alone these keep so much of every known node that the frontier hardly matters.
  { name: 'mab_epsilon_first', arms: ['bfs', 'nr', 'sl_ne', 'lr_sl', 'otie', 'best_first'] },
]

/** A crawl with plenty of memory, and one with enough to know all pages but not to queue them. */
async function crawlTwice(webSeed: number, policy: PolicyOptions) {
  const plenty = await crawl(webSeed, policy, PLENTY_MB)
  const needed = bytesInUse(fold(plenty.world.rows())!)
  const little = await crawl(webSeed, policy, needed / 1e6 / 0.895)
  return { plenty, little }
}

describe.each(POLICIES)('with little memory a campaign with the policy $name', (policy) => {
  test('shelves nodes, and in the end fetches the same pages as one with plenty', async () => {
    const { plenty, little } = await crawlTwice(5, policy)
    expect(plenty.shelved).toBe(0)
    expect(little.shelved).toBeGreaterThan(10)
    const pagesOf = async ({ world }: typeof little) =>
      (await world.pages()).map(({ url, outcome }) => `${url} ${outcome}`).toSorted()
    expect(await pagesOf(little)).toEqual(await pagesOf(plenty))
  })

  test('is the fold of its log, as any other', async () => {
    const rows = (await crawlTwice(7, policy)).little.world.rows()
    const whole = statePrint(rows)
    for (const cut of [9, 50, 150, 350]) {
      const saved = stateBytes(rows, fold(rows, cut))
      const { state } = readSnapshot(saved, logOf(rows))
      foldOnto(state, rows.slice(cut))
      expect(statePrint(rows, state)).toBe(whole)
    }
  })
})

describe.each<PolicyOptions>([
  { name: 'best_first', batch: 16, shortBatch: 'shrink', buffer: 64 },
  { name: 'otie', buffer: 32 },
  { name: 'fl_ne', buffer: 1 },
])('with a buffer of $buffer a campaign with the policy $name', (policy) => {
  test('keeps its frontier within it, and in the end fetches what one without fetches', async () => {
    const bounded = await crawl(5, policy, PLENTY_MB)
    const unbounded = await crawl(5, { ...policy, buffer: 0 }, PLENTY_MB)
    expect(unbounded.shelved).toBe(0)
    expect(bounded.shelved).toBeGreaterThan(100)
    // Seeds wait there too, and a few nodes are kept whatever the buffer is.
    expect(bounded.frontier).toBeLessThanOrEqual(Math.max(16, policy.buffer!))
    const pagesOf = async ({ world }: typeof bounded) =>
      (await world.pages()).map(({ url, outcome }) => `${url} ${outcome}`).toSorted()
    expect(await pagesOf(bounded)).toEqual(await pagesOf(unbounded))
  })

  test('is the fold of its log, as any other', async () => {
    const rows = (await crawl(7, policy, PLENTY_MB)).world.rows()
    const whole = statePrint(rows)
    for (const cut of [9, 150, 350]) {
      const { state } = readSnapshot(stateBytes(rows, fold(rows, cut)), logOf(rows))
      foldOnto(state, rows.slice(cut))
      expect(statePrint(rows, state)).toBe(whole)
    }
  })
})

test('a policy that was recorded before there were buffers has none', async () => {
  const { buffer: _none, shortBatch: _any, ...older } = completePolicy({ name: 'fl_ne', batch: 16 })
  const { world, shelved } = await crawl(5, older, PLENTY_MB, older as Policy)
  expect(shelved).toBe(0)
  const now = await crawl(5, { name: 'fl_ne', batch: 16 }, PLENTY_MB)
  expect(world.steps().map(({ node }) => node)).toEqual(now.world.steps().map(({ node }) => node))
})

describe('with little memory a campaign', () => {
  test('shelves the least promising nodes, stays within its limit, and reports it', async () => {
    const links = (from: number, anchor: string) =>
      Array.from({ length: 100 }, (_, i): [string, string] => [
        `https://a.test/${from + i}`,
        anchor,
      ])
    const web = fakeWeb({
      'https://a.test/': page('volcano', [
        ...links(1000, 'sheep'),
        ...links(2000, 'a volcano'),
        ...links(3000, 'granite'),
      ]),
    })
    const world = new LocalWorld(web.http)
    const campaign = world.create({
      seeds: ['https://a.test/'],
      budget: 60,
      memoryMb: 0.016,
    })
    await world.run(campaign, 1)
    const { memory, frontier, known } = campaign.report()
    expect(memory.shelved).toBe(known - frontier - 2)
    expect(memory.shelved).toBeGreaterThan(100)
    await world.run(campaign)
    const fetched = world
      .steps()
      .slice(1)
      .map(({ node }) => node)
    expect(fetched.every((node) => node > 100 && node <= 200)).toBe(true)
  })

  test('gives a node that returns the sums it would have had', async () => {
    let recalls = 0
    await fc.assert(
      fc.asyncProperty(fc.nat(1e6), async (webSeed) => {
        const { world, shelved } = (await crawlTwice(webSeed, { name: 'fl_ne' })).little
        const records = world.records()
        expect(shelved).toBeGreaterThan(0)
        for (const [at, record] of records.entries()) {
          if (record.kind !== 'recalled') continue
          const sums = sumsFrom(records.slice(0, at))
          // The others are of no use to the policy.
          const expected = record.recalled.nodes.map((node) => [0, 0, 0, sums.get(node)![3]])
          expect(record.recalled.sums).toEqual(expected)
          recalls++
        }
      }),
      { numRuns: 6 },
    )
    expect(recalls).toBeGreaterThan(0)
  })

  test('searches the shelf a slice of the log at a time, and again after a reload', async () => {
    const plenty = await crawl(5, { name: 'fl_ne' }, PLENTY_MB)
    const memoryMb = bytesInUse(fold(plenty.world.rows())!) / 1e6 / 0.895
    const web = wideWeb(5)
    const world = new LocalWorld(web.http)
    world.ports.slice = { records: 10, bytes: Infinity }
    const reads = countReads(world)
    let campaign = world.create({ seeds: web.seeds, budget: 1000, memoryMb })
    for (let tick = 1; world.alarmAt !== undefined; tick++) {
      reads()
      await world.tick(campaign)
      expect(reads()).toBeLessThan(10 + 55)
      if (tick % 101 === 0) campaign = world.reopen()
    }
    const urlsOf = async (other: LocalWorld) => (await other.pages()).map(({ url }) => url)
    const urls = await urlsOf(world)
    expect(urls.toSorted()).toEqual((await urlsOf(plenty.world)).toSorted())
    expect(world.records().filter(({ kind }) => kind === 'recalled').length).toBeGreaterThan(1)
    expect(campaign.report()).toMatchObject({ statusReason: 'frontier_empty', frontier: 0 })
  })

  test('drops new links, and counts them, when there is no room for them', async () => {
    const { report } = await crawl(9, { name: 'fl_ne' }, 0.01)
    expect(report.counters.leftOut).toBeGreaterThan(50)
    expect(report.known).toBeLessThan(300)
    expect(report.statusReason).toBe('frontier_empty')
  })
})
