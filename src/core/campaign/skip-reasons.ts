import type { ByteReader } from '../../lib/byte-reader.ts'
import type { ByteWriter } from '../../lib/byte-writer.ts'

/** Why a link did not enter the frontier. Append-only: a record holds the index in this list. */
export const SKIP_REASONS = [
  /** robots.txt disallows it. */
  'robots',
  /** It leads into a private network. */
  'address',
  /** The page asks that its links not be followed. */
  'nofollow',
  'scope',
  'depth',
  'repeated_path',
  'calendar',
  'session',
  'variants',
  'long_url',
  'host_full',
  /** It is on a near-duplicate of another page. */
  'duplicate',
  /** It is on a page in a language that is out of scope. */
  'language',
  /** Memory is full, or the record is. */
  'no_room',
  /** It is in a sitemap that may not list URLs of its host. */
  'unvouched',
] as const

export type SkipReason = (typeof SKIP_REASONS)[number]

/** How many links were skipped for which reason. */
export type Skips = Partial<Record<SkipReason, number>>

export function countSkips(to: Skips, reason: SkipReason, count = 1): void {
  if (count > 0) to[reason] = (to[reason] ?? 0) + count
}

export function addSkips(to: Skips, more: Skips): void {
  for (const reason of SKIP_REASONS) countSkips(to, reason, more[reason] ?? 0)
}

export function writeSkips(out: ByteWriter, skips: Skips): void {
  const reasons = SKIP_REASONS.filter((reason) => (skips[reason] ?? 0) > 0)
  out.varint(reasons.length)
  for (const reason of reasons) {
    out.oneOf(SKIP_REASONS, reason)
    out.varint(skips[reason]!)
  }
}

export function readSkips(from: ByteReader): Skips {
  const skips: Skips = {}
  for (let left = from.count(); left > 0; left--) skips[from.oneOf(SKIP_REASONS)] = from.varint()
  return skips
}
