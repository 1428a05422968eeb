import { matchesPath } from './robots-pattern.ts'
import type { Rule } from './robots-rules.ts'

/** Counts what checks cost: the parts of patterns that were searched for. */
export interface Work {
  steps: number
}

/** The rules that begin with one literal text, as their places among the rules. */
interface Entry {
  /** What stands before the first asterisk. */
  start: string
  /** The longest other start that this one begins with. */
  within: Entry | undefined
  /** Of the rule that is that text and nothing else. */
  literal: number
  /** Of the rule that is that text up to the end of a path. */
  exact: number
  wildcards: number[]
}

/**
 * Finds the rule that decides without trying them all: those that a path could match begin as it
 * does. Of rules without a wildcard none is tried but these.
 */
export class RuleIndex {
  readonly #rules: readonly Rule[]
  /** In the order of their starts. */
  readonly #entries: Entry[]

  /** Of rules in the order in which they decide. */
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

  /** The place of the first rule with a wildcard that matches, if it is before `best`. */
  #firstWildcard({ wildcards }: Entry, path: string, best: number, work: Work): number {
    for (const place of wildcards) {
      if (place > best) return best
      const { pattern } = this.#rules[place]!
      work.steps += pattern.parts.length
      if (matchesPath(pattern, path)) return place
    }
    return best
  }

  /** Every start of the path is a start of the greatest entry that is not greater than the path. */
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

/** Of entries in order: what an entry begins with stands before it, and nothing else between. */
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
