import { grow } from './grow.ts'

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
