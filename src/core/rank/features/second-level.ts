import type { Archive } from '../../../lib/archive.ts'
import { Column } from '../../graph/column.ts'
import type { KnownLinks, Links } from '../../graph/known-links.ts'
import type { NodeId } from '../../graph/node-table.ts'
import type { Values } from '../../graph/queue.ts'
import type { CrawledNodes, Page } from '../crawled-nodes.ts'

export const SECOND_LEVEL = ['sl_n', 'sl_e', 'sl_ne'] as const
export type SecondLevelName = (typeof SECOND_LEVEL)[number]

/**
 * Sums over the crawled siblings of a frontier node: for each page u that links to it, what u's
 * crawled children w brought, Σ β(w), Σ α(u,w) and Σ β(w)·α(u,w).
 *
 * Each page keeps the sums over its own crawled children; when a child is crawled the difference is
 * pushed to its uncrawled siblings, which is the whole cost of the second level.
 */
export class SecondLevel {
  readonly #values: readonly (Values | undefined)[]
  readonly #children = SECOND_LEVEL.map(() => new Column(true))
  readonly #links: KnownLinks
  readonly #crawled: CrawledNodes
  readonly #touched: (node: NodeId) => void

  constructor(
    values: Partial<Record<SecondLevelName, Values>>,
    links: KnownLinks,
    crawled: CrawledNodes,
    touched: (node: NodeId) => void,
  ) {
    this.#values = SECOND_LEVEL.map((name) => values[name])
    this.#links = links
    this.#crawled = crawled
    this.#touched = touched
  }

  /** Frontier nodes have theirs at hand; those of others are summed anew. */
  values(node: NodeId): number[] {
    if (this.#values.some((values) => values?.has(node) === false)) return this.overParents(node)
    return this.#values.map((values) => values?.value(node) ?? 0)
  }

  /** The page's siblings learn of it. Not for a seed of a replay, which was counted when its parents were. */
  tellSiblings({ node, score }: Page, isInFrontier: (node: NodeId) => boolean): void {
    this.#links.eachIn(node, (parent, linkScore) => {
      this.#spread(parent, [score, linkScore, score * linkScore], isInFrontier)
    })
  }

  /** A crawled page's score was changed by that much. */
  rescored(node: NodeId, change: number, isInFrontier: (node: NodeId) => boolean): void {
    this.#links.eachIn(node, (parent, linkScore) => {
      this.#spread(parent, [change, 0, change * linkScore], isInFrontier)
    })
  }

  /** The page's children learn of those among them that were crawled before. */
  tellChildren({ node, links }: Page, isInFrontier: (node: NodeId) => boolean): void {
    this.#add(this.#children, node, this.#overChildren(links))
    const known = this.#children.map((column) => column.value(node))
    if (!this.#matters(known)) return
    for (const child of links.targets) if (isInFrontier(child)) this.#give(child, known)
  }

  /**
   * A crawled page links elsewhere from now on; to be told before the known links are replaced. What
   * the page knew of its crawled children is taken from its old targets and given to the new ones.
   */
  relinked({ node, links }: Page, isInFrontier: (node: NodeId) => boolean): void {
    const before = new Set<NodeId>()
    this.#links.eachOut(node, (target) => before.add(target))
    const known = this.#children.map((column) => column.value(node))
    const now = this.#overChildren(links)
    for (const [i, column] of this.#children.entries()) {
      if (now[i] !== known[i]) column.set(node, now[i]!)
    }
    const change = now.map((sum, i) => sum - known[i]!)
    const loss = known.map((sum) => -sum)
    for (const target of links.targets) {
      const gain = before.delete(target) ? change : now
      if (isInFrontier(target) && this.#matters(gain)) this.#give(target, gain)
    }
    if (!this.#matters(loss)) return
    for (const target of before) if (isInFrontier(target)) this.#give(target, loss)
  }

  /** A node comes back to the frontier: what it was not told meanwhile is summed anew. */
  returned(node: NodeId): void {
    const sums = this.overParents(node)
    for (const [i, values] of this.#values.entries()) {
      if (values instanceof Column) values.set(node, sums[i]!)
    }
  }

  /** All three, from what its parents keep of their children. */
  overParents(node: NodeId): number[] {
    const sums = [0, 0, 0]
    this.#links.eachIn(node, (parent) => {
      for (const [i, column] of this.#children.entries()) sums[i]! += column.value(parent)
    })
    return sums
  }

  /** Sums over those of a page's children that are crawled. */
  #overChildren({ targets, linkScores }: Links): number[] {
    const sums = [0, 0, 0]
    for (let i = 0; i < targets.length; i++) {
      const child = targets[i]!
      if (!this.#crawled.has(child)) continue
      const [score, linkScore] = [this.#crawled.score(child), linkScores[i]!]
      sums[0]! += score
      sums[1]! += linkScore
      sums[2]! += score * linkScore
    }
    return sums
  }

  /** The sums that stand in a queue are saved with it. */
  archive(archive: Archive): void {
    const columns = this.#values.filter((values) => values instanceof Column)
    for (const column of [...this.#children, ...columns]) column.archive(archive)
  }

  /** Most pages have no score and most links promise nothing: of those no sibling need be told. */
  #matters(gain: readonly number[]): boolean {
    return gain.some((amount, i) => amount !== 0 && this.#values[i] !== undefined)
  }

  #spread(parent: NodeId, gain: readonly number[], isInFrontier: (node: NodeId) => boolean): void {
    this.#add(this.#children, parent, gain)
    if (!this.#matters(gain)) return
    this.#links.eachOut(parent, (sibling) => {
      if (isInFrontier(sibling)) this.#give(sibling, gain)
    })
  }

  #give(node: NodeId, gain: readonly number[]): void {
    this.#add(this.#values, node, gain)
    this.#touched(node)
  }

  #add(to: readonly (Values | undefined)[], node: NodeId, gain: readonly number[]): void {
    for (let i = 0; i < gain.length; i++) to[i]?.increase(node, gain[i]!)
  }
}
