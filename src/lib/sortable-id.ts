/** Crockford's digits, in lower case: none is taken for another, and text sorts as numbers do. */
export const BASE32_DIGITS = '0123456789abcdefghjkmnpqrstvwxyz'

/** A whole number in so many digits; what does not fit is left out at the front. */
export function toBase32(value: number, digits: number): string {
  let text = ''
  let rest = value
  for (let i = 0; i < digits; i++) {
    text = BASE32_DIGITS[rest % 32]! + text
    rest = Math.floor(rest / 32)
  }
  return text
}

/** Five bits of each byte, a digit each: as even as the bytes are. */
export function chanceDigits(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => BASE32_DIGITS[byte % 32]!).join('')
}

const TIME_DIGITS = 10

/** How many bytes of chance an id takes: a digit each, 40 bits in all. */
export const SORTABLE_ID_CHANCE_BYTES = 8

const SORTABLE_ID = new RegExp(`^[${BASE32_DIGITS}]{${TIME_DIGITS + SORTABLE_ID_CHANCE_BYTES}}$`)

/**
 * Ten digits of time, eight of chance, in base 32: ids sort by age, so that the newest rows are
 * found by primary key, without an index that every write would pay for.
 */
export function newSortableId(now: number, chance: Uint8Array): string {
  return timeDigits(now) + chanceDigits(chance.subarray(0, SORTABLE_ID_CHANCE_BYTES))
}

/** A moment as text that sorts by age. */
export function timeDigits(at: number): string {
  return toBase32(at, TIME_DIGITS)
}

export function isSortableId(text: string): boolean {
  return SORTABLE_ID.test(text)
}
