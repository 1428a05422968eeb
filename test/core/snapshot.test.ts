import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Campaign } from '../../src/core/campaign/campaign.ts'
import { fold, foldOnto } from '../../src/core/campaign/fold.ts'
import { readSnapshot } from '../../src/core/campaign/snapshot.ts'
import { BANDITS, ESTIMATORS, type PolicyName } from '../../src/core/rank/names.ts'
import { completePolicy, type Policy } from '../../src/core/rank/policy.ts'
import { LocalWorld } from '../fixtures/local-world.ts'
import { randomWeb } from '../fixtures/random-web.ts'
import { logOf, stateBytes } from '../fixtures/state-bytes.ts'

const POLICIES: PolicyName[] = [...ESTIMATORS.filter((name) => name !== 'oracle'), ...BANDITS]

/** Policies that keep more than a queue: batches, picks at random, phases. */
const ELABORATE: Policy[] = [
  completePolicy({ name: 'mab_var', resetSteps: 10, batch: 4 }),
  completePolicy({ name: 'fl_n', greed: 0.5, zeta: 0.2, batch: 3 }),
  completePolicy({ name: 'mab_epsilon', arms: ['sl_ne', 'bfs', 'opic', 'lr_sl'], epsilon: 0.3 }),
]

interface Course {
  webSeed: number
  policy: Policy
  budget: number
  /** After so many ticks, and again after as many, it is paused and resumed, or loaded anew. */
  pauseAfter: number
  reopenAfter: number
  /** After so many ticks it is stopped for good. */
  stopAfter: number
  ties: 'fifo' | 'random'
  memoryMb: number
}

async function crawl({ webSeed, budget, pauseAfter, reopenAfter, stopAfter, ...spec }: Course) {
  const web = randomWeb(webSeed, 300)
  const world = new LocalWorld(web.http)
  const rate = { perMinute: 600, hostDelayMs: 250 }
  let campaign = world.create({ seeds: [web.seed], budget, rate, ...spec })
  for (let tick = 1; world.alarmAt !== undefined; tick++) {
    await world.tick(campaign)
    if (tick % pauseAfter === 0) campaign.edit({ kind: 'pause' })
    if (tick % pauseAfter === 0) edit(campaign, tick)
    if (tick === stopAfter) campaign.edit({ kind: 'stop' })
    if (tick % reopenAfter === 0) campaign = world.reopen()
  }
  return world
}

/** Each of the things a user may ask for. */
function edit(campaign: Campaign, tick: number): void {
  campaign.edit({ kind: 'resume' })
  campaign.edit({ kind: 'labels', labels: [{ seq: tick, worth: (tick % 5) / 4 }] })
  campaign.edit({ kind: 'labels', labels: [{ url: `https://h2.test/p/${tick}`, worth: 0.5 }] })
  campaign.edit({ kind: 'seeds', urls: [`https://new.test/${tick}`, `https://h1.test/p/${tick}`] })
  campaign.edit({ kind: 'patch', patch: { topic: { keywords: ['lava', `word${tick}`] } } })
  // Now one host is out of bounds, now another: what was passed over comes back.
  campaign.edit({ kind: 'patch', patch: { scope: { exclude: [`h${tick % 5}.test/*`] } } })
  const discover = tick % 2 === 0 ? (['links'] as const) : (['links', 'sitemaps', 'feeds'] as const)
  const budget = campaign.report().spec.budget + (tick % 3) - 1
  campaign.edit({ kind: 'patch', patch: { discover, budget } })
  const policy = completePolicy({ name: POLICIES[tick % POLICIES.length]! })
  if (tick % 7 === 0) campaign.edit({ kind: 'patch', patch: { policy } })
}

const course: fc.Arbitrary<Course> = fc.record({
  webSeed: fc.nat(1e6),
  policy: fc.oneof(
    fc.constantFrom(...POLICIES).map((name) => completePolicy({ name })),
    fc.constantFrom(...ELABORATE),
  ),
  budget: fc.integer({ min: 1, max: 60 }),
  pauseAfter: fc.integer({ min: 2, max: 30 }),
  reopenAfter: fc.integer({ min: 2, max: 30 }),
  stopAfter: fc.integer({ min: 1, max: 120 }),
  ties: fc.constantFrom('fifo' as const, 'random' as const),
  // Plenty, too little for the frontier, too little for all that is known.
  memoryMb: fc.constantFrom(64, 0.025, 0.012),
})

