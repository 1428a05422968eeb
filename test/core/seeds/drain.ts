/** Runs sliced work to its end, without a pause. */
export function drain<Result>(work: Generator<unknown, Result>): Result {
  for (;;) {
    const slice = work.next()
    if (slice.done === true) return slice.value
  }
}
