import type { Archive } from '../../../lib/archive.ts'
import { Column } from '../../graph/column.ts'
import type { KnownLinks } from '../../graph/known-links.ts'
import type { NodeId } from '../../graph/node-table.ts'
import type { Page } from '../crawled-nodes.ts'
import { RANK_FLOW_BYTES, RankFlow } from './rank-flow.ts'

export const HOT_ORDERS = ['breadth', 'backlink', 'pagerank'] as const

/** Bytes for a node, by the order that takes the most. */
export const ORDER_BYTES = RANK_FLOW_BYTES

/** An order of the nodes within a queue: those of a larger value go first. */
export interface HotOrder {
  value: (node: NodeId) => number
  /** A number from 0 to less than 1 that grows with the value, and the value of such a number. */
  share: (value: number) => number
  fromShare: (share: number) => number
  terms: (node: NodeId) => Partial<Record<'discovered' | 'fl_deg' | 'rank', number>>
  added: (node: NodeId) => void
  crawled: (page: Page) => void
  recrawled: (page: Page, was: Page) => void
  moved: (from: NodeId, to: NodeId) => void
  archive: (archive: Archive) => void
}

interface OrderOptions {
  hotOrder: (typeof HOT_ORDERS)[number]
  damping: number
}

/** `changed` is called when the value of a node is another. */
export function buildOrder(
  { hotOrder, damping }: OrderOptions,
  links: KnownLinks,
  changed: (node: NodeId) => void,
): HotOrder {
  switch (hotOrder) {
    case 'breadth':
      return BY_DISCOVERY
    case 'backlink':
      return byLinksSeen(changed)
    case 'pagerank':
      return byRank(new RankFlow(links, damping, changed))
  }
}

/** Ids are given in order of discovery. */
const BY_DISCOVERY: HotOrder = {
  value: (node) => 0 - node,
  share: (value) => 1 / (2 - value),
  fromShare: (share) => 2 - 1 / share,
  terms: (node) => ({ discovered: node }),
  added: () => {},
  crawled: () => {},
  recrawled: () => {},
  moved: () => {},
  archive: () => {},
}

/** Values go from 0 up. */
const SATURATING = {
  share: (value: number) => value / (1 + value),
  fromShare: (share: number) => share / (1 - share),
}

function byLinksSeen(changed: (node: NodeId) => void): HotOrder {
  const counts = new Column(false)
  const add = (node: NodeId, count: number) => {
    counts.increase(node, count)
    changed(node)
  }
  return {
    ...SATURATING,
    value: (node) => counts.value(node),
    terms: (node) => ({ fl_deg: counts.value(node) }),
    added: () => {},
    crawled: ({ links }) => links.targets.forEach((target) => add(target, 1)),
    recrawled: ({ links }, was) => {
      const [now, before] = [new Set(links.targets), new Set(was.links.targets)]
      for (const target of before) if (!now.has(target)) add(target, -1)
      for (const target of now) if (!before.has(target)) add(target, 1)
    },
    moved: (from, to) => add(to, counts.value(from)),
    archive: (archive) => counts.archive(archive),
  }
}

function byRank(flow: RankFlow): HotOrder {
  return {
    ...SATURATING,
    value: (node) => flow.rank(node),
    terms: (node) => ({ rank: flow.rank(node) }),
    added: (node) => flow.add(node),
    crawled: (page) => flow.crawled(page),
    recrawled: (page, was) => flow.recrawled(page, was),
    moved: (from, to) => flow.moved(from, to),
    archive: (archive) => flow.archive(archive),
  }
}
