/** White space that is not one space already: most is. */
const TO_COLLAPSE = /[^\S ]\s*| \s+/g

/** Collects text as it is read out loud: one space where there was any white space or a break. */
export class PageText {
  #text = ''
  #gap = false

  add(piece: string): void {
    const words = piece.replace(TO_COLLAPSE, ' ')
    if (words.startsWith(' ')) this.#gap = true
    const trimmed = words.trim()
    if (trimmed === '') return
    this.#text += this.#gap && this.#text !== '' ? ` ${trimmed}` : trimmed
    this.#gap = words.endsWith(' ')
  }

  breakWord(): void {
    this.#gap = true
  }

  /** Where the next character would go. */
  get position(): number {
    return this.#text.length + (this.#gap && this.#text !== '' ? 1 : 0)
  }

  /** Where the last character ended. */
  get length(): number {
    return this.#text.length
  }

  toString(): string {
    return this.#text
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
