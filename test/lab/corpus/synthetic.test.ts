import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BadCorpus, type Corpus, UnknownTopic } from '../../../src/lab/corpus/corpus.ts'
import { openCorpus } from '../../../src/lab/corpus/open-corpus.ts'
import { syntheticCorpus } from '../../../src/lab/corpus/synthetic.ts'
import { isSound, rowsOf } from './rows-of.ts'

const SHARES = [
  ['bretagne', 0.02, 0.005, 16.2],
  ['france', 0.192, 0.068, 16.2],
  ['happy', 0.11, 0.024, 4.6],
  ['jazz', 0.006, 0.001, 4.6],
  ['weird', 0.032, 0.004, 4.6],
] as const

function share(scores: Float32Array): number {
  return scores.reduce((count, score) => count + (score > 0 ? 1 : 0), 0) / scores.length
}

/** Calls `visit` with the source, the target and the number of every edge. */
function eachEdge(
  { graph }: Corpus,
  visit: (source: number, target: number, edge: number) => void,
): void {
  rowsOf(graph).forEach((row, source) =>
    row.forEach((target, index) => visit(source, target, graph.outStart[source]! + index)),
  )
}

test.each(SHARES)(
  '%s has the shares of the paper (seed 7)',
  async (preset, nodes, edges, degree) => {
    const corpus = await openCorpus(`synthetic:${preset},nodes=30000,seed=7`)
    const { beta, alpha } = corpus.scores(preset)
    expect(corpus.graph.nodeCount).toBe(30_000)
    expect(corpus.graph.edgeCount / 30_000 / degree).toBeCloseTo(1, 1)
    expect(share(beta)).toBeCloseTo(nodes, 4)
    expect(share(alpha) / edges).toBeGreaterThan(0.8)
    expect(share(alpha) / edges).toBeLessThan(1.2)
  },
)

test.each([1, 7, 4021])('links of scored pages lead to scored pages (seed %i)', async (seed) => {
  const corpus = await openCorpus(`synthetic:weird,nodes=30000,seed=${seed}`)
  const { beta, alpha } = corpus.scores('weird')
  const tally = { all: [0, 0], fromScored: [0, 0], fromRich: [0, 0], withWords: [0, 0] }
  const count = (pair: number[], isHit: boolean) => {
    pair[0]!++
    if (isHit) pair[1]!++
  }
  eachEdge(corpus, (source, target, edge) => {
    const isHit = beta[target]! > 0
    count(tally.all, isHit)
    if (beta[source]! > 0) count(tally.fromScored, isHit)
    if (beta[source]! > 1.5) count(tally.fromRich, isHit)
    if (alpha[edge]! > 0) count(tally.withWords, isHit)
  })
  const rate = ([all, hits]: number[]) => hits! / all!
  expect(rate(tally.fromScored)).toBeGreaterThan(1.5 * rate(tally.all))
  expect(rate(tally.fromRich)).toBeGreaterThan(rate(tally.fromScored))
  expect(rate(tally.withWords)).toBeGreaterThan(1.5 * rate(tally.fromScored))
})

test('in-degrees and counts have heavy tails (seed 7)', async () => {
  const corpus = await openCorpus('synthetic:france,nodes=30000,seed=7')
  const inDegree = new Uint32Array(30_000)
  for (const target of corpus.graph.outTarget) inDegree[target]!++
  const sorted = inDegree.toSorted()
  expect(sorted[29_999]! / sorted[15_000]!).toBeGreaterThan(200)
  const { beta } = corpus.scores('france')
  expect(Math.max(...beta)).toBeGreaterThan(Math.log(500))
  expect(share(beta.filter((score) => score > 0).map((score) => score - 1))).toBeLessThan(0.5)
})

test('a share of the nodes can be leaves (seed 7)', () => {
  const { graph } = syntheticCorpus({ nodes: 10_000, meanOutDegree: 5, leaves: 0.75, seed: 7 })
  const leaves = rowsOf(graph).filter((row) => row.length === 0).length
  expect(leaves / 10_000).toBeCloseTo(0.75, 1)
  expect(graph.edgeCount / 10_000).toBeCloseTo(5, 0)
})

