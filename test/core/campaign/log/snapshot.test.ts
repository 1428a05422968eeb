import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fold, foldOnto } from '../../../../src/core/campaign/log/fold.ts'
import { readSnapshot } from '../../../../src/core/campaign/log/snapshot.ts'
import { completePolicy } from '../../../../src/core/rank/policy.ts'
import { course, crawl, POLICIES } from '../../../fixtures/random-course.ts'
import { logOf, printOf, stateBytes, statePrint } from '../../../fixtures/state-bytes.ts'

describe('a state', () => {
  test('is the fold of its log, wherever a snapshot was taken', async () => {
    await fc.assert(
      fc.asyncProperty(course, fc.nat(), async (how, cut) => {
        const rows = (await crawl(how)).rows()
        const at = 1 + (cut % rows.length)
        const prefix = fold(rows, at)!
        const { state } = readSnapshot(stateBytes(rows, prefix), logOf(rows))
        expect(statePrint(rows, state)).toBe(statePrint(rows, prefix))
        foldOnto(prefix, rows.slice(at))
        foldOnto(state, rows.slice(at))
        const whole = statePrint(rows)
        expect(statePrint(rows, prefix)).toBe(whole)
        expect(statePrint(rows, state)).toBe(whole)
      }),
      { numRuns: 60 },
    )
  }, 120_000)

  test.each(POLICIES)('of a running campaign is the fold of its log (%s)', async (name) => {
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
    // The campaign itself wrote it, from what it held in memory.
    const saved = [...world.ports.snapshots.chunks(0)]
    const { state } = readSnapshot(saved, world.ports.log)
    expect(state.seq).toBe(200)
    const rows = world.rows()
    expect(printOf(saved)).toBe(statePrint(rows, fold(rows, 200)))
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
    expect(() => readSnapshot(chunks, logOf([rows[0]!, ...rows]))).toThrow(
      'it belongs to another log',
    )
    expect(() => readSnapshot(chunks, logOf([]))).toThrow('the log is shorter')
  })

  test('is refused when it has another version', async () => {
    const rows = await crawled
    const [chunk] = stateBytes(rows)
    expect(() => readSnapshot([chunk!.with(1, 200)], logOf(rows))).toThrow('version 200')
  })
})
