import { grow } from './grow.ts'
import type { Archive } from './archive.ts'

/** Where each id stands in the one heap that holds it; several heaps of disjoint ids may share it. */
export class Positions {
  /** Position plus one; 0 when no heap holds the id. May be replaced by `reserve`. */
  at = new Int32Array(0)

  /** -1 when no heap holds the id. */
  get(id: number): number {
    return (this.at[id] ?? 0) - 1
  }

  /** Makes room for ids up to this one. */
  reserve(id: number): void {
    if (id >= this.at.length) this.at = grow(this.at, id + 1)
  }
}

export type Keys = Float32Array | Float64Array

/** Four children share a cache line, and the heap is half as deep as a binary one. */
const CHILDREN = 4

/**
 * A heap of integer ids by key, the highest key first. Keys stand beside the ids, so that sifting
 * touches no other memory than the heap's own; for an id the heap is also where its key is kept.
 */
export class KeyedHeap {
  #size = 0
  #ids = new Int32Array(CHILDREN)
  #keys: Keys
  readonly #positions: Positions
  /** Which of two ids with equal keys comes first. */
  readonly #tieBefore: (a: number, b: number) => boolean

  constructor(keys: Keys, positions: Positions, tieBefore: (a: number, b: number) => boolean) {
    this.#keys = keys
    this.#positions = positions
    this.#tieBefore = tieBefore
  }

  get size(): number {
    return this.#size
  }

  get bytes(): number {
    return this.#ids.byteLength + this.#keys.byteLength
  }

  /** Only of a heap that is not empty, as `firstKey`. */
  get first(): number {
    return this.#ids[0]!
  }

  get firstKey(): number {
    return this.#keys[0]!
  }

  key(id: number): number {
    return this.#keys[this.#positions.at[id]! - 1]!
  }

  add(id: number, key: number): void {
    const hole = this.#size++
    this.#ids = grow(this.#ids, this.#size)
    this.#keys = grow(this.#keys, this.#size)
    this.#rise(hole, id, key)
  }

  set(id: number, key: number): void {
    const hole = this.#positions.at[id]! - 1
    if (key > this.#keys[hole]!) this.#rise(hole, id, key)
    else if (key < this.#keys[hole]!) this.#sink(hole, id, key)
  }

  increase(id: number, amount: number): void {
    const hole = this.#positions.at[id]! - 1
    const key = this.#keys[hole]! + amount
    if (amount > 0) this.#rise(hole, id, key)
    else if (amount < 0) this.#sink(hole, id, key)
  }

  delete(id: number): void {
    const at = this.#positions.at
    const hole = at[id]! - 1
    at[id] = 0
    const last = --this.#size
    if (hole === last) return
    const [moved, key] = [this.#ids[last]!, this.#keys[last]!]
    if (this.#rise(hole, moved, key) === hole) this.#sink(hole, moved, key)
  }

  /** The id that would be first without the first; -1 when there is none. */
  get second(): number {
    const place = this.#bestChild(0)
    return place < 0 ? -1 : this.#ids[place]!
  }

  /** An id by its place, which says nothing of its rank: for picking one at random. */
  at(place: number): number {
    return this.#ids[place]!
  }

  /** All ids, in no particular order; not to be kept. */
  ids(): Int32Array {
    return this.#ids.subarray(0, this.#size)
  }

  /** The places right below a place. */
  below(place: number): number[] {
    const first = CHILDREN * place + 1
    const count = Math.max(0, Math.min(CHILDREN, this.#size - first))
    return Array.from({ length: count }, (_, i) => first + i)
  }

  /** Calls `visit` for each id whose key plus `weight` is at least `least`, in no particular order. */
  visitFrom(least: number, visit: (id: number) => void, weight = 0, place = 0): void {
    if (place >= this.#size || this.#keys[place]! + weight < least) return
    visit(this.#ids[place]!)
    for (let i = 1; i <= CHILDREN; i++) this.visitFrom(least, visit, weight, CHILDREN * place + i)
  }

  /** How many ids are wanted, if all that come before a wanted one are; counted no further than `most`. */
  countFirst(isWanted: (id: number) => boolean, most: number, place = 0): number {
    if (most <= 0 || place >= this.#size || !isWanted(this.#ids[place]!)) return 0
    let count = 1
    for (let i = 1; i <= CHILDREN; i++) {
      count += this.countFirst(isWanted, most - count, CHILDREN * place + i)
    }
    return count
  }

  /** Places are saved too: which id `at` finds at a place is part of a crawl. */
  archive(archive: Archive): void {
    this.#size = archive.number(this.#size)
    this.#ids = archive.column(this.#ids, this.#size)
    this.#keys = archive.column(this.#keys, this.#size)
    for (let place = 0; place < this.#size; place++) {
      this.#positions.reserve(this.#ids[place]!)
      this.#positions.at[this.#ids[place]!] = place + 1
    }
  }

  // Both sifts move a hole and write the id once, at the end.

  #rise(from: number, id: number, exactKey: number): number {
    const ids = this.#ids
    const keys = this.#keys
    const at = this.#positions.at
    // Rounded as it will be kept, or a key would not equal itself.
    keys[from] = exactKey
    const key = keys[from]
    let hole = from
    while (hole > 0) {
      const parent = (hole - 1) >> 2
      const above = keys[parent]!
      if (key < above || (key === above && !this.#tieBefore(id, ids[parent]!))) break
      ids[hole] = ids[parent]!
      keys[hole] = above
      at[ids[hole]!] = hole + 1
      hole = parent
    }
    ids[hole] = id
    keys[hole] = key
    at[id] = hole + 1
    return hole
  }

  #sink(from: number, id: number, exactKey: number): void {
    const ids = this.#ids
    const keys = this.#keys
    const at = this.#positions.at
    keys[from] = exactKey
    const key = keys[from]
    let hole = from
    for (;;) {
      const child = this.#bestChild(hole)
      if (child < 0) break
      const below = keys[child]!
      if (below < key || (below === key && !this.#tieBefore(ids[child]!, id))) break
      ids[hole] = ids[child]!
      keys[hole] = below
      at[ids[hole]!] = hole + 1
      hole = child
    }
    ids[hole] = id
    keys[hole] = key
    at[id] = hole + 1
  }

  #bestChild(parent: number): number {
    const first = CHILDREN * parent + 1
    if (first >= this.#size) return -1
    const end = Math.min(first + CHILDREN, this.#size)
    let best = first
    for (let child = first + 1; child < end; child++) {
      const [key, bestKey] = [this.#keys[child]!, this.#keys[best]!]
      if (key < bestKey) continue
      if (key > bestKey || this.#tieBefore(this.#ids[child]!, this.#ids[best]!)) best = child
    }
    return best
  }
}
