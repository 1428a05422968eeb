import { expect, it } from 'vitest'
import {
  PAPER_WEIGHTS,
  type PageFacts,
  pageValues,
  TOPIC_WEIGHTS,
} from '../../../src/core/seeds/page-values.ts'
import { graphOf } from '../../lib/sparse-graph.ts'

/** Page 0 links to 1, 2 and 3; page 1 to 3 and 4; pages 3 and 4 were not read. */
const FACTS: PageFacts = {
  graph: graphOf(5, [
    [0, 1],
    [0, 2],
    [0, 3],
    [1, 3],
    [1, 4],
  ]),
  relevance: [2, 0.5, 3.5, 0, 0],
  isRead: Uint8Array.of(1, 1, 1, 0, 0),
}

it('is the relevance of a page for a campaign that knows nothing else', () => {
  expect(Array.from(pageValues(FACTS, TOPIC_WEIGHTS))).toEqual([2, 0.5, 3.5, 0, 0])
})

it('is 1 for each page in the paper', () => {
  expect(Array.from(pageValues(FACTS, PAPER_WEIGHTS))).toEqual([1, 1, 1, 1, 1])
})

it('is replaced by a penalty, and that by a bonus', () => {
  const facts = {
    ...FACTS,
    isUnwanted: Uint8Array.of(1, 1, 0, 0, 0),
    isWanted: Uint8Array.of(0, 1, 1, 0, 0),
  }
  expect(Array.from(pageValues(facts, PAPER_WEIGHTS))).toEqual([-10, 10, 10, 1, 1])
  expect(Array.from(pageValues(facts, TOPIC_WEIGHTS))).toEqual([-1, 10, 10, 0, 0])
})

it('grows with the new pages expected behind links to pages that were not read', () => {
  const siteOf = Uint32Array.of(0, 1, 0, 0, 0)
  const facts = {
    ...FACTS,
    isUnwanted: Uint8Array.of(1, 0, 0, 0, 0),
    discovery: { siteOf, newLinkShares: [0.5, 0.25] },
  }
  expect(Array.from(pageValues(facts, PAPER_WEIGHTS))).toEqual([-10 + 0.5, 1 + 2 * 0.25, 1, 1, 1])
})

it('takes a new page to be as relevant as the pages read', () => {
  const discovery = { siteOf: new Uint32Array(5), newLinkShares: [0.5] }
  const mean = (2 + 0.5 + 3.5) / 3
  const values = pageValues({ ...FACTS, discovery }, TOPIC_WEIGHTS)
  expect(Array.from(values)).toEqual([2 + 0.5 * mean, 0.5 + 2 * 0.5 * mean, 3.5, 0, 0])
})

it('expects nothing where nothing was read', () => {
  const facts = { ...FACTS, relevance: [0, 0, 0, 0, 0], isRead: new Uint8Array(5) }
  const discovery = { siteOf: new Uint32Array(5), newLinkShares: [1] }
  expect(Array.from(pageValues({ ...facts, discovery }, TOPIC_WEIGHTS))).toEqual([0, 0, 0, 0, 0])
})
