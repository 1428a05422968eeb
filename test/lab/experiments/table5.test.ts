import { expect, test } from 'vitest'
import { table5 } from '../../../src/lab/experiments/table5.ts'
import type { Timing } from '../../../src/lab/experiments/timed-steps.ts'
import { randomDataset, tinyContext } from './tiny.ts'

interface Result {
  datasets: Record<string, Record<string, Record<string, Timing>>>
}

const dataset = randomDataset(6, 300, 6)

test('every policy is measured at every step, beside the paper', async () => {
  const policies = ['nr', 'opic', 'fl_ne', 'lr_fl', 'mab_var', 'sl_ne', 'lr_sl']
  const { context, printed } = tinyContext([dataset], { steps: [20, 100], policies })
  const result = (await table5.run(context)) as Result
  const timings = result.datasets['random 6']!
  expect(Object.keys(timings)).toEqual(policies)
  for (const policy of policies) {
    expect(Object.keys(timings[policy]!)).toEqual(['20', '100'])
    for (const timing of Object.values(timings[policy]!)) {
      expect(timing.foldMs + timing.chooseMs).toBeCloseTo(timing.meanMs, 6)
    }
  }
  expect(printed.join()).toMatch(/ms +20 +100 +FRANCE +HAPPY\nnr +\d+\.\d{3} +\d+\.\d{3} +2832\.1/)
})

test('all policies are led along the same crawl', async () => {
  const { context } = tinyContext([dataset], { steps: [50], policies: ['bfs', 'oracle', 'lr_sl'] })
  const result = (await table5.run(context)) as Result
  const sizes = Object.values(result.datasets['random 6']!).map((steps) => steps[50]!.frontier)
  expect(new Set(sizes).size).toBe(1)
})

test('what a crawl does not reach is not measured, and said', async () => {
  const { context, printed, notes } = tinyContext([dataset], { steps: [5, 999], policies: ['bfs'] })
  const result = (await table5.run(context)) as Result
  expect(Object.keys(result.datasets['random 6']!['bfs']!)).toEqual(['5'])
  expect(printed.join()).toMatch(/bfs +\d+\.\d{3} +-/)
  expect(notes.join()).toContain('nothing was left after')
})

test('nr is not measured where it takes hours, and that is said', async () => {
  const { context, notes } = tinyContext([dataset], { steps: [5, 20_000], policies: ['nr'] })
  const result = (await table5.run(context)) as Result
  expect(Object.keys(result.datasets['random 6']!['nr']!)).toEqual(['5'])
  expect(notes.join()).toContain('nr is not measured beyond 10000 steps')
})
