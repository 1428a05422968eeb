import fc from 'fast-check'
import { expect, it } from 'vitest'
import { condense, Roots } from '../../../src/core/seeds/condensation.ts'
import { LinkMeter } from '../../../src/core/seeds/link-meter.ts'
import { strongComponents } from '../../../src/core/seeds/strong-components.ts'
import { anyGraph, edgesOf, graphOf } from '../../lib/sparse-graph.ts'
import { drain } from './drain.ts'
import { componentNames, within } from './reference.ts'

it('groups nodes that reach each other, in the order of their lowest members', () => {
  fc.assert(
    fc.property(anyGraph(), (graph) => {
      const { of, count, start, members } = drain(strongComponents(graph, new LinkMeter()))
      const names = componentNames(graph)
      const sorted = [...new Set(names)].toSorted((a, b) => a - b)
      expect(Array.from(of)).toEqual(names.map((name) => sorted.indexOf(name)))
      expect(count).toBe(sorted.length)
      for (let c = 0; c < count; c++) {
        const inside = Array.from(members.subarray(start[c], start[c + 1]))
        expect(inside).toEqual([...of.keys()].filter((node) => of[node] === c))
      }
    }),
  )
})

it('walks a path that is longer than any call stack', () => {
  const nodes = 300_000
  const graph = graphOf(
    nodes,
    Array.from({ length: nodes }, (_, node) => [node, (node + 1) % nodes] as const),
  )
  expect(drain(strongComponents(graph, new LinkMeter())).count).toBe(1)
})

it('links components once each, and finds the roots above one', () => {
  fc.assert(
    fc.property(anyGraph(), (graph) => {
      const meter = new LinkMeter()
      const components = drain(strongComponents(graph, meter))
      const { of, count, members, start } = components
      const parents = drain(condense(graph, components, meter))
      const links = new Set(
        edgesOf(graph)
          .map(([source, target]) => [of[target]!, of[source]!] as const)
          .filter(([target, source]) => target !== source)
          .map(String),
      )
      expect(edgesOf(parents).map(String).toSorted()).toEqual([...links].toSorted())
      const roots = new Roots(parents, meter)
      for (let c = 0; c < count; c++) {
        const above = Array.from({ length: count }, (_, other) => other).filter(
          (other) =>
            parents.outStart[other] === parents.outStart[other + 1] &&
            within(graph, members[start[other]!]!, Infinity).has(members[start[c]!]!),
        )
        expect(Array.from(drain(roots.above(c)))).toEqual(above)
      }
    }),
  )
})
