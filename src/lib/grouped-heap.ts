import type { Archive } from './archive.ts'
import { IndexedHeap } from './indexed-heap.ts'
import { Positions } from './keyed-heap.ts'

/** Places of one group; more than a group has ids. */
const PLACES = 2 ** 26

/**
 * A heap of integer ids in groups: each group has a heap of its ids, and the groups stand in a heap
 * by their first. What moves a whole group against the others, and no id within it, costs no more
 * than to move one id.
 */
export class GroupedHeap {
  readonly #before: (a: number, b: number) => boolean
  readonly #groupOf: (id: number) => number
  readonly #positions = new Positions()
  readonly #heaps: (IndexedHeap | undefined)[] = []
  readonly #groups: IndexedHeap
  #size = 0

  /** The group of an id may change only while it is not in here. */
  constructor(before: (a: number, b: number) => boolean, groupOf: (id: number) => number) {
    this.#before = before
    this.#groupOf = groupOf
    this.#groups = new IndexedHeap((a, b) => before(this.#firstOf(a), this.#firstOf(b)))
  }

  get size(): number {
    return this.#size
  }

  get first(): number | undefined {
    const group = this.#groups.first
    return group === undefined ? undefined : this.#firstOf(group)
  }

  /** The id that would be first without the first. */
  get second(): number | undefined {
    const [group, other] = [this.#groups.first, this.#groups.second]
    if (group === undefined) return undefined
    const next = this.#heaps[group]!.second
    if (other === undefined) return next
    const first = this.#firstOf(other)
    return next !== undefined && this.#before(next, first) ? next : first
  }

  has(id: number): boolean {
    return this.#positions.get(id) >= 0
  }

  add(id: number): void {
    const group = this.#groupOf(id)
    const heap = (this.#heaps[group] ??= this.#newHeap())
    heap.add(id)
    this.#size++
    if (heap.size === 1) this.#groups.add(group)
    else this.#groups.moved(group)
  }

  /** An id's rank has changed, in either direction. */
  moved(id: number): void {
    const group = this.#groupOf(id)
    this.#heaps[group]!.moved(id)
    this.#groups.moved(group)
  }

  /** The rank of a group's ids among those of other groups has changed. */
  groupMoved(group: number): void {
    if (this.#groups.has(group)) this.#groups.moved(group)
  }

  delete(id: number): void {
    const group = this.#groupOf(id)
    const heap = this.#heaps[group]!
    heap.delete(id)
    this.#size--
    if (heap.size > 0) return this.#groups.moved(group)
    this.#groups.delete(group)
    // There may be as many groups as ids.
    this.#heaps[group] = undefined
  }

  at(place: number): number {
    return this.#heaps[this.#groups.at(Math.floor(place / PLACES))]!.at(place % PLACES)
  }

  /** The places right below a place. */
  below(place: number): number[] {
    const [rank, inner] = [Math.floor(place / PLACES), place % PLACES]
    const within = this.#heaps[this.#groups.at(rank)]!.below(inner)
    const others = inner > 0 ? [] : this.#groups.below(rank)
    return [...within.map((next) => rank * PLACES + next), ...others.map((next) => next * PLACES)]
  }

  /** Calls `visit` for the ids that `isWanted`, if all that come before a wanted id are wanted. */
  visitFirst(isWanted: (id: number) => boolean, visit: (id: number) => void): void {
    this.#groups.visitFirst(
      (group) => isWanted(this.#firstOf(group)),
      (group) => this.#heaps[group]!.visitFirst(isWanted, visit),
    )
  }

  archive(archive: Archive): void {
    this.#size = archive.number(this.#size)
    this.#groups.archive(archive)
    for (let place = 0; place < this.#groups.size; place++) {
      const heap = (this.#heaps[this.#groups.at(place)] ??= this.#newHeap())
      heap.archive(archive)
    }
  }

  #newHeap(): IndexedHeap {
    return new IndexedHeap(this.#before, this.#positions)
  }

  #firstOf(group: number): number {
    return this.#heaps[group]!.first!
  }
}
