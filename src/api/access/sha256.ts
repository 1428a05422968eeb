/** SHA-256 of a text, in hexadecimal. */
export async function hashOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Compares every digit, so that the time taken does not reveal where two hashes differ. */
export function isSameHash(one: string, other: string): boolean {
  let difference = one.length ^ other.length
  for (let i = 0; i < one.length; i++) difference |= one.charCodeAt(i) ^ other.charCodeAt(i)
  return difference === 0
}
