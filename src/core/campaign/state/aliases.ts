import type { Archive } from '../../../lib/archive.ts'
import type { NodeId } from '../../graph/node-table.ts'
import { archiveMap } from './archive-map.ts'

/** Browsers give up after 20 redirects; a page worth reading is rarely more than two away. */
const MAX_REDIRECTS = 5
/** A chain of aliases is followed no further: the node there is fetched, and found to redirect. */
const MAX_HOPS = 5

/** Which nodes lead to the same page: by redirects, or by the page's own canonical link. */
export class Aliases {
  /** The first node that led to each target of a redirect. */
  readonly #redirectedFrom = new Map<NodeId, NodeId>()
  /** The node that each alias stands for. */
  readonly #aliasOf = new Map<NodeId, NodeId>()

  get size(): number {
    return this.#redirectedFrom.size + this.#aliasOf.size
  }

  set(node: NodeId, canonical: NodeId): void {
    this.#aliasOf.set(node, canonical)
  }

  delete(node: NodeId): void {
    this.#aliasOf.delete(node)
  }

  redirect(from: NodeId, to: NodeId): void {
    if (!this.#redirectedFrom.has(to)) this.#redirectedFrom.set(to, from)
  }

  /** The node under which a page is fetched now. */
  canonicalNode(node: NodeId): NodeId {
    let here = node
    for (let hop = 0; hop < MAX_HOPS; hop++) here = this.#aliasOf.get(here) ?? here
    return here
  }

  /** Whether a redirect closes a loop, or is one too many in a row. */
  isLoop(from: NodeId, to: NodeId | undefined): boolean {
    let before: NodeId | undefined = from
    for (let hop = 0; hop < MAX_REDIRECTS; hop++) {
      if (before === to) return true
      before = this.#redirectedFrom.get(before)
      if (before === undefined) return false
    }
    return true
  }

  archive(archive: Archive): void {
    archiveMap(archive, this.#redirectedFrom)
    archiveMap(archive, this.#aliasOf)
  }
}
