/** Something asked for that cannot be done: what it was, and what would do. */
export class BadOption extends Error {
  constructor(what: string, mend: string) {
    super(`${what}; ${mend}`)
  }
}
