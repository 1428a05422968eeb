import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  lexicalQuality,
  pageRankOfPool,
  wordsContained,
} from '../../../src/lab/measures/page-quality.ts'
import { CHO_PAGE_RANK, pageRank } from '../../../src/lib/page-rank.ts'
import { anyGraph, edgesOf, graphOf } from '../../lib/sparse-graph.ts'

const WORDS = ['ash', 'lava', 'rock', 'sea']
const text = fc.array(fc.constantFrom(...WORDS), { maxLength: 8 })

/** The formula, word by word: Σ tf(description)·idf · tf(page)·idf. */
function slowQuality(pages: string[][], description: string[], page: string[]): number {
  const count = (list: string[], word: string) => list.filter((other) => other === word).length
  return WORDS.reduce((sum, word) => {
    const having = pages.filter((other) => other.includes(word)).length
    if (having === 0) return sum
    const idf = Math.log(pages.length / having)
    return sum + count(description, word) * idf * count(page, word) * idf
  }, 0)
}

describe('lexical quality', () => {
  test('is the dot product of tf-idf vectors', () => {
    fc.assert(
      fc.property(fc.array(text, { maxLength: 6 }), text, (pages, description) => {
        const pool = pages.map((_, node) => node)
        const read = (node: number) => pages[node]!.join(' ')
        const quality = lexicalQuality(pool, read, description.join(' '))
        expect([...quality.keys()]).toEqual(pool)
        for (const [node, page] of pages.entries()) {
          expect(quality.get(node)).toBeCloseTo(slowQuality(pages, description, page), 9)
        }
      }),
    )
  })

  test('is 0 for words that every page has', () => {
    expect(lexicalQuality([0, 1], () => 'lava', 'lava').get(0)).toBe(0)
  })
})

test('a text contains as many words of a topic as it has of them, however often', () => {
  expect(wordsContained('lava ash', 'Lava, lava and rock')).toBe(1)
  expect(wordsContained('lava ash', 'ash on lava')).toBe(2)
  expect(wordsContained('lava', 'sea')).toBe(0)
})

describe('PageRank of a pool', () => {
  test('is that of the graph where the pool is all of it', () => {
    fc.assert(
      fc.property(anyGraph(), (graph) => {
        const pool = Array.from({ length: graph.nodeCount }, (_, node) => node)
        const ranks = pageRank(graph, CHO_PAGE_RANK)
        const ofPool = pageRankOfPool(graph, pool)
        for (const node of pool) expect(ofPool.get(node)).toBeCloseTo(ranks[node]!, 9)
      }),
    )
  })

  test('knows only of links between its pages', () => {
    fc.assert(
      fc.property(anyGraph(), fc.uniqueArray(fc.nat(11)), (graph, drawn) => {
        const pool = drawn.filter((node) => node < graph.nodeCount)
        const inner = edgesOf(graph)
          .filter(([source, target]) => pool.includes(source) && pool.includes(target))
          .map(([source, target]) => [pool.indexOf(source), pool.indexOf(target)] as const)
        const ranks = pageRank(graphOf(pool.length, inner), CHO_PAGE_RANK)
        const ofPool = pageRankOfPool(graph, pool)
        for (const [place, node] of pool.entries()) {
          expect(ofPool.get(node)).toBeCloseTo(ranks[place]!, 9)
        }
      }),
    )
  })
})
