import type { Archive } from './archive.ts'
import { Positions } from './keyed-heap.ts'

/**
 * A binary heap of integer ids, the first of which comes before all others. Ids can be moved and
 * removed in O(log n) because their positions are kept.
 */
export class IndexedHeap {
  #ids: number[] = []
  readonly #before: (a: number, b: number) => boolean
  readonly #positions: Positions

  /** Heaps of disjoint ids may share their positions; each then `has` the ids of all. */
  constructor(before: (a: number, b: number) => boolean, positions = new Positions()) {
    this.#before = before
    this.#positions = positions
  }

  get size(): number {
    return this.#ids.length
  }

  get first(): number | undefined {
    return this.#ids[0]
  }

  /** The id that would be first without the first. */
  get second(): number | undefined {
    const [, left, right] = this.#ids
    return right !== undefined && this.#before(right, left!) ? right : left
  }

  has(id: number): boolean {
    return this.#positions.get(id) >= 0
  }

  add(id: number): void {
    this.#positions.reserve(id)
    this.#ids.push(id)
    this.#rise(this.#ids.length - 1, id)
  }

  /** An id's rank has changed, in either direction. */
  moved(id: number): void {
    this.#sink(this.#rise(this.#positions.get(id), id), id)
  }

  delete(id: number): void {
    const hole = this.#positions.get(id)
    this.#positions.at[id] = 0
    const last = this.#ids.pop()!
    if (last === id) return
    this.#sink(this.#rise(hole, last), last)
  }

  at(place: number): number {
    return this.#ids[place]!
  }

  /** The places right below a place. */
  below(place: number): number[] {
    return [2 * place + 1, 2 * place + 2].filter((child) => child < this.#ids.length)
  }

  /** Calls `visit` for the ids that `isWanted`, if all that come before a wanted id are wanted. */
  visitFirst(isWanted: (id: number) => boolean, visit: (id: number) => void, from = 0): void {
    const id = this.#ids[from]
    if (id === undefined || !isWanted(id)) return
    visit(id)
    this.visitFirst(isWanted, visit, 2 * from + 1)
    this.visitFirst(isWanted, visit, 2 * from + 2)
  }

  archive(archive: Archive): void {
    this.#ids = archive.integers(this.#ids)
    for (const [place, id] of this.#ids.entries()) {
      this.#positions.reserve(id)
      this.#positions.at[id] = place + 1
    }
  }

  // Both sifts move a hole and write the id once, at the end.

  #rise(from: number, id: number): number {
    let hole = from
    while (hole > 0) {
      const parent = (hole - 1) >> 1
      const above = this.#ids[parent]!
      if (!this.#before(id, above)) break
      this.#place(hole, above)
      hole = parent
    }
    this.#place(hole, id)
    return hole
  }

  #sink(from: number, id: number): void {
    const size = this.#ids.length
    let hole = from
    for (;;) {
      let child = 2 * hole + 1
      if (child >= size) break
      if (child + 1 < size && this.#before(this.#ids[child + 1]!, this.#ids[child]!)) child++
      const below = this.#ids[child]!
      if (!this.#before(below, id)) break
      this.#place(hole, below)
      hole = child
    }
    this.#place(hole, id)
  }

  #place(position: number, id: number): void {
    this.#ids[position] = id
    this.#positions.at[id] = position + 1
  }
}
