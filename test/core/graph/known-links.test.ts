import fc from 'fast-check'
import { expect, test } from 'vitest'
import { KnownLinks, type Links } from '../../../src/core/graph/known-links.ts'
import type { NodeId } from '../../../src/core/graph/node-table.ts'
import { archivedBytes } from '../../fixtures/archived.ts'

const NODES = 12

const linksArbitrary: fc.Arbitrary<Links> = fc
  .uniqueArray(fc.nat(NODES - 1), { maxLength: NODES })
  .map((targets) => ({
    targets: targets as NodeId[],
    linkScores: targets.map((target) => target / 8),
  }))

const versions = fc.array(fc.tuple(fc.nat(NODES - 1), linksArbitrary), { maxLength: 80 })

function filled(pages: readonly [number, Links][]): {
  known: KnownLinks
  last: Map<NodeId, Links>
} {
  const known = new KnownLinks()
  const last = new Map<NodeId, Links>()
  for (const [id, links] of pages) {
    const node = id as NodeId
    if (last.has(node)) known.replace(node, links)
    else known.add(node, links)
    last.set(node, links)
  }
  return { known, last }
}

test('links are those of the last version of each page', () => {
  fc.assert(
    fc.property(versions, (pages) => {
      const { known, last } = filled(pages)
      for (let id = 0; id < NODES; id++) {
        const node = id as NodeId
        const out: [NodeId, number][] = []
        known.eachOut(node, (target, linkScore) => out.push([target, linkScore]))
        const { targets, linkScores } = last.get(node) ?? { targets: [], linkScores: [] }
        expect(out).toEqual(targets.map((target, i) => [target, linkScores[i]]))
        expect(known.outDegree(node)).toBe(targets.length)
        const parents: NodeId[] = []
        known.eachIn(node, (source) => parents.push(source))
        const expected = [...last].filter(([, links]) => links.targets.includes(node))
        expect(parents.toSorted((a, b) => a - b)).toEqual(
          expected.map(([source]) => source).toSorted((a, b) => a - b),
        )
        expect(known.inDegree(node)).toBe(expected.length)
      }
    }),
  )
})

test('replaced links never take more than a third of what the others do', () => {
  fc.assert(
    fc.property(versions, (pages) => {
      const { known, last } = filled(pages)
      const live = [...last.values()].reduce((sum, { targets }) => sum + targets.length, 0)
      expect(known.length).toBeLessThanOrEqual(live / (1 - 1 / 4))
    }),
  )
})

test('a page that is replaced by itself leaves every byte as it was', () => {
  fc.assert(
    fc.property(versions, (pages) => {
      const { known, last } = filled(pages)
      const before = archivedBytes(known)
      for (const [node, links] of last) known.replace(node, structuredClone(links))
      expect(archivedBytes(known)).toEqual(before)
    }),
  )
})
