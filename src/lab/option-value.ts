/** An option that cannot be used: what is wrong with it, and what to give instead. */
export class BadOption extends Error {
  constructor(what: string, mend: string) {
    super(`${what}; ${mend}`)
  }
}

/** A number as people write it; undefined for anything else, and for what is out of range. */
export function readNumber(text: string, from: number, to: number): number | undefined {
  const value = Number(text)
  if (text.trim() === '' || !Number.isFinite(value)) return undefined
  return value >= from && value <= to ? value : undefined
}

export function readWhole(text: string, from: number, to: number): number | undefined {
  const value = readNumber(text, from, to)
  return Number.isInteger(value) ? value : undefined
}
