import { grow } from '../../lib/grow.ts'
import type { PageId } from './page-line.ts'

const NO_NODE = 0xffffffff

/**
 * From the ids of a file to nodes numbered in file order. A link may name a page that comes later,
 * so an id gets a slot when first met, and the slot its node when the page itself comes.
 */
export class IdTable {
  readonly #slotOf = new Map<PageId, number>()
  #nodeOfSlot = new Uint32Array(1024)
  #nodeCount = 0

  get nodeCount(): number {
    return this.#nodeCount
  }

  /** The slot of an id that something refers to. */
  slot(id: PageId): number {
    const known = this.#slotOf.get(id)
    if (known !== undefined) return known
    const slot = this.#slotOf.size
    this.#slotOf.set(id, slot)
    this.#nodeOfSlot = grow(this.#nodeOfSlot, slot + 1)
    this.#nodeOfSlot[slot] = NO_NODE
    return slot
  }

  /** Gives an id the next node; `false` if it has one. */
  addNode(id: PageId): boolean {
    const slot = this.slot(id)
    if (this.#nodeOfSlot[slot] !== NO_NODE) return false
    this.#nodeOfSlot[slot] = this.#nodeCount++
    return true
  }

  node(slot: number): number | undefined {
    const node = this.#nodeOfSlot[slot]
    return node === NO_NODE ? undefined : node
  }

  /** The id of a slot, by a search: for messages. */
  idOf(slot: number): PageId | undefined {
    for (const [id, its] of this.#slotOf) if (its === slot) return id
    return undefined
  }
}
