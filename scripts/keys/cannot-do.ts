/** Something that the user can mend, in words for them. */
export class CannotDo extends Error {
  readonly exitCode: 1 | 2
  constructor(message: string, exitCode: 1 | 2) {
    super(message)
    this.exitCode = exitCode
  }
}
