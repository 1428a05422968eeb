import { draw } from '../../lib/draw.ts'

const TWO_TO_32 = 2 ** 32

/** A stream of chance: the same seed and stream give the same draws, on every machine. */
export class Chance {
  readonly #seed: number
  #index = 0

  constructor(seed: number, stream: number) {
    this.#seed = draw(seed, stream)
  }

  /** At least 0, less than 1. */
  unit(): number {
    return draw(this.#seed, this.#index++) / TWO_TO_32
  }

  /** An integer of at least 0, less than `limit`. */
  below(limit: number): number {
    return Math.floor(this.unit() * limit)
  }

  /** Mean 0, variance 1 (Box and Muller 1958). */
  normal(): number {
    const radius = Math.sqrt(-2 * Math.log(1 - this.unit()))
    return radius * Math.cos(2 * Math.PI * this.unit())
  }
}
