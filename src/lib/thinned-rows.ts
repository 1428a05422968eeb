import type { Archive } from './archive.ts'
import { grow } from './grow.ts'

const MISSING = -1

/**
 * Rows of numbers taken at even distances from something that goes on and on: one a tick at first;
 * when they are too many, every other is dropped and the distance doubles. So the whole course is
 * there at any time, in a bounded number of rows, at least half of them taken.
 */
export class ThinnedRows {
  readonly #width: number
  readonly #most: number
  #every = 1
  #length = 0
  #numbers = new Float64Array(0)

  /** `most` must be even. */
  constructor(width: number, most: number) {
    this.#width = width
    this.#most = most
  }

  get length(): number {
    return this.#length
  }

  get bytes(): number {
    return this.#length * this.#width * this.#numbers.BYTES_PER_ELEMENT
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
    this.#numbers = grow(this.#numbers, (this.#length + 1) * this.#width)
    this.#numbers.set(row, this.#length * this.#width)
    if (++this.#length === this.#most) this.#thin()
  }

  row(place: number): number[] {
    return [...this.#numbers.subarray(place * this.#width, (place + 1) * this.#width)]
  }

  /** Rows that were saved with fewer numbers get -1 for those that came since. */
  archive(archive: Archive): void {
    const width = archive.number(this.#width)
    if (width > this.#width) throw new Error(`rows of ${width} numbers, not of ${this.#width}`)
    this.#every = archive.number(this.#every)
    this.#length = archive.number(this.#length)
    this.#numbers = archive.column(this.#numbers, this.#length * width)
    if (width < this.#width) this.#widenFrom(width)
  }

  #widenFrom(width: number): void {
    const wider = new Float64Array(this.#length * this.#width).fill(MISSING)
    for (let i = 0; i < this.#length; i++) {
      wider.set(this.#numbers.subarray(i * width, (i + 1) * width), i * this.#width)
    }
    this.#numbers = wider
  }

  #thin(): void {
    const width = this.#width
    this.#length = this.#most / 2
    this.#every *= 2
    for (let i = 1; i < this.#length; i++) {
      this.#numbers.copyWithin(i * width, 2 * i * width, (2 * i + 1) * width)
    }
  }
}
