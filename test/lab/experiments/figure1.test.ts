import { expect, test } from 'vitest'
import { figure1, figure1Svg, type Figure1 } from '../../../src/lab/experiments/figure1.ts'
import { flawOf } from '../plot/well-formed.ts'
import { randomDataset, tinyContext } from './tiny.ts'

test('altered greedy is measured against greedy', async () => {
  const { context, printed } = tinyContext([randomDataset(3, 100, 5)], { steps: [10] })
  const { figure } = (await figure1.run(context)) as { figure: Figure1 }
  expect(figure.greeds).toEqual([0.2, 0.4, 0.6, 0.8, 1])
  expect(figure.zetas).toEqual([0, 0.2, 0.4, 0.6, 0.8])
  // Always greedy is greedy, whatever ζ.
  expect(figure.relative.map((row) => row.at(-1))).toEqual([1, 1, 1, 1, 1])
  // Mostly any node of the frontier finds less than always the best.
  expect(figure.relative[0]![0]).toBeLessThan(0.9)
  expect(printed.join()).toMatch(/step 10 +q 0\.2 +q 0\.4 +q 0\.6 +q 0\.8 +q 1\nzeta 0 /)
})

test('the map is drawn from the JSON alone, the largest ζ on top', () => {
  const figure: Figure1 = {
    caption: 'jazz',
    step: 5_000,
    greeds: [0.2, 1],
    zetas: [0, 0.8],
    relative: [
      [0.5, 1],
      [0.9, 1],
    ],
  }
  const svg = figure1Svg(JSON.parse(JSON.stringify(figure)) as Figure1)
  expect(flawOf(svg)).toBeUndefined()
  expect(svg.indexOf('0.900')).toBeLessThan(svg.indexOf('0.500'))
  expect(svg).toContain('after 5000 steps')
  expect(svg).toContain('jazz')
})
