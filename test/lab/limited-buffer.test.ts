import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { completePolicy } from '../../src/core/rank/policy.ts'
import { Replay } from '../../src/lab/replay.ts'
import { quantise } from '../../src/lib/fixed-point.ts'
import type { Graph } from '../../src/lib/sparse-graph.ts'
import { anyGraph } from '../lib/sparse-graph.ts'

interface Start {
  graph: Graph
  beta: number[]
  seeds: number[]
}

const starts: fc.Arbitrary<Start> = anyGraph().chain((graph) =>
  fc.record({
    graph: fc.constant(graph),
    beta: fc.array(fc.constantFrom(0, 0.25, 0.5, 1, 2), {
      minLength: graph.nodeCount,
      maxLength: graph.nodeCount,
    }),
    seeds: fc.uniqueArray(fc.nat(graph.nodeCount - 1), { minLength: 1, maxLength: 3 }),
  }),
)

interface Settings {
  batch: number
  buffer: number
}

const settings = fc.record({
  batch: fc.integer({ min: 1, max: 6 }),
  buffer: fc.integer({ min: 1, max: 6 }),
})

/**
 * Best-N-first as it is printed (Pant, Srinivasan and Menczer 2002), but that a batch is crawled in
 * the order of its scores, that what is in it counts as visited, and that a page's links to what is
 * in the frontier come before the others.
 * The frontier is in the order in which links were added, which decides between equals.
 */
function bestNFirst({ graph, beta, seeds }: Start, { batch, buffer }: Settings): number[] {
  const visited = new Set(seeds)
  const crawled: number[] = []
  let frontier: { node: number; score: number }[] = []
  for (const seed of seeds) expand(seed)
  while (frontier.length > 0) {
    const best = frontier.toSorted((a, b) => b.score - a.score).slice(0, batch)
    frontier = frontier.filter((entry) => !best.includes(entry))
    for (const { node } of best) visited.add(node)
    for (const { node } of best) {
      crawled.push(node)
      expand(node)
    }
  }
  return crawled

  function expand(page: number): void {
    const score = beta[page]!
    const links = Array.from(
      graph.outTarget.subarray(graph.outStart[page], graph.outStart[page + 1]),
    ).filter((node) => !visited.has(node))
    for (const entry of frontier) {
      if (links.includes(entry.node)) entry.score = Math.max(entry.score, score)
    }
    for (const node of links) {
      if (frontier.some((entry) => entry.node === node)) continue
      if (frontier.length >= buffer) frontier.splice(placeOfWorst(), 1)
      frontier.push({ node, score })
    }
  }

  function placeOfWorst(): number {
    const least = Math.min(...frontier.map(({ score }) => score))
    return frontier.findLastIndex(({ score }) => score === least)
  }
}

function replayOf({ graph, beta, seeds }: Start, { batch, buffer }: Settings): number[] {
  const policy = completePolicy({ name: 'best_first', batch, buffer, shortBatch: 'shrink' })
  const scores = {
    topic: 'any',
    beta: Float32Array.from(beta, quantise),
    alpha: new Float32Array(graph.edgeCount),
  }
  const steps = 4 * graph.nodeCount
  const replay = new Replay({ graph, scores, seeds, policy, ties: 'fifo', randomSeed: 1, steps })
  return [...replay.steps()].map(({ node }) => node)
}

describe('a replay with a limited buffer', () => {
  test('crawls the pages of best-N-first as it is printed', () => {
    fc.assert(
      fc.property(starts, settings, (start, given) => {
        // A single seed, since seeds are crawled before any leads anywhere.
        const one = { ...start, seeds: start.seeds.slice(0, 1) }
        expect(replayOf(one, given)).toEqual(bestNFirst(one, given))
      }),
      { numRuns: 300 },
    )
  })

  test('crawls them from several seeds as well if nothing had to be dropped for the seeds', () => {
    fc.assert(
      fc.property(starts, settings, (start, given) => {
        const wide = { ...given, buffer: 1000 }
        expect(replayOf(start, wide)).toEqual(bestNFirst(start, wide))
      }),
    )
  })
})

test('a link that was dropped is new when it is found again', () => {
  // 0 leads to 1 and 2, of which one is dropped; 1 and 2 lead to each other.
  const graph: Graph = {
    nodeCount: 3,
    edgeCount: 4,
    outStart: Uint32Array.of(0, 2, 3, 4),
    outTarget: Uint32Array.of(1, 2, 2, 1),
  }
  const start = { graph, beta: [1, 1, 1], seeds: [0] }
  expect(replayOf(start, { batch: 1, buffer: 1 })).toEqual([2, 1])
})
