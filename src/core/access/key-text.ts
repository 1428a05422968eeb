import { BASE32_DIGITS, chanceDigits, toBase32 } from '../../lib/base32.ts'

/** Seconds since 1970 for a thousand years, then 25 bits of chance: ids sort by age. */
const TIME_DIGITS = 7
const ID_CHANCE_DIGITS = 5
/** 160 bits. */
const SECRET_DIGITS = 32

/** How many bytes of chance a key takes. */
export const KEY_CHANCE_BYTES = ID_CHANCE_DIGITS + SECRET_DIGITS

const ID = `[${BASE32_DIGITS}]{${TIME_DIGITS + ID_CHANCE_DIGITS}}`
const KEY_ID = new RegExp(`^${ID}$`)
const KEY = new RegExp(`^dowser_(${ID})_([${BASE32_DIGITS}]{${SECRET_DIGITS}})$`)

/** A key as it is sent: which one it is, and the proof that one holds it. */
export interface KeyParts {
  id: string
  secret: string
}

export function newKey(now: number, chance: Uint8Array): KeyParts {
  const digits = chanceDigits(chance.subarray(0, KEY_CHANCE_BYTES))
  return {
    id: toBase32(Math.floor(now / 1000), TIME_DIGITS) + digits.slice(0, ID_CHANCE_DIGITS),
    secret: digits.slice(ID_CHANCE_DIGITS),
  }
}

/** The prefix tells whoever finds one, a secret scanner too, what it opens. */
export function keyText({ id, secret }: KeyParts): string {
  return `dowser_${id}_${secret}`
}

/** Undefined: no key of ours looks like that. There is one way to write a key. */
export function parseKey(text: string): KeyParts | undefined {
  const [, id, secret] = KEY.exec(text) ?? []
  return id !== undefined && secret !== undefined ? { id, secret } : undefined
}

export function isKeyId(text: string): boolean {
  return KEY_ID.test(text)
}
