import { namedAgents, productToken } from './product-token.ts'
import { readLines, type RobotsLine } from './robots-lines.ts'
import {
  canonicalPath,
  compilePattern,
  type Rule,
  RuleList,
  RuleIndex,
  type Work,
} from './robots-rules.ts'
import { noWishes, crawlDelayOf, type SiteWishes, addWish } from './robots-wishes.ts'

/** RFC 9309 §2.5 asks for at least this much; what follows is not read. */
export const MAX_ROBOTS_BYTES = 500 * 1_024

/** What one robots.txt says to one agent. */
export interface RobotsRules {
  /** The most specific rule first, so that the first match decides. */
  rules: readonly Rule[]
  /** What the wishes amount to: milliseconds between two requests. */
  crawlDelayMs: number | undefined
  wishes: SiteWishes
  /** The sitemaps as written, each once; they hold for every agent. */
  sitemaps: readonly string[]
  /** RFC 9309 §2.3.1.4: robots.txt is unreachable, so nothing may be fetched until it is back. */
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

/** Far more than are ever fetched; a short name takes more memory than its line. */
const MAX_SITEMAPS = 1_000

/** `work` counts the cost of the check, for callers that make many. */
export function isAllowed(rules: RobotsRules, path: string, work?: Work): boolean {
  // RFC 9309 §2.2.2: /robots.txt is implicitly allowed.
  return path === '/robots.txt' || (decidingRule(rules, path, work)?.allow ?? true)
}

/** The rule that allows or disallows a path; undefined where none matches. */
export function decidingRule(
  { rules }: RobotsRules,
  path: string,
  work: Work = { steps: 0 },
): Rule | undefined {
  if (rules.length === 0) return undefined
  return indexOf(rules).find(canonicalPath(path), work)
}

/**
 * One index for each robots.txt in memory, collected with it; only the rules are stored and sent.
 */
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
    else if (line.value !== '' && sitemaps.size < MAX_SITEMAPS) sitemaps.add(line.value)
  }
  const { list, wishes } = groups.ours
  return {
    rules: list.rules.toSorted(bySpecificity),
    crawlDelayMs: crawlDelayOf(wishes),
    wishes,
    sitemaps: [...sitemaps],
    unavailable: false,
  }
}

/** Longest first; of two equally long, the one that allows (RFC 9309 §2.2.2). */
function bySpecificity(a: Rule, b: Rule): number {
  return b.pattern.length - a.pattern.length || Number(b.allow) - Number(a.allow)
}

/** The text of a robots.txt, in UTF-8 by RFC 9309 §2.3, up to the maximum size. */
export function decodeRobots(bytes: Uint8Array): string {
  const text = new TextDecoder().decode(bytes.subarray(0, MAX_ROBOTS_BYTES))
  return bytes.byteLength > MAX_ROBOTS_BYTES ? wholeLines(text) : text
}

/** Drops the line that was cut through: half a path is another path. */
function wholeLines(text: string): string {
  return text.slice(0, Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) + 1)
}

/**
 * The robots.txt that holds for a URL (RFC 9309 §2.3): that of its own scheme, host and port.
 * Undefined for a URL that no crawler could fetch.
 */
export function robotsUrl(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined
  const { protocol, origin } = new URL(url)
  return protocol === 'http:' || protocol === 'https:' ? `${origin}/robots.txt` : undefined
}

interface Group {
  named: boolean
  list: RuleList
  wishes: SiteWishes
}

/** Merges the groups that name our agent into one, those for `*` into another (RFC 9309 §2.2.1). */
class GroupReader {
  readonly #token: string
  readonly #own: Group = { named: false, list: new RuleList(), wishes: noWishes() }
  readonly #anyone: Group = { named: false, list: new RuleList(), wishes: noWishes() }
  /** Those of the two that the rules being read belong to. */
  readonly #ruleGroups = new Set<Group>()
  /** Those of the two that the other records being read belong to. */
  readonly #wishGroups = new Set<Group>()
  #last: 'agent' | 'wish' | 'rule' = 'rule'

  constructor(userAgent: string) {
    this.#token = productToken(userAgent)
  }

  read({ name, value, line }: RobotsLine): void {
    switch (name) {
      case 'user-agent':
        return this.#readAgents(value)
      case 'allow':
      case 'disallow':
        return this.#readRule(name === 'allow', value, line)
      case 'crawl-delay':
      case 'request-rate':
      case 'visit-time':
      case 'content-signal':
        return this.#readWish(name, value)
    }
  }

  /** The group that holds for our agent. */
  get ours(): Group {
    return this.#own.named ? this.#own : this.#anyone
  }

  #readAgents(value: string): void {
    // §2.2.4: other records must not separate the agents of a group from its rules, so a wish ends
    // a run of agents for wishes only.
    if (this.#last === 'rule') this.#ruleGroups.clear()
    if (this.#last !== 'agent') this.#wishGroups.clear()
    this.#last = 'agent'
    for (const agent of namedAgents(value)) this.#join(agent)
  }

  #join(agent: string): void {
    const group = this.#groupOf(agent)
    if (group === undefined) return
    group.named = true
    this.#ruleGroups.add(group)
    this.#wishGroups.add(group)
  }

  #readRule(allow: boolean, path: string, line: number): void {
    this.#last = 'rule'
    // An empty rule disallows nothing, but it ends the run of agents.
    if (path === '' || this.#ruleGroups.size === 0) return
    const rule = { allow, pattern: compilePattern(path), line }
    for (const group of this.#ruleGroups) group.list.add(rule)
  }

  #readWish(name: string, value: string): void {
    if (this.#last === 'agent') this.#last = 'wish'
    for (const group of this.#wishGroups) addWish(group.wishes, name, value)
  }

  #groupOf(agent: string): Group | undefined {
    if (agent === '*') return this.#anyone
    return agent !== '' && agent === this.#token ? this.#own : undefined
  }
}
