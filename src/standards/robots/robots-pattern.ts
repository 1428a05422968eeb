/** A path pattern of robots.txt, ready to match: the literal parts between its asterisks. */
export interface Pattern {
  parts: string[]
  /** It ended in `$`: the path must end where the pattern does. */
  anchored: boolean
  /** In octets of the pattern: the longer match decides (RFC 9309 §2.2.2). */
  length: number
}

// What RFC 3986 lets stand as it is, less `*` and `$`, which mean something in a pattern.
const TO_ENCODE = /%[0-9A-Fa-f]{2}|[^A-Za-z0-9\-._~:/?#[\]@!&'()+,;=]/gu
const UNRESERVED = /[A-Za-z0-9\-._~]/

export function compilePattern(text: string): Pattern {
  const anchored = text.endsWith('$')
  const path = anchored ? text.slice(0, -1) : text
  // `private/` is outside the grammar, and its author meant to bar something.
  const body = /^[/*]/.test(path) ? path : `/${path}`
  const parts = body.replace(/\*+/g, '*').split('*').map(canonicalPath)
  const length = parts.join('*').length + (anchored ? 1 : 0)
  return { parts, anchored, length }
}

/**
 * The one spelling in which patterns and paths are compared (RFC 9309 §2.2.2): unreserved
 * characters plain, all others percent-encoded, `*` and `$` too (§2.2.3 writes them %2A and %24).
 */
export function canonicalPath(path: string): string {
  return path.replace(TO_ENCODE, canonicalOctet)
}

/**
 * Takes each part at its first place after the part before: one walk over the path, since a later
 * place could never help a part that follows. `path` is canonical.
 */
export function matchesPath({ parts, anchored }: Pattern, path: string): boolean {
  const first = parts[0] ?? ''
  if (!path.startsWith(first)) return false
  const last = parts.length - 1
  if (last === 0) return !anchored || path.length === first.length
  let end = first.length
  for (let i = 1; i < last; i++) {
    const part = parts[i] ?? ''
    const at = path.indexOf(part, end)
    if (at === -1) return false
    end = at + part.length
  }
  const tail = parts[last] ?? ''
  return anchored
    ? path.length - tail.length >= end && path.endsWith(tail)
    : path.includes(tail, end)
}

function canonicalOctet(found: string): string {
  if (found === '*') return '%2A'
  // A lone surrogate has no UTF-8 form.
  if (found.length < 3) return encodeURIComponent(found.toWellFormed())
  const char = String.fromCharCode(Number.parseInt(found.slice(1), 16))
  return UNRESERVED.test(char) ? char : found.toUpperCase()
}
