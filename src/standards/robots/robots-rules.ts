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

/** Counts the cost of checks: the parts of patterns that were searched for. */
export interface Work {
  steps: number
}

/** The rules that begin with the same literal text, by their index. */
interface Entry {
  /** The text before the first asterisk. */
  start: string
  /** The entry with the longest other start that this one begins with. */
  within: Entry | undefined
  /** The rule that is this text and nothing else. */
  literal: number
  /** The rule that is this text, anchored at the end of the path. */
  exact: number
  wildcards: number[]
}

/**
 * Finds the deciding rule without trying them all: only rules whose literal start is a start of the
 * path can match.
 */
export class RuleIndex {
  readonly #rules: readonly Rule[]
  /** Sorted by their starts. */
  readonly #entries: Entry[]

  /** `rules` are in the order in which they decide. */
  constructor(rules: readonly Rule[]) {
    this.#rules = rules
    const entries = new Map<string, Entry>()
    for (const [place, { pattern }] of rules.entries()) {
      const { parts, anchored } = pattern
      const entry = entryOf(parts[0] ?? '', entries)
      if (parts.length > 1) entry.wildcards.push(place)
      else if (anchored) entry.exact = Math.min(entry.exact, place)
      else entry.literal = Math.min(entry.literal, place)
    }
    this.#entries = [...entries.values()].toSorted((a, b) => (a.start < b.start ? -1 : 1))
    link(this.#entries)
  }

  /** The first rule that matches a path in canonical spelling. */
  find(path: string, work: Work): Rule | undefined {
    let best = Infinity
    for (let entry = this.#longestStart(path); entry !== undefined; entry = entry.within) {
      best = Math.min(best, entry.literal)
      if (entry.start.length === path.length) best = Math.min(best, entry.exact)
      best = this.#firstWildcard(entry, path, best, work)
    }
    return this.#rules[best]
  }

  /** The index of the first matching rule with a wildcard, if it comes before `best`. */
  #firstWildcard({ wildcards }: Entry, path: string, best: number, work: Work): number {
    for (const place of wildcards) {
      if (place > best) return best
      const { pattern } = this.#rules[place]!
      work.steps += pattern.parts.length
      if (matchesPath(pattern, path)) return place
    }
    return best
  }

  /**
   * The longest start that the path begins with: the greatest entry not above the path, or within
   * it.
   */
  #longestStart(path: string): Entry | undefined {
    let [from, to] = [0, this.#entries.length]
    while (from < to) {
      const middle = (from + to) >>> 1
      if (this.#entries[middle]!.start <= path) from = middle + 1
      else to = middle
    }
    let entry = this.#entries[from - 1]
    if (entry === undefined) return undefined
    const common = commonLength(entry.start, path)
    while (entry !== undefined && entry.start.length > common) entry = entry.within
    return entry
  }
}

function entryOf(start: string, entries: Map<string, Entry>): Entry {
  const known = entries.get(start)
  if (known !== undefined) return known
  const entry = { start, within: undefined, literal: Infinity, exact: Infinity, wildcards: [] }
  entries.set(start, entry)
  return entry
}

/**
 * Links sorted entries: what an entry begins with comes before it, with only longer ones between.
 */
function link(entries: readonly Entry[]): void {
  let last: Entry | undefined
  for (const entry of entries) {
    while (last !== undefined && !entry.start.startsWith(last.start)) last = last.within
    entry.within = last
    last = entry
  }
}

function commonLength(a: string, b: string): number {
  const most = Math.min(a.length, b.length)
  let length = 0
  while (length < most && a.charCodeAt(length) === b.charCodeAt(length)) length += 1
  return length
}