describe('a state', () => {
  test('is the fold of its log, wherever the log is cut and whatever was saved there', async () => {
    await fc.assert(
      fc.asyncProperty(course, fc.nat(), async (how, cut) => {
        const rows = (await crawl(how)).rows()
        const at = 1 + (cut % rows.length)
        const prefix = fold(rows, at)!
        const { state } = readSnapshot(stateBytes(rows, prefix), logOf(rows))
        expect(stateBytes(rows, state)).toEqual(stateBytes(rows, prefix))
        foldOnto(prefix, rows.slice(at))
        foldOnto(state, rows.slice(at))
        const whole = stateBytes(rows)
        expect(stateBytes(rows, prefix)).toEqual(whole)
        expect(stateBytes(rows, state)).toEqual(whole)
      }),
      { numRuns: 60 },
    )
  }, 120_000)

  test.each(POLICIES)('of a living campaign is the fold of its log (%s)', async (name) => {
    const policy = completePolicy({ name })
    const plain = {
      webSeed: 7,
      pauseAfter: 90,
      reopenAfter: 1000,
      stopAfter: Infinity,
      ties: 'fifo',
      memoryMb: 64,
    } as const
    const world = await crawl({ ...plain, policy, budget: 240 })
    // Written by the campaign itself, from what it held in memory.
    const saved = [...world.ports.snapshots.chunks(0)]
    const { state } = readSnapshot(saved, world.ports.log)
    expect(state.seq).toBe(200)
    const rows = world.rows()
    expect(saved).toEqual(stateBytes(rows, fold(rows, 200)))
  })
})

describe('a snapshot', () => {
  const policy = completePolicy({ name: 'mab_var' })
  const crawled = crawl({
    webSeed: 3,
    policy,
    budget: 30,
    pauseAfter: 20,
    reopenAfter: 50,
    stopAfter: Infinity,
    ties: 'fifo',
    memoryMb: 64,
  }).then((world) => world.rows())

  async function read(damage: (chunk: Uint8Array) => Uint8Array): Promise<unknown> {
    const rows = await crawled
    const [chunk] = stateBytes(rows)
    return readSnapshot([damage(chunk!)], logOf(rows))
  }

  test('from before there were owners is of the main one', async () => {
    const rows = await crawled
    const owned = Object.assign(fold(rows)!, { owner: 'acme' })
    expect(readSnapshot(stateBytes(rows, owned), logOf(rows)).state.owner).toBe('acme')
    const older = Object.assign(fold(rows)!, { owner: undefined }) as unknown as typeof owned
    expect(readSnapshot(stateBytes(rows, older), logOf(rows)).state.owner).toBe('main')
  })

  test('is refused wherever a bit was flipped', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(), fc.nat(7), async (place, bit) => {
        const flipped = (chunk: Uint8Array) =>
          chunk.with(place % chunk.length, chunk[place % chunk.length]! ^ (1 << bit))
        await expect(read(flipped)).rejects.toThrow(/unusable snapshot/)
      }),
      { numRuns: 300 },
    )
  })

  test('is refused wherever it was cut', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(), async (length) => {
        await expect(read((chunk) => chunk.subarray(0, length % chunk.length))).rejects.toThrow(
          /unusable snapshot/,
        )
      }),
      { numRuns: 300 },
    )
  })

  test('is refused when it belongs to another log or is ahead of this one', async () => {
    const rows = await crawled
    const chunks = stateBytes(rows)
    expect(() => readSnapshot(chunks, logOf([rows[0]!, ...rows]))).toThrow('it is of another log')
    expect(() => readSnapshot(chunks, logOf([]))).toThrow('the log ends before it')
  })

  test('is refused when its version is another', async () => {
    const rows = await crawled
    const [chunk] = stateBytes(rows)
    expect(() => readSnapshot([chunk!.with(1, 9)], logOf(rows))).toThrow('version 9')
  })
})
