import { expect, test } from 'vitest'
import { drawSeedSets, NoSeeds, PAPER_SEED_SETS } from '../../../src/lab/corpus/chance.ts'

/** Every third of a thousand nodes has a score. */
const BETA = Float32Array.from({ length: 1000 }, (_, node) => (node % 3 === 0 ? 1 : 0))

test('a set is of distinct nodes with a score, as many as asked for', () => {
  const sets = drawSeedSets(BETA, { ...PAPER_SEED_SETS, seed: 7 })
  expect(sets).toHaveLength(10)
  for (const set of sets) {
    expect(new Set(set).size).toBe(50)
    expect(set.every((node) => BETA[node]! > 0)).toBe(true)
  }
})

test('the same seed draws the same sets, however many; another seed draws others', () => {
  const sets = drawSeedSets(BETA, { sets: 10, size: 50, seed: 7 })
  expect(drawSeedSets(BETA, { sets: 3, size: 50, seed: 7 })).toEqual(sets.slice(0, 3))
  expect(drawSeedSets(BETA, { sets: 10, size: 50, seed: 8 })).not.toEqual(sets)
  expect(new Set(sets.map(String)).size).toBe(10)
})

test('every node with a score is drawn about equally often (seed 1)', () => {
  const times = new Map<number, number>()
  for (const set of drawSeedSets(BETA, { sets: 2000, size: 50, seed: 1 })) {
    for (const node of set) times.set(node, (times.get(node) ?? 0) + 1)
  }
  // 334 nodes, 299 times each on average, standard deviation 16.
  expect(times.size).toBe(334)
  expect(Math.min(...times.values())).toBeGreaterThan(230)
  expect(Math.max(...times.values())).toBeLessThan(370)
})

test('with fewer nodes than a set wants, a set is all of them', () => {
  const [set] = drawSeedSets(Float32Array.of(0, 2, 0, 1), { sets: 1, size: 50, seed: 1 })
  expect(set!.toSorted()).toEqual(Uint32Array.of(1, 3))
})

test('without any node that has a score there is nothing to draw', () => {
  expect(() => drawSeedSets(new Float32Array(9), { sets: 1, size: 1, seed: 1 })).toThrow(NoSeeds)
})
