import { expect, test } from 'vitest'
import { bestNFirst, bestNFirstSvg } from '../../../src/lab/experiments/best-n-first.ts'
import { type BestNFirstFigure, MEASURES } from '../../../src/lab/experiments/pooled-crawls.ts'
import type { Dataset } from '../../../src/lab/experiment.ts'
import type { Finding } from '../../../src/lab/findings.ts'
import { flawOf } from '../plot/well-formed.ts'
import { randomDataset, tinyContext } from './tiny.ts'

interface Result {
  figure: BestNFirstFigure
  findings: Finding[]
}

/** Pages that have the topic as often as their score says, among other words. */
function withText(dataset: Dataset, topic: string): Dataset {
  const pageText = (node: number) =>
    `${`${topic} `.repeat(4 * dataset.scores.beta[node]!)}page ${node} of ${node % 7} and ${node % 5}`
  const text = { pageText, title: () => '', linkText: () => '', anchorText: () => '' }
  return { ...dataset, name: topic, scores: { ...dataset.scores, topic }, text }
}

const DATASETS = [
  withText(randomDataset(1, 160, 5), 'jazz'),
  withText(randomDataset(2, 160, 5), 'opera'),
]

async function run(
  policies = bestNFirst.defaults.policies!,
): Promise<Result & { printed: string }> {
  const { context, printed } = tinyContext(DATASETS, {
    ...bestNFirst.defaults,
    policies,
    steps: [40],
  })
  return { ...((await bestNFirst.run(context)) as Result), printed: printed.join('\n') }
}

test('every crawler is measured by both qualities, from both kinds of start', async () => {
  const { figure, printed } = await run()
  expect(figure.topics).toEqual(['jazz', 'opera'])
  expect(Object.keys(figure.curves).toSorted()).toEqual(Object.keys(MEASURES).toSorted())
  for (const curves of Object.values(figure.curves)) {
    expect(Object.keys(curves)).toEqual(bestNFirst.defaults.policies)
  }
  for (const name of ['N = 1 ', 'N = 256 ', 'breadth-first ']) expect(printed).toContain(name)
  expect(printed).toContain('N = 256 covers more of the best pages than N = 1')
})

test('a crawler alone finds all of its pool, in whatever order', async () => {
  const { figure, findings } = await run(['best_first(batch=16,shortBatch=shrink,buffer=8)'])
  expect(findings).toEqual([])
  const [coverage] = Object.values(figure.curves['lexical coverage 1'])
  expect(coverage!.map(({ mean }) => mean)).toEqual([1, 1, 1, 1, 1, 1])
  const [ranks] = Object.values(figure.curves['lexical rank 1'])
  // Ranks 1 to 40 have the mean 20.5.
  expect(ranks!.at(-1)!.mean).toBe(20.5)
})

test('curves are drawn from the JSON alone', async () => {
  const { figure } = JSON.parse(JSON.stringify(await run())) as Result
  const svg = bestNFirstSvg(figure)
  expect(flawOf(svg)).toBeUndefined()
  expect(svg.match(/<svg /g)).toHaveLength(1 + Object.keys(MEASURES).length)
})

test('a corpus without texts is refused, with what to do', async () => {
  const { context } = tinyContext([randomDataset(1, 40, 3)], bestNFirst.defaults)
  await expect(bestNFirst.run(context)).rejects.toThrow('choose a corpus with texts')
})
