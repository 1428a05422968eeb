/** A path pattern, ready to match: the literal parts between its asterisks. */
export interface Pattern {
  parts: string[]
  /** The pattern ends in `$`: the path must end where the pattern does. */
  anchored: boolean
  /** Octets of the pattern: the longer match decides (RFC 9309 §2.2.2). */
  length: number
}

// All but the characters that RFC 3986 leaves as they are; `*` and `$` mean something in a pattern.
const TO_ENCODE = /%[0-9A-Fa-f]{2}|[^A-Za-z0-9\-._~:/?#[\]@!&'()+,;=]/gu
const UNRESERVED = /[A-Za-z0-9\-._~]/

export function compilePattern(text: string): Pattern {
  const anchored = text.endsWith('$')
  const path = anchored ? text.slice(0, -1) : text
  // `private/` is outside the grammar, but its author meant to disallow something.
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
 * Whether a canonical path matches. Each part is taken at its first place after the part before, in
 * one walk over the path: a later place could never help a part that follows.
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

export interface Rule {
  allow: boolean
  pattern: Pattern
  /** Its line in the file, counted from one. */
  line: number
}

/** Rules with a wildcard are tried one by one. The largest sites have about a hundred. */
export const MAX_WILDCARD_RULES = 1_000
/**
 * Wildcards of one rule: each is a search of its own. Rules that people write have one to three.
 */
export const MAX_WILDCARDS = 10
/** Google reads as much of a line: eight times the longest URL of a browser. */
const MAX_PATTERN_CHARACTERS = 8 * 2_083

/** The rules of one group, each once, in file order, bounded by what a check may cost. */
export class RuleList {
  readonly rules: Rule[] = []
  readonly #known = new Set<string>()
  #wildcardRules = 0

  add(written: Rule): void {
    const isSimple = this.#isSimple(written.pattern)
    // A rule beyond the bounds errs on the side of the site: it disallows more, or allows nothing.
    if (!isSimple && written.allow) return
    const rule = isSimple ? written : { ...written, pattern: literalStart(written.pattern) }
    const { parts, anchored, length } = rule.pattern
    const key = `${rule.allow} ${anchored} ${length} ${parts.join('*')}`
    if (this.#known.has(key)) return
    this.#known.add(key)
    this.rules.push(rule)
    if (parts.length > 1) this.#wildcardRules += 1
  }

  #isSimple({ parts, length }: Pattern): boolean {
    if (length > MAX_PATTERN_CHARACTERS || parts.length - 1 > MAX_WILDCARDS) return false
    return parts.length === 1 || this.#wildcardRules < MAX_WILDCARD_RULES
  }
}

/** Matches whatever begins as the pattern does: all that it matches, and more. Just as specific. */
function literalStart({ parts, length }: Pattern): Pattern {
  const start = (parts[0] ?? '').slice(0, MAX_PATTERN_CHARACTERS)
  // Half an escape would be a different character.
  return { parts: [start.replace(/%[0-9A-F]?$/, '')], anchored: false, length }
}
