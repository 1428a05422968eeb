/** White space that is not one space already: most is. */
const TO_COLLAPSE = /[^\S ]\s*| \s+/g

/** Joined so many at a time: a string that grows by small pieces takes thirty bytes for each. */
const PIECES_AT_A_TIME = 4_096

/** Collects text as it is read out loud: one space where there was any white space or a break. */
export class PageText {
  readonly #parts: string[] = []
  /** Those after the parts. */
  #pieces: string[] = []
  #length = 0
  #gap = false

  add(piece: string): void {
    const words = piece.replace(TO_COLLAPSE, ' ')
    if (words.startsWith(' ')) this.#gap = true
    const trimmed = words.trim()
    if (trimmed === '') return
    this.#push(this.#gap && this.#length > 0 ? ` ${trimmed}` : trimmed)
    this.#gap = words.endsWith(' ')
  }

  breakWord(): void {
    this.#gap = true
  }

  /** Where the next character would go. */
  get position(): number {
    return this.#length + (this.#gap && this.#length > 0 ? 1 : 0)
  }

  /** Where the last character ended. */
  get length(): number {
    return this.#length
  }

  toString(): string {
    this.#join()
    return this.#parts.join('')
  }

  #push(piece: string): void {
    this.#pieces.push(piece)
    this.#length += piece.length
    if (this.#pieces.length === PIECES_AT_A_TIME) this.#join()
  }

  #join(): void {
    if (this.#pieces.length > 0) this.#parts.push(this.#pieces.join(''))
    this.#pieces = []
  }
}

/** A slice that leaves out a character it would cut in half. */
export function sliceWhole(text: string, start: number, end: number): string {
  return text.slice(
    isLowHalf(text, start) ? start + 1 : start,
    isLowHalf(text, end) ? end - 1 : end,
  )
}

function isLowHalf(text: string, at: number): boolean {
  const before = text.charCodeAt(at - 1)
  const code = text.charCodeAt(at)
  return before >= 0xd800 && before <= 0xdbff && code >= 0xdc00 && code <= 0xdfff
}
