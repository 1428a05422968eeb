import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { selectSeeds } from '../../../src/core/seeds/select-seeds.ts'
import { seeds } from '../../../src/lab/experiments/seeds.ts'
import {
  cellOf,
  greedyGrids,
  MAX_HOPS,
  MAX_SEEDS,
  staticGrids,
} from '../../../src/lab/experiments/seeds/coverage-grid.ts'
import { SiteGains } from '../../../src/lab/experiments/seeds/gains.ts'
import { measureSite, METHODS } from '../../../src/lab/experiments/seeds/site-gains.ts'
import { siteValues } from '../../../src/lab/experiments/seeds/site-values.ts'
import { divideIntoSites } from '../../../src/lab/experiments/seeds/sites.ts'
import { drain } from '../../core/seeds/drain.ts'
import { anyGraph, edgesOf, graphOf } from '../../lib/sparse-graph.ts'
import { flawOf } from '../plot/well-formed.ts'
import { callLab, emptyFolder } from '../run-lab.ts'
import { randomDataset, tinyContext } from './tiny.ts'

describe('sites', () => {
  /** Pages 0 to 149 and 150 to 299 in rings of their own, page 300 apart. */
  const rings = graphOf(
    301,
    Array.from({ length: 300 }, (_, i) => [i, i % 150 === 149 ? i - 149 : i + 1] as const),
  )

  test('are hosts', () => {
    const url = (node: number) => `https://${Math.floor(node / 150)}.test/${node}`
    const sites = divideIntoSites(rings, url)
    // The third host has one page.
    expect(sites.map(({ name, pages }) => [name, pages.length])).toEqual([
      ['0.test', 150],
      ['1.test', 150],
    ])
    expect(sites[1]!.graph.edgeCount).toBe(150)
    expect(edgesOf(sites[1]!.graph)[0]).toEqual([0, 1])
  })

  test('are folders where one host has most pages, however deep', () => {
    const url = (node: number) => `file:///usr/share/${Math.floor(node / 150)}/html/${node}.html`
    expect(divideIntoSites(rings, url).map(({ name }) => name)).toEqual([
      '/usr/share/0',
      '/usr/share/1',
    ])
  })

  test('are no folders that most links lead out of', () => {
    const url = (node: number) => `https://one.test/${node % 2}/${node}`
    expect(divideIntoSites(rings, url).map(({ pages }) => pages.length)).toEqual([301])
  })

  test('know the links that leave them', () => {
    const graph = graphOf(
      202,
      Array.from(
        { length: 200 },
        (_, i) => [i, (i < 100 ? 0 : 100) + ((i + 1) % 100)] as const,
      ).concat([
        [0, 200],
        [1, 200],
        [1, 201],
      ]),
    )
    const [first] = divideIntoSites(
      graph,
      (node) => `https://${Math.floor(node / 100)}.test/${node}`,
    )
    expect(Array.from(first!.linksOut.subarray(0, 3))).toEqual([1, 2, 0])
    expect(first!.distinctShare).toBeCloseTo(2 / 3)
    const { paper, relevance } = siteValues(first!, new Float32Array(202).fill(0.5, 1, 2))
    expect(Array.from(paper.subarray(0, 3), (value) => Number(value.toFixed(3)))).toEqual([
      1.667, 11.333, 1,
    ])
    expect(Array.from(relevance.subarray(0, 3))).toEqual([0, 0.5, 0])
  })
})

test('coverage is read off at once for all k and h as if each were selected for itself', () => {
  fc.assert(
    fc.property(anyGraph(), fc.constantFrom('out_degree', 'max_weight'), (graph, method) => {
      const known = {
        graph,
        values: Float64Array.from(graph.outStart.subarray(1), (end) => 1 + end),
      }
      const grids =
        method === 'out_degree'
          ? staticGrids(known, { method })
          : greedyGrids(known, { method, depth: 2 })
      for (let hops = 1; hops <= MAX_HOPS; hops++) {
        for (let k = 1; k <= MAX_SEEDS; k++) {
          const options = {
            method,
            seeds: k,
            hops,
            depth: 2,
            perSite: 'none',
            randomSeed: 0,
          } as const
          const { coverage } = drain(selectSeeds(known, options))
          expect(grids.pages[cellOf(k, hops)]).toBeCloseTo(coverage.pages / coverage.totalPages, 9)
          expect(grids.value[cellOf(k, hops)]).toBeCloseTo(coverage.value / coverage.totalValue, 9)
        }
      }
    }),
    { numRuns: 30 },
  )
})

test('gains are means over sites of coverage beside that of Random, with their standard error', () => {
  const gains = new SiteGains()
  for (const coverage of [0.5, 0.75, 1]) {
    const grid = (share: number) => new Float64Array(MAX_SEEDS * MAX_HOPS).fill(share)
    const grids = new Map(METHODS.map((name) => [name, grid(name === 'random' ? 0.5 : coverage)]))
    gains.add({ pages: grids, value: grids, relevance: undefined })
  }
  expect(gains.at('value', 'max_out', { seeds: 3, hops: 2 })).toEqual({
    coverage: 75,
    gain: 50,
    // Gains of 0, 50 and 100 %.
    standardError: expect.closeTo(50 / Math.sqrt(3), 9),
    sites: 3,
  })
  expect(gains.at('relevance', 'max_out', { seeds: 3, hops: 2 }).sites).toBe(0)
})

test('a site with too few relevant pages says nothing of relevance', () => {
  const { graph } = randomDataset(1, 120, 3)
  const [site] = divideIntoSites(graph, (node) => `https://tiny.test/${node}`)
  const beta = new Float32Array(120)
  expect(measureSite(site!, beta.fill(1, 0, 9), 1).relevance).toBeUndefined()
  expect(measureSite(site!, beta.fill(1, 0, 10), 1).relevance?.size).toBe(METHODS.length)
})

test('the experiment prints coverage, gains and findings of each corpus, and draws them', async () => {
  const svg = join(emptyFolder(), 'seeds.svg')
  const { context, printed } = tinyContext([randomDataset(3, 150, 4)], { svg })
  const result = await seeds.run(context)
  expect(printed.join('\n')).toContain('max_weight(3)')
  expect(printed.join('\n')).toContain('MaxWeight best on value')
  expect(Object.keys((result as { corpora: object }).corpora)).toEqual(['tiny'])
  expect(flawOf(readFileSync(svg, 'utf8'))).toBeUndefined()
})

test('the figure can be drawn again from its result', async () => {
  const folder = emptyFolder()
  const [json, first, again] = ['result.json', 'first.svg', 'again.svg'].map((name) =>
    join(folder, name),
  )
  const corpus = 'synthetic:france,nodes=2000,seed=2'
  const run = `seeds --corpus ${corpus} --quick --json ${json} --svg ${first}`
  expect((await callLab(run)).err).not.toContain('lab:')
  expect((await callLab(`plot --from ${json} --svg ${again}`)).code).toBe(0)
  expect(readFileSync(again!, 'utf8')).toBe(readFileSync(first!, 'utf8'))
})
