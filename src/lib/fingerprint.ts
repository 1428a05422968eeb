/** 64 bits of a string as two unsigned 32-bit halves. */
export interface Fingerprint {
  low: number
  high: number
}

/** Two multiplicative hashes side by side, each finished by mixing in the other. Fast, not cryptographic. */
export function fingerprint(text: string): Fingerprint {
  let low = 0xdeadbeef
  let high = 0x41c6ce57
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    low = Math.imul(low ^ unit, 0x9e3779b1)
    high = Math.imul(high ^ unit, 0x5f356495)
  }
  return { low: finish(low, high), high: finish(high, low) }
}

function finish(half: number, other: number): number {
  let mixed =
    Math.imul(half ^ (half >>> 16), 0x85ebca6b) ^ Math.imul(other ^ (other >>> 13), 0xc2b2ae35)
  mixed ^= mixed >>> 16
  return mixed >>> 0
}
