import type { Archive } from './archive.ts'

const NUMBER_BYTES = 8

/**
 * Rows of numbers taken at even distances from something that goes on and on: one a tick at first;
 * when they are too many, every other is dropped and the distance doubles. So the whole course is
 * there at any time, in a bounded number of rows, at least half of them taken. Rows may differ in
 * length.
 */
export class DownsampledSeries {
  readonly #maxRows: number
  #every = 1
  #rows: (readonly number[])[] = []

  /** `maxRows` must be even. */
  constructor(maxRows: number) {
    this.#maxRows = maxRows
  }

  get length(): number {
    return this.#rows.length
  }

  get bytes(): number {
    return NUMBER_BYTES * this.#rows.reduce((sum, row) => sum + row.length, 0)
  }

  /** How many ticks lie between two rows. */
  get every(): number {
    return this.#every
  }

  /** Ticks come in order, from 1; the row of the first always stays. */
  isDue(tick: number): boolean {
    return (tick - 1) % this.#every === 0
  }

  add(row: readonly number[]): void {
    this.#rows.push(row)
    if (this.#rows.length < this.#maxRows) return
    this.#rows = this.#rows.filter((_, place) => place % 2 === 0)
    this.#every *= 2
  }

  row(place: number): readonly number[] {
    return this.#rows[place]!
  }

  archive(archive: Archive): void {
    this.#every = archive.number(this.#every)
    const length = archive.number(this.#rows.length)
    for (let place = 0; place < length; place++) {
      this.#rows[place] = archive.numbers(this.#rows[place] ?? [])
    }
  }
}
