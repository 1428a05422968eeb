import type { Archive } from './archive.ts'

/**
 * Recursive least squares without forgetting: after each example the weights are those that minimise
 * ½‖w‖² + C·½·Σ(y − w·x)². O(d²) an example.
 */
export class LeastSquares {
  weights: Float64Array
  readonly #size: number
  /** The inverse of XᵀX + I/C. */
  #inverse: Float64Array
  readonly #gain: Float64Array

  constructor(size: number, c: number) {
    this.#size = size
    this.weights = new Float64Array(size)
    this.#inverse = new Float64Array(size * size)
    this.#gain = new Float64Array(size)
    for (let i = 0; i < size; i++) this.#inverse[i * size + i] = c
  }

  learn(x: Float64Array, y: number): void {
    const size = this.#size
    const gain = this.#gain
    let denominator = 1
    for (let i = 0; i < size; i++) {
      let sum = 0
      for (let j = 0; j < size; j++) sum += this.#inverse[i * size + j]! * x[j]!
      gain[i] = sum
      denominator += sum * x[i]!
    }
    const error = (y - this.predict(x)) / denominator
    for (let i = 0; i < size; i++) this.weights[i]! += gain[i]! * error
    for (let i = 0; i < size; i++) {
      for (let j = 0; j < size; j++) {
        this.#inverse[i * size + j]! -= (gain[i]! * gain[j]!) / denominator
      }
    }
  }

  archive(archive: Archive): void {
    this.weights = archive.column(this.weights, this.#size)
    this.#inverse = archive.column(this.#inverse, this.#size ** 2)
  }

  predict(x: Float64Array): number {
    let sum = 0
    for (let i = 0; i < this.#size; i++) sum += this.weights[i]! * x[i]!
    return sum
  }
}
