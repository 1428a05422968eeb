import { expect, test } from 'vitest'
import { heatMap, type HeatMap } from '../../../src/lab/plot/heat-map.ts'
import { flawOf } from './well-formed.ts'

const MAP: HeatMap = {
  title: 'Altered greedy',
  subtitle: 'relative to greedy',
  x: { label: 'q', names: ['0.2', '1'] },
  y: { label: 'ζ', names: ['0.8', '0.4', '0'] },
  cells: [
    [0.9, 1],
    [1.05, 1],
    [null, 1],
  ],
  middle: 1,
}

/** Fills of the cells in reading order, without the page's own. */
const fills = (svg: string) =>
  [...svg.matchAll(/<rect [^>]*fill="(#\w+)"/g)].map(([, fill]) => fill).slice(1)

test('a map is well-formed, with a cell and a value for each pair', () => {
  const svg = heatMap(MAP)
  expect(flawOf(svg)).toBeUndefined()
  expect(svg).not.toMatch(/NaN|undefined|Infinity/)
  expect(fills(svg)).toHaveLength(6)
  for (const label of ['0.900', '1.050', '1.000', 'none', '>q<', '>ζ<', '>0.8<', '>0<']) {
    expect(svg).toContain(label)
  }
})

test('the middle is white, less and more have colours of their own', () => {
  const [less, middle, more, alike, missing] = fills(heatMap(MAP))
  expect(middle).toBe('#fafafa')
  expect(alike).toBe(middle)
  expect(new Set([less, middle, more, missing]).size).toBe(4)
})

test('a map of equal values is well-formed', () => {
  const svg = heatMap({ ...MAP, cells: [[1, 1]], y: { label: 'ζ', names: ['0'] } })
  expect(flawOf(svg)).toBeUndefined()
  expect(svg).not.toContain('NaN')
})
