import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Coverage } from '../../../src/core/seeds/coverage.ts'
import { DepthJudge } from '../../../src/core/seeds/depth-value.ts'
import { LinkMeter } from '../../../src/core/seeds/link-meter.ts'
import { graphOf } from '../../lib/sparse-graph.ts'
import { anyKnownGraph } from './any-known-graph.ts'
import { drain } from './drain.ts'
import { within } from './reference.ts'

const anyMove = fc.record({
  kind: fc.constantFrom('evaluate', 'cover', 'count'),
  node: fc.nat(),
})

it('never bounds a page by less than its score, whatever is evaluated and covered', () => {
  fc.assert(
    fc.property(
      anyKnownGraph,
      fc.nat(3),
      fc.array(anyMove, { maxLength: 12 }),
      (known, depth, moves) => {
        const meter = new LinkMeter()
        const coverage = new Coverage(known, 1, meter)
        const judge = new DepthJudge({ known, coverage, meter, depth, randomSeed: 0 })
        const nodes = [...known.values.keys()]
        const scoreOf = (node: number) =>
          [...within(known.graph, node, depth)].reduce((sum, n) => sum + coverage.remaining[n]!, 0)
        for (const { kind, node: any } of moves) {
          const node = any % nodes.length
          const score = kind === 'evaluate' ? drain(judge.evaluate(node)) : scoreOf(node)
          expect(score).toBe(scoreOf(node))
          if (kind === 'cover') drain(coverage.cover(node))
          if (kind === 'count') drain(judge.countBounds())
          expect(nodes.filter((n) => judge.boundOf(n) < scoreOf(n))).toEqual([])
        }
      },
    ),
  )
})

it('bounds the targets of an evaluated page by what that page reaches in one hop more', () => {
  // Page 0 links to 1, 2 and 3, and 1 to 4 and 5, which hold most of the value.
  const graph = graphOf(7, [
    [0, 1],
    [0, 2],
    [0, 3],
    [1, 4],
    [1, 5],
  ])
  const known = { graph, values: Float64Array.of(1, 1, 1, 1, 10, 10, 100) }
  const meter = new LinkMeter()
  const coverage = new Coverage(known, 1, meter)
  const judge = new DepthJudge({ known, coverage, meter, depth: 1, randomSeed: 0 })
  expect(drain(judge.evaluate(0))).toBe(4)
  expect([0, 1, 2, 6].map((node) => judge.boundOf(node))).toEqual([4, 24, 24, Infinity])
})
