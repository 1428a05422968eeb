import { describe, expect, test } from 'vitest'
import { Regression } from '../../../src/core/rank/estimators/regression.ts'
import type { EstimatorName, Term } from '../../../src/core/rank/names.ts'
import { DrivenCrawl } from './driven-crawl.ts'
import { golden, goldenAfter } from './reference/golden-graph.ts'

/** Half a unit of the last digit printed, and as much again for sums kept in 24 bits. */
const PRINTED = 1e-6

describe('the golden graph, after s, a and b', () => {
  test.each<[EstimatorName & Term, number, number, number]>([
    ['fl_deg', 2, 2, 1],
    ['fl_n', 1.791759, Math.LN2, 0],
    ['fl_e', 1.098612, 0, 0],
    ['fl_ne', 0.7615, 0, 0],
    ['sl_n', Math.LN2, 0, 0],
    ['sl_e', Math.LN2, 0, 0],
    ['sl_ne', 0.480453, 0, 0],
  ])('has the printed sums by %s', (name, c, d, e) => {
    const crawl = crawlOf(name)
    const sums = frontierIds(crawl).map((id) => crawl.ranker.arms[0]!.terms(id)[name])
    expect(offPrint(sums, [c, d, e])).toEqual([])
    expect(offPrint(estimatesOf(crawl), [c, d, e].map(Math.log1p))).toEqual([])
  })

  test.each<[EstimatorName, number, number, number]>([
    ['lr_fl', 0.823182, 0.001291, 0.000539],
    ['opic', 0.6, 0.3, 0.3],
    ['nr', 0.093911, 0.043322, 0],
    ['bfs', 1 / 2, 1 / 3, 1 / 3],
    ['oracle', Math.log(4), 0, Math.log(2)],
  ])('has the printed estimates by %s', (name, c, d, e) => {
    expect(offPrint(estimatesOf(crawlOf(name)), [c, d, e])).toEqual([])
  })

  test('has c one link away from the seed, d and e two', () => {
    const crawl = crawlOf('bfs')
    const distances = frontierIds(crawl).map((id) => crawl.ranker.arms[0]!.terms(id)['distance'])
    expect(distances).toEqual([1, 2, 2])
  })

  test('has the printed cash of OPIC, of which 4 was handed on', () => {
    const crawl = crawlOf('opic')
    const terms = frontierIds(crawl).map((id) => crawl.ranker.arms[0]!.terms(id))
    expect(terms).toEqual([3, 1.5, 1.5].map((cash) => ({ cash, handedOn: 4 })))
  })

  test('has the printed regression weights, after a and after b', () => {
    const crawl = new DrivenCrawl(goldenAfter(), { name: 'lr_fl' })
    const [regression] = crawl.ranker.arms as unknown as [Regression<Term>]
    crawl.force(golden('a'))
    expect(offPrint(regression.weights, [0.294977, 0.315459, 0.224096, 0.240938])).toEqual([])
    crawl.force(golden('b'))
    expect(offPrint(regression.weights, [0.000777, 0.000831, 0.608503, 0.654236])).toEqual([])
  })
})

function crawlOf(name: EstimatorName): DrivenCrawl {
  const crawl = new DrivenCrawl(goldenAfter(), { name })
  crawl.force(golden('a'))
  crawl.force(golden('b'))
  crawl.ranker.prepare()
  expect(crawl.frontier()).toEqual([golden('c'), golden('d'), golden('e')])
  return crawl
}

function frontierIds(crawl: DrivenCrawl) {
  return crawl.frontier().map((node) => crawl.id(node))
}

function estimatesOf(crawl: DrivenCrawl): number[] {
  return [...crawl.estimates().values()]
}

/** The values that are not those printed, with what is. */
function offPrint(values: readonly (number | undefined)[], printed: readonly number[]) {
  return printed
    .map((wanted, i) => ({ value: values[i]!, wanted }))
    .filter(({ value, wanted }) => !(Math.abs(value - wanted) < PRINTED))
}
