import { BASE32_DIGITS, chanceDigits, toBase32 } from './base32.ts'

const TIME_DIGITS = 10

/** How many bytes of chance an id takes: a digit each, 40 bits in all. */
export const AGED_ID_CHANCE_BYTES = 8

const AGED_ID = new RegExp(`^[${BASE32_DIGITS}]{${TIME_DIGITS + AGED_ID_CHANCE_BYTES}}$`)

/**
 * Ten digits of time, eight of chance, in base 32: ids sort by age, so that the newest rows are
 * found by primary key, without an index that every write would pay for.
 */
export function newAgedId(now: number, chance: Uint8Array): string {
  return timeDigits(now) + chanceDigits(chance.subarray(0, AGED_ID_CHANCE_BYTES))
}

/** A moment as text that sorts by age. */
export function timeDigits(at: number): string {
  return toBase32(at, TIME_DIGITS)
}

export function isAgedId(text: string): boolean {
  return AGED_ID.test(text)
}
