import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { buildScorer } from '../../../../src/core/topic/scorers.ts'

const scorer = (...keywords: string[]) => buildScorer({ scorer: 'cosine', keywords })

describe('a page by its cosine', () => {
  test('scores 1 where it has the words of the topic, each as often, and nothing else', () => {
    expect(scorer('lava', 'ash').scorePage('Ash, lava; ASH (lava)')).toBeCloseTo(1, 12)
  })

  test.each(['', 'volcanoes everywhere', '...'])('scores 0 without any of them: %j', (text) => {
    expect(scorer('lava').scorePage(text)).toBe(0)
  })

  test('scores less the more other words it has', () => {
    const { scorePage } = scorer('lava')
    expect(scorePage('lava')).toBe(1)
    expect(scorePage('lava flows')).toBeCloseTo(1 / Math.sqrt(2), 12)
    expect(scorePage('lava flows flows')).toBeCloseTo(1 / Math.sqrt(5), 12)
  })

  test('is read whatever its case and accents', () => {
    expect(scorer('Émile').scorePage('emile')).toBe(1)
  })

  test('scores as the formula says', () => {
    const words = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 12 })
    fc.assert(
      fc.property(words, words, (topic, page) => {
        fc.pre(topic.length > 0)
        const score = scorer(topic.join(' ')).scorePage(page.join(' '))
        expect(score).toBeCloseTo(slowCosine(topic, page), 12)
      }),
    )
  })
})

test('a link is scored by all the words around its places', () => {
  const { scoreLink } = scorer('lava')
  expect(scoreLink(['lava', 'flows'])).toBeCloseTo(1 / Math.sqrt(2), 12)
  expect(scoreLink([])).toBe(0)
})

function slowCosine(a: readonly string[], b: readonly string[]): number {
  const count = (list: readonly string[], word: string) =>
    list.filter((other) => other === word).length
  const dot = (x: readonly string[], y: readonly string[]) =>
    ['a', 'b', 'c', 'd'].reduce((sum, word) => sum + count(x, word) * count(y, word), 0)
  return dot(a, b) === 0 ? 0 : dot(a, b) / (Math.sqrt(dot(a, a)) * Math.sqrt(dot(b, b)))
}
