import { grow } from './grow.ts'

/** Where each id stands in the one heap that holds it; several heaps of disjoint ids may share it. */
export class Positions {
  #at = new Int32Array(0)

  /** -1 when no heap holds the id. */
  get(id: number): number {
    return (this.#at[id] ?? 0) - 1
  }

  set(id: number, position: number): void {
    if (id >= this.#at.length) this.#at = grow(this.#at, id + 1)
    this.#at[id] = position + 1
  }
}

/**
 * A binary heap of integer ids, the first of which comes before all others. Ids can be moved and
 * removed in O(log n) because their positions are kept.
 */
export class IndexedHeap {
  readonly #ids: number[] = []
  readonly #before: (a: number, b: number) => boolean
  readonly #positions: Positions

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

  has(id: number): boolean {
    return this.#ids[this.#positions.get(id)] === id
  }

  add(id: number): void {
    this.#ids.push(id)
    this.#rise(this.#ids.length - 1, id)
  }

  /** To be told when an id's rank has changed, in either direction. */
  moved(id: number): void {
    this.#sink(this.#rise(this.#positions.get(id), id), id)
  }

  delete(id: number): void {
    const hole = this.#positions.get(id)
    this.#positions.set(id, -1)
    const last = this.#ids.pop()!
    if (last === id) return
    this.#sink(this.#rise(hole, last), last)
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
    this.#positions.set(id, position)
  }
}
