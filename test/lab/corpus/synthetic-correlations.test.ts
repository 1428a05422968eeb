import { expect, test } from 'vitest'
import type { Corpus } from '../../../src/lab/corpus/corpus.ts'
import { openCorpus } from '../../../src/lab/corpus/open-corpus.ts'

const PRESETS = ['bretagne', 'france', 'happy', 'jazz', 'weird']
/** Gouriten et al. 2014, Table 3: in-degree, score, link score and product of parents, all logs. */
const PAPER = [0.269, 0.373, 0.402, 0.412]

/** The correlation of each log feature of a node's parents with its score, over linked nodes. */
function correlations({ graph, scores, topics }: Corpus): number[] {
  const { beta, alpha } = scores(topics[0]!)
  const sums = PAPER.map(() => new Float64Array(graph.nodeCount))
  for (let source = 0; source < graph.nodeCount; source++) {
    for (let edge = graph.outStart[source]!; edge < graph.outStart[source + 1]!; edge++) {
      const target = graph.outTarget[edge]!
      const parts = [1, beta[source]!, alpha[edge]!, alpha[edge]! * beta[source]!]
      parts.forEach((part, feature) => (sums[feature]![target]! += part))
    }
  }
  const linked = [...beta.keys()].filter((node) => sums[0]![node]! > 0)
  const score = linked.map((node) => beta[node]!)
  return sums.map((sum) =>
    pearson(
      linked.map((node) => Math.log1p(sum[node]!)),
      score,
    ),
  )
}

function pearson(x: number[], y: number[]): number {
  const mean = (values: number[]) => values.reduce((sum, each) => sum + each, 0) / values.length
  const [meanX, meanY] = [mean(x), mean(y)]
  const moment = (a: number[], b: number[], c: number, d: number) =>
    mean(a.map((each, index) => (each - c) * (b[index]! - d)))
  const variances = moment(x, x, meanX, meanX) * moment(y, y, meanY, meanY)
  return moment(x, y, meanX, meanY) / Math.sqrt(variances)
}

test('parents tell about as much of a score as in the data of the paper (seed 7)', async () => {
  const each = await Promise.all(
    PRESETS.map(async (name) =>
      correlations(await openCorpus(`synthetic:${name},nodes=30000,seed=7`)),
    ),
  )
  PAPER.forEach((expected, feature) => {
    const found = each.reduce((sum, preset) => sum + preset[feature]!, 0) / PRESETS.length
    expect(Math.abs(found - expected)).toBeLessThan(0.06)
  })
})
