import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  backlinks,
  combine,
  combined,
  forwardLinks,
  location,
  pageRanks,
} from '../../../src/lab/importance/metrics.ts'
import { Similarity } from '../../../src/lab/importance/similarity.ts'
import { anyGraph, edgesOf } from '../../lib/sparse-graph.ts'

describe('importance', () => {
  test('by links counts those to a page, and those of it', () => {
    fc.assert(
      fc.property(anyGraph(), (graph) => {
        const edges = edgesOf(graph)
        for (let node = 0; node < graph.nodeCount; node++) {
          expect(backlinks(graph)[node]).toBe(edges.filter(([, to]) => to === node).length)
          expect(forwardLinks(graph)[node]).toBe(edges.filter(([from]) => from === node).length)
        }
      }),
    )
  })

  test('by PageRank satisfies its equation', () => {
    fc.assert(
      fc.property(anyGraph(), (graph) => {
        const [ranks, edges, degrees] = [pageRanks(graph), edgesOf(graph), forwardLinks(graph)]
        for (let node = 0; node < graph.nodeCount; node++) {
          const shares = edges
            .filter(([, to]) => to === node)
            .map(([from]) => ranks[from]! / degrees[from]!)
          const expected = 0.1 + 0.9 * shares.reduce((sum, share) => sum + share, 0)
          expect(ranks[node]).toBeCloseTo(expected, 4)
        }
      }),
    )
  })

  test.each([
    ['https://a.test', 1 / 3],
    ['https://a.test/', 1 / 4],
    ['https://a.test/b/c', 1 / 5],
    ['https://a.com/', 1 / 4 + 1],
    ['https://a.test/home/me', 1 / 5 + 1],
  ])('by location of %s is %f', (url, expected) => {
    expect(location(url)).toBeCloseTo(expected, 12)
  })

  test('combined is half similarity and half links, each from 0 to 1', () => {
    const [similarities, links] = [Float64Array.of(0.2, 0, 0.1), Float64Array.of(0, 8, 4)]
    const both = combine(similarities, links)
    expect([...combined(both, links)]).toEqual([1, 1, 1])
    const none = Float64Array.of(0, 0, 0)
    expect([...combined(combine(none, none), none)]).toEqual([0, 0, 0])
  })
})

/** The cosine in the space of words, vectors and all. */
function cosine(texts: readonly string[], page: number, query: string): number {
  const words = texts.map((text) => text.split(' ').filter((word) => word !== ''))
  const vocabulary = [...new Set(words.flat())]
  const idf = (word: string) =>
    Math.log(texts.length / words.filter((all) => all.includes(word)).length)
  const weights = vocabulary.map(
    (word) => words[page]!.filter((other) => other === word).length * idf(word),
  )
  const length = Math.hypot(...weights)
  const place = vocabulary.indexOf(query)
  return place < 0 || length === 0 ? 0 : weights[place]! / length
}

test('similarity to a topic is the cosine of page and query by tf and idf', () => {
  const word = fc.constantFrom('ash', 'lava', 'sheep', 'wool')
  const page = fc.array(word, { maxLength: 8 }).map((words) => words.join(' '))
  fc.assert(
    fc.property(fc.array(page, { minLength: 1, maxLength: 6 }), (texts) => {
      const similarity = new Similarity(texts.length, { pageText: (node) => texts[node]! })
      const beta = Float32Array.from(texts, (text) =>
        Math.log1p(text.split(' ').filter((one) => one === 'lava').length),
      )
      const values = similarity.to({ topic: 'lava', beta, alpha: new Float32Array() })
      for (const [node, value] of values.entries()) {
        expect(value).toBeCloseTo(cosine(texts, node, 'lava'), 9)
      }
    }),
  )
})
