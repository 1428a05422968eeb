import { matchesPath, type Rule } from './robots-rules.ts'

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
