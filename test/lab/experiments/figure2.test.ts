import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { completePolicy } from '../../../src/core/rank/policy.ts'
import { eachDistance } from '../../../src/lab/experiments/distances.ts'
import { figure2, figure2Svg, type Figure2 } from '../../../src/lab/experiments/figure2.ts'
import { flawOf } from '../plot/well-formed.ts'
import { randomDataset, tinyContext, tinyDataset } from './tiny.ts'

// Node 0 links to 1, worth 3, and to 2 by the better link; both lead to 3.
const FORK = tinyDataset(
  'fork',
  [1, 3, 0.5, 2],
  [
    [0, 1, 0],
    [0, 2, 1],
    [1, 3, 0],
    [2, 3, 0],
  ],
)

function distances(
  { graph, scores, seedSets }: typeof FORK,
  names: ('fl_e' | 'fl_n' | 'oracle')[],
): number[][] {
  const crawl = { graph, scores, seeds: seedSets[0]!, ties: 'fifo', randomSeed: 1 } as const
  const rows: number[][] = []
  eachDistance(
    { ...crawl, steps: 100 },
    names.map((name) => completePolicy({ name })),
    (step, row) => rows.push([step, ...row]),
  )
  return rows
}

test('distances along the crawl of an oracle, worked out by hand', () => {
  expect(distances(FORK, ['fl_e', 'fl_n'])).toEqual([
    // It takes 1, fl_e would take 2, fl_n the first of two equals; then nothing is worth 3 more.
    [1, 2.5, 0, 3],
    // It takes 3, known from 1; fl_e still wants 2.
    [2, 1.5, 0, 2],
    [3, 0, 0, 0.5],
  ])
})

test('an oracle is at no distance from itself, and nobody beyond nothing', () => {
  for (const [, ownDistance, distance, worthless] of distances(randomDataset(2, 80, 5), [
    'oracle',
    'fl_n',
  ])) {
    expect(ownDistance).toBe(0)
    expect(distance).toBeGreaterThanOrEqual(0)
    expect(distance).toBeLessThanOrEqual(worthless!)
  }
})

test('distances are averaged in windows, over datasets', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dowser-figure2-'))
  const svg = join(folder, 'figure.svg')
  const { context, printed } = tinyContext([FORK, { ...FORK, name: 'again' }], {
    steps: [4],
    policies: ['fl_e'],
    svg,
  })
  const { figure } = (await figure2.run(context)) as { figure: Figure2 }
  expect(figure).toMatchObject({
    window: 1,
    steps: [1, 2, 3, 4],
    distances: { fl_e: [2.5, 1.5, 0, null], 'score 0': [3, 2, 0.5, null] },
  })
  expect(printed[0]).toMatch(/^1 steps to +fl_e +score 0\n1 +2\.500 +3\.000\n/)
  expect(readFileSync(svg, 'utf8')).toBe(figure2Svg(JSON.parse(JSON.stringify(figure)) as Figure2))
  expect(flawOf(readFileSync(svg, 'utf8'))).toBeUndefined()
  rmSync(folder, { recursive: true })
})
