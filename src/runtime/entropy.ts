import type { SipKey } from '../lib/siphash.ts'

/** 128 bits of the platform's own randomness. */
export function entropy(): SipKey {
  const [a, b, c, d] = crypto.getRandomValues(new Uint32Array(4))
  return [a!, b!, c!, d!]
}
