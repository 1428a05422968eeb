/** Links looked at between two pauses: some milliseconds of work. */
export const EDGES_A_SLICE = 500_000

/** Work with pauses: yields when others should run, and ends with the result. */
export type Sliced<Result> = Generator<undefined, Result>

/** Counts the links that a selection looks at, and says when it is time to let others run. */
export class LinkMeter {
  links = 0
  #pauseAt = EDGES_A_SLICE

  /** True once a slice; asked often, so it must stay small enough to be inlined. */
  isPauseDue(): boolean {
    if (this.links < this.#pauseAt) return false
    this.#pauseAt = this.links + EDGES_A_SLICE
    return true
  }
}
