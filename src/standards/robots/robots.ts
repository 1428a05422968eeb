import { GroupReader } from './robots-groups.ts'
import { readLines } from './robots-lines.ts'
import { canonicalPath, compilePattern } from './robots-pattern.ts'
import type { Rule } from './robots-rules.ts'
import { noWishes, paceOf, type SiteWishes } from './robots-wishes.ts'
import { RuleIndex, type Work } from './rule-index.ts'

/** What one robots.txt says to one agent. */
export interface RobotsRules {
  /** The most specific first, so that the first match decides. */
  rules: readonly Rule[]
  /** The pace that its wishes come to. */
  crawlDelayMs: number | undefined
  wishes: SiteWishes
  /** For everyone, as they are written, each once. */
  sitemaps: readonly string[]
  /** RFC 9309 §2.3.1.4: it could not be had, so nothing may be asked for until it can. */
  unavailable: boolean
}

export const ALLOW_ALL: RobotsRules = {
  rules: [],
  crawlDelayMs: undefined,
  wishes: noWishes(),
  sitemaps: [],
  unavailable: false,
}
export const DISALLOW_ALL: RobotsRules = {
  ...ALLOW_ALL,
  rules: [{ allow: false, pattern: compilePattern('/'), line: 0 }],
  unavailable: true,
}

/** Far more than are ever asked for; a short name takes more room than its line. */
const MOST_SITEMAPS = 1_000

/** `work` counts what the check costs, for whoever has many to make. */
export function isAllowed(rules: RobotsRules, path: string, work?: Work): boolean {
  // RFC 9309 §2.2.2: /robots.txt is implicitly allowed.
  return path === '/robots.txt' || (decidingRule(rules, path, work)?.allow ?? true)
}

/** The rule that a path is allowed or barred by; undefined where none speaks of it. */
export function decidingRule(
  { rules }: RobotsRules,
  path: string,
  work: Work = { steps: 0 },
): Rule | undefined {
  return indexOf(rules).find(canonicalPath(path), work)
}

/** Made once for each robots.txt in memory, and gone with it; the rules alone are stored and sent. */
const indexes = new WeakMap<readonly Rule[], RuleIndex>()

function indexOf(rules: readonly Rule[]): RuleIndex {
  const known = indexes.get(rules)
  if (known !== undefined) return known
  const index = new RuleIndex(rules)
  indexes.set(rules, index)
  return index
}

export function parseRobots(text: string, userAgent: string): RobotsRules {
  const groups = new GroupReader(userAgent)
  const sitemaps = new Set<string>()
  for (const line of readLines(text)) {
    if (line.name !== 'sitemap') groups.read(line)
    else if (line.value !== '' && sitemaps.size < MOST_SITEMAPS) sitemaps.add(line.value)
  }
  const { list, wishes } = groups.ours
  return {
    rules: list.rules.toSorted(bySpecificity),
    crawlDelayMs: paceOf(wishes),
    wishes,
    sitemaps: [...sitemaps],
    unavailable: false,
  }
}

/** Longest first; of two as long, the one that allows (RFC 9309 §2.2.2). */
function bySpecificity(a: Rule, b: Rule): number {
  return b.pattern.length - a.pattern.length || Number(b.allow) - Number(a.allow)
}
