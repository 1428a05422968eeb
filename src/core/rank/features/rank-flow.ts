import type { Archive } from '../../../lib/archive.ts'
import { KeyedHeap, Positions } from '../../../lib/keyed-heap.ts'
import { Column } from '../../graph/column.ts'
import type { KnownLinks, Links } from '../../graph/known-links.ts'
import type { NodeId } from '../../graph/node-table.ts'
import type { Page } from '../crawled-nodes.ts'

/** A page with less than this still to hand on waits until there is more. */
export const TOLERANCE = 1e-4
/**
 * Links that a step may look at beside those of its own page. The last page is finished, so that
 * pages with the same links keep the same rank.
 */
const MAX_LINKS = 512

/** Bytes for a node: rank, rest, and its place among those that wait. */
export const RANK_FLOW_BYTES = 8 + 8 + 4 + 8

/**
 * PageRank of all known nodes on the links known so far, IR(p) = (1-d) + d·ΣIR(t)/c(t) (Cho,
 * Garcia-Molina and Page 1998), kept up to date as pages are crawled instead of solved anew.
 *
 * Each page has a rank, of which its targets have had their shares, and a rest of which they have
 * not. With p the ranks, r the rests and M the shares, the exact ranks are p + (I-dM)⁻¹r at any
 * time: a new node begins with 1-d, new links hand the page's rank on, links that are gone take it
 * back, and pushing a rest (Gauss-Southwell: the largest first) changes no exact rank. A node
 * without links has no one to push to, so a frontier node lacks only what others have still to push.
 * What is left unpushed when a step has looked at enough links waits for the next.
 *
 * Only sums, products and quotients are used, in an order that the log alone decides.
 */
export class RankFlow {
  readonly #links: KnownLinks
  readonly #damping: number
  readonly #changed: (node: NodeId) => void
  readonly #ranks = new Column(true)
  readonly #rests = new Column(true)
  /** Pages with a rest above the tolerance, by its amount. */
  readonly #waiting: KeyedHeap
  readonly #places = new Positions()
  /** Who links to the first links, in effect, to the second. */
  readonly #redirects = new Map<NodeId, NodeId>()

  /** `changed` is called for each node without links whose rank is another. */
  constructor(links: KnownLinks, damping: number, changed: (node: NodeId) => void) {
    this.#links = links
    this.#damping = damping
    this.#changed = changed
    this.#waiting = new KeyedHeap(new Float32Array(4), this.#places, (a, b) => a < b)
  }

  /** Exact but for what other pages have still to push. */
  rank(node: NodeId): number {
    return this.#ranks.value(node)
  }

  add(node: NodeId): void {
    this.#receive(node, 1 - this.#damping)
  }

  crawled({ node, links }: Page): void {
    this.#handOn(links, this.#ranks.value(node))
    this.push()
  }

  recrawled({ node, links }: Page, was: Page): void {
    const rank = this.#ranks.value(node)
    const changes = shareChanges(links.targets, was.links.targets).filter(([, by]) => by !== 0)
    if (changes.length === 0) return
    for (const [target, by] of changes) this.#receive(target, this.#damping * rank * by)
    // A page without links has nobody to push a rest to.
    if (this.#isWaiting(node) && links.targets.length === 0) this.#take(node)
    this.push()
  }

  moved(from: NodeId, to: NodeId): void {
    const target = this.#whereTo(to)
    if (target === from) return
    const received = this.#ranks.value(from) - (1 - this.#damping)
    this.#ranks.set(from, 0)
    this.#redirects.set(from, target)
    this.#receive(target, received)
  }

  archive(archive: Archive): void {
    this.#ranks.archive(archive)
    this.#rests.archive(archive)
    this.#waiting.archive(archive)
    const redirects = archive.integers([...this.#redirects].flat()) as NodeId[]
    for (let i = 0; i < redirects.length; i += 2) {
      this.#redirects.set(redirects[i]!, redirects[i + 1]!)
    }
  }

  #handOn({ targets }: Pick<Links, 'targets'>, amount: number): void {
    const share = (this.#damping * amount) / targets.length
    for (const target of targets) this.#receive(target, share)
  }

  /** Pushes rests until enough links were looked at; whether any are left. */
  push(): boolean {
    for (let looked = 0; looked < MAX_LINKS;) {
      if (this.#waiting.size === 0) return false
      const node = this.#waiting.first as NodeId
      const degree = this.#links.outDegree(node)
      const share = (this.#damping * this.#take(node)) / degree
      this.#links.eachOut(node, (target) => this.#receive(target, share))
      looked += degree
    }
    return this.#waiting.size > 0
  }

  /** The rest of a waiting page joins its rank; how much that is. */
  #take(node: NodeId): number {
    this.#waiting.delete(node)
    const rest = this.#rests.value(node)
    this.#rests.set(node, 0)
    this.#ranks.increase(node, rest)
    return rest
  }

  #receive(at: NodeId, amount: number): void {
    const node = this.#whereTo(at)
    if (this.#links.outDegree(node) === 0) {
      this.#ranks.increase(node, amount)
      return this.#changed(node)
    }
    this.#rests.increase(node, amount)
    const rest = Math.abs(this.#rests.value(node))
    if (this.#isWaiting(node)) {
      if (rest > TOLERANCE) this.#waiting.set(node, rest)
      else this.#waiting.delete(node)
    } else if (rest > TOLERANCE) {
      this.#places.reserve(node)
      this.#waiting.add(node, rest)
    }
  }

  #isWaiting(node: NodeId): boolean {
    return this.#places.get(node) >= 0
  }

  #whereTo(node: NodeId): NodeId {
    if (this.#redirects.size === 0) return node
    let at = node
    for (let next = this.#redirects.get(at); next !== undefined; next = this.#redirects.get(at)) {
      at = next
    }
    return at
  }
}

/** The change in the share of each target, old and new. */
function shareChanges(
  now: readonly NodeId[],
  before: readonly NodeId[],
): [target: NodeId, by: number][] {
  const changes = new Map<NodeId, number>()
  for (const target of before) changes.set(target, -1 / before.length)
  for (const target of now) changes.set(target, (changes.get(target) ?? 0) + 1 / now.length)
  return [...changes]
}
