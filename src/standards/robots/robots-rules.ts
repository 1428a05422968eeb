import type { Pattern } from './robots-pattern.ts'

export interface Rule {
  allow: boolean
  pattern: Pattern
  /** Where it stands in the file, counted from one. */
  line: number
}

/** Rules with a wildcard are tried one by one. The largest sites have some hundred of them. */
export const MAX_WILDCARD_RULES = 1_000
/** In one rule: each is a search of its own. Rules that people write have one to three. */
export const MAX_WILDCARDS = 10
/** As many as Google reads of a line: eight times what browsers take for a URL. */
const MAX_PATTERN_CHARACTERS = 8 * 2_083

/** The rules of one group, each once and in the order of the file, within what a check may cost. */
export class RuleList {
  readonly rules: Rule[] = []
  readonly #known = new Set<string>()
  #wildcardRules = 0

  add(written: Rule): void {
    const isSimple = this.#isSimple(written.pattern)
    // Beyond the bounds a rule errs on the side of the site: it bars more, or does not allow.
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

/** Whatever begins as the pattern does, which is all that it matches and more. As specific as it. */
function literalStart({ parts, length }: Pattern): Pattern {
  const start = (parts[0] ?? '').slice(0, MAX_PATTERN_CHARACTERS)
  // Half an escape would be another character.
  return { parts: [start.replace(/%[0-9A-F]?$/, '')], anchored: false, length }
}
