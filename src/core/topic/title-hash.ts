import { fingerprint } from '../../lib/fingerprint.ts'

/**
 * Of a title, whatever its case and spaces; 0 where it has none. Signs count: `operator+` is not
 * `operator-`.
 */
export function titleHash(title: string): number {
  const plain = title.toLowerCase().replace(/\s+/gu, ' ').trim()
  return plain === '' ? 0 : fingerprint(plain).low
}