test('whatever is asked for, the graph is sound and words around links are words of the page', () => {
  const options = fc.record({
    nodes: fc.integer({ min: 12, max: 400 }),
    meanOutDegree: fc.double({ min: 0, max: 11, noNaN: true }),
    communities: fc.integer({ min: 1, max: 12 }),
    relevantNodes: fc.double({ min: 0, max: 1, noNaN: true }),
    relevantEdges: fc.double({ min: 0, max: 1, noNaN: true }),
    leaves: fc.double({ min: 0, max: 1, noNaN: true }),
    assortativity: fc.double({ min: 0, max: 1, noNaN: true }),
    seed: fc.nat(),
  })
  fc.assert(
    fc.property(options, (asked) => {
      const corpus = syntheticCorpus(asked)
      const { beta, alpha } = corpus.scores('topic')
      expect(isSound(corpus.graph)).toBe(true)
      expect(share(beta)).toBeGreaterThan(0)
      eachEdge(corpus, (source, _, edge) => {
        expect(alpha[edge]).toBeGreaterThanOrEqual(0)
        expect(alpha[edge]).toBeLessThanOrEqual(beta[source]!)
      })
    }),
  )
})

test('the same options make the same corpus, another seed makes another', () => {
  const make = (seed: number) => {
    const { graph, scores } = syntheticCorpus({ nodes: 2000, meanOutDegree: 6, seed })
    return { graph, ...scores('topic') }
  }
  expect(make(7)).toEqual(make(7))
  expect(make(7).graph.outTarget).not.toEqual(make(8).graph.outTarget)
  expect(make(7).beta).not.toEqual(make(8).beta)
})

test('a node has a URL on the host of its community', () => {
  const { url } = syntheticCorpus({ nodes: 100, meanOutDegree: 2, communities: 4, seed: 1 })
  const hosts = Array.from({ length: 100 }, (_, node) => new URL(url(node)).host)
  expect(new Set(hosts)).toEqual(new Set(['c0.test', 'c1.test', 'c2.test', 'c3.test']))
})

test('there is one topic, named after the preset', async () => {
  const corpus = await openCorpus('synthetic:jazz,nodes=1000')
  expect(corpus.topics).toEqual(['jazz'])
  expect(() => corpus.scores('lava')).toThrow(UnknownTopic)
})

test.each([
  ['synthetic:', /no preset ""; begin with synthetic: and one of bretagne, france, happy/],
  ['synthetic:paris', /no preset "paris"/],
  ['synthetic:france,size=3', /no key "size"; use one of nodes, seed/],
  ['synthetic:france,nodes', /"nodes" has no number; write nodes=<number>/],
  ['synthetic:france,nodes=many', /"nodes=many" has no number/],
  ['synthetic:france,nodes=100,nodes=200', /a key twice/],
  ['synthetic:france,nodes=1', /nodes=1; nodes is a whole number from 2/],
  ['synthetic:france,nodes=1e3.5', /"nodes=1e3.5" has no number/],
  ['synthetic:france,nodes=1000.5', /nodes is a whole number/],
  ['synthetic:france,seed=-1', /seed is a whole number from 0/],
  ['synthetic:france,nodes=100,communities=101', /communities is a whole number from 1 to 100/],
  ['synthetic:france,relevantNodes=1.5', /relevantNodes is from 0 to 1/],
  ['synthetic:france,nodes=10', /meanOutDegree=16.2; meanOutDegree is at least 0, less than nodes/],
])('%s is refused', async (spec, expected) => {
  await expect(openCorpus(spec)).rejects.toThrow(expected)
  await expect(openCorpus(spec)).rejects.toBeInstanceOf(BadCorpus)
})

test('nodes can be written as powers of ten', async () => {
  expect((await openCorpus('synthetic:jazz,nodes=2e3')).graph.nodeCount).toBe(2000)
})
