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
