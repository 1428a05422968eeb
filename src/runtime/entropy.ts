import { sipKey, type SipKey } from '../lib/siphash.ts'

/** 128 bits of the platform's own randomness. */
export function entropy(): SipKey {
  return sipKey(crypto.getRandomValues(new Uint8Array(16)))
}
