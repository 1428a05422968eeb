import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ArchiveReader } from '../../../src/lib/archive.ts'
import { cosine, tagPathFeatures } from '../../../src/core/rank/features/tag-path.ts'
import { LinkClasses } from '../../../src/core/rank/link-classes.ts'
import { archivedBytes } from '../../fixtures/archived.ts'

const element = fc.constantFrom('div', 'ul', 'li', 'a', 'nav.top', 'p', 'td')
const path = fc.array(element, { minLength: 1, maxLength: 8 }).map((names) => names.join(' '))
const maybePath = fc.option(path, { nil: undefined })

/** The cosine of dense vectors of counts. */
function slowCosine(a: readonly number[], b: readonly number[]): number {
  const vector = (features: readonly number[]) => {
    const counts = new Float64Array(4096)
    for (const feature of features) counts[feature]!++
    return counts
  }
  const [x, y] = [vector(a), vector(b)]
  const dot = (u: Float64Array, v: Float64Array) => u.reduce((sum, it, i) => sum + it * v[i]!, 0)
  return dot(x, y) / Math.sqrt(dot(x, x) * dot(y, y))
}

describe('a tag path', () => {
  test('is as similar to another as their vectors of pairs are', () => {
    fc.assert(
      fc.property(path, path, (one, other) => {
        const [a, b] = [tagPathFeatures(one), tagPathFeatures(other)]
        expect(cosine(a, b)).toBeCloseTo(slowCosine(a, b), 12)
        expect(cosine(a, a)).toBe(1)
      }),
    )
  })

  test('has a feature for each pair of neighbours, its ends included', () => {
    expect(tagPathFeatures('html body a')).toHaveLength(4)
    expect(cosine(tagPathFeatures('html body p a'), tagPathFeatures('html body p a'))).toBe(1)
    const [item, deeper] = ['html body div ul li a', 'html body div ul li b a'].map(tagPathFeatures)
    expect(cosine(item!, deeper!)).toBeGreaterThan(0.75)
    expect(cosine(item!, tagPathFeatures('html body footer p a'))).toBeLessThan(0.75)
  })
})

describe('link classes', () => {
  test('are those of a search through the first paths of all', () => {
    fc.assert(
      fc.property(fc.array(fc.array(maybePath, { maxLength: 12 })), (pages) => {
        const classes = new LinkClasses(0.75)
        const first: number[][] = []
        for (const paths of pages) {
          const found = classes.classify(paths)
          const hasPath = paths.some((its) => its !== undefined)
          expect(found !== undefined).toBe(hasPath)
          if (found === undefined) continue
          const wanted = paths.map((its) => {
            if (its === undefined) return 0
            const features = tagPathFeatures(its)
            const similarities = first.map((other) => cosine(features, other))
            const best = Math.max(0, ...similarities)
            if (best >= 0.75) return similarities.indexOf(best) + 1
            return first.push(features)
          })
          expect(found.ofEdges).toEqual(wanted)
          classes.learn(found)
          classes.learn(found)
          expect(classes.length).toBe(first.length)
        }
        const loaded = new LinkClasses(0.75)
        loaded.archive(new ArchiveReader([archivedBytes(classes)]))
        const paths = ['div p a', 'ul li a', undefined]
        expect(loaded.classify(paths)).toEqual(classes.classify(paths))
      }),
    )
  })

  test('are 255 at most; what is like none then joins the most similar', () => {
    const classes = new LinkClasses(1)
    const paths = Array.from({ length: 300 }, (_, i) => `html body div#n${i} a`)
    const found = classes.classify(paths)!
    expect(found.added).toHaveLength(255)
    expect(Math.max(...found.ofEdges)).toBe(255)
    expect(found.ofEdges.slice(0, 255)).toEqual(paths.slice(0, 255).map((_, i) => i + 1))
    expect(found.ofEdges.slice(255).every((its) => its >= 1)).toBe(true)
  })
})
