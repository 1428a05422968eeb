import { canonicalPath, compilePattern, matchesPath, type Pattern } from './robots-pattern.ts'

/** What one robots.txt says to one agent. */
export interface RobotsRules {
  /** The most specific first, so that the first match decides. */
  rules: readonly Rule[]
  crawlDelayMs: number | undefined
}

interface Rule {
  allow: boolean
  pattern: Pattern
}

/** RFC 9309 §2.5 asks for at least this much; what follows is not read. */
export const MAX_ROBOTS_BYTES = 500 * 1_024

/** A site that asks for more would hold a campaign for days: it gets this. */
const MAX_CRAWL_DELAY_MS = 30_000

export const ALLOW_ALL: RobotsRules = { rules: [], crawlDelayMs: undefined }
export const DISALLOW_ALL: RobotsRules = {
  rules: [{ allow: false, pattern: compilePattern('/') }],
  crawlDelayMs: undefined,
}

export function isAllowed({ rules }: RobotsRules, path: string): boolean {
  // RFC 9309 §2.2.2: /robots.txt is implicitly allowed.
  if (path === '/robots.txt') return true
  const canonical = canonicalPath(path)
  return rules.find(({ pattern }) => matchesPath(pattern, canonical))?.allow ?? true
}

export function parseRobots(text: string, agent: string): RobotsRules {
  const reader = new GroupReader(agent)
  for (const line of linesOf(text)) {
    const colon = line.indexOf(':')
    if (colon === -1) continue
    reader.read(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim())
  }
  return reader.rules()
}

interface Group {
  named: boolean
  rules: Rule[]
  crawlDelayMs: number | undefined
}

/** Gathers the groups that name our agent into one, those that name `*` into another (§2.2.1). */
class GroupReader {
  readonly #token: string
  readonly #own: Group = { named: false, rules: [], crawlDelayMs: undefined }
  readonly #anyone: Group = { named: false, rules: [], crawlDelayMs: undefined }
  /** Of ours, those the lines being read are for. */
  readonly #ruled = new Set<Group>()
  readonly #delayed = new Set<Group>()
  #last: 'agent' | 'delay' | 'rule' = 'rule'

  constructor(agent: string) {
    this.#token = productToken(agent)
  }

  read(key: string, value: string): void {
    switch (key) {
      case 'user-agent':
        return this.#readAgent(value)
      case 'allow':
      case 'disallow':
        return this.#readRule(key === 'allow', value)
      case 'crawl-delay':
        return this.#readDelay(value)
    }
  }

  rules(): RobotsRules {
    const { rules, crawlDelayMs } = this.#own.named ? this.#own : this.#anyone
    return { rules: rules.toSorted(bySpecificity), crawlDelayMs }
  }

  #readAgent(value: string): void {
    // §2.2.4: other records must not come between the agents and the rules of a group, so a
    // delay ends a run of agents for delays only.
    if (this.#last === 'rule') this.#ruled.clear()
    if (this.#last !== 'agent') this.#delayed.clear()
    this.#last = 'agent'
    const group = this.#groupOf(value)
    if (group === undefined) return
    group.named = true
    this.#ruled.add(group)
    this.#delayed.add(group)
  }

  #readRule(allow: boolean, path: string): void {
    this.#last = 'rule'
    // An empty rule bars nothing, but it ends the run of agents.
    if (path === '' || this.#ruled.size === 0) return
    const rule = { allow, pattern: compilePattern(path) }
    for (const group of this.#ruled) group.rules.push(rule)
  }

  #readDelay(value: string): void {
    if (this.#last === 'agent') this.#last = 'delay'
    const seconds = Number(value)
    if (value === '' || !(seconds >= 0)) return
    const delayMs = Math.min(seconds * 1_000, MAX_CRAWL_DELAY_MS)
    for (const group of this.#delayed) group.crawlDelayMs ??= delayMs
  }

  #groupOf(value: string): Group | undefined {
    if (/^\*(\s|$)/.test(value)) return this.#anyone
    const token = productToken(value)
    return token !== '' && token === this.#token ? this.#own : undefined
  }
}

/** The part of an agent line or a user-agent header that names the crawler: `Foo/1.0 x` → `foo`. */
function productToken(agent: string): string {
  return (/^[\w-]*/.exec(agent)?.[0] ?? '').toLowerCase()
}

/** Longest first; of two as long, the one that allows (RFC 9309 §2.2.2). */
function bySpecificity(a: Rule, b: Rule): number {
  return b.pattern.length - a.pattern.length || Number(b.allow) - Number(a.allow)
}

function linesOf(text: string): string[] {
  const lines = text
    .slice(0, MAX_ROBOTS_BYTES)
    .replace(/^\uFEFF/, '')
    .split(/[\r\n]+/)
  // Half a path is another path: the line that was cut through is left out.
  if (text.length > MAX_ROBOTS_BYTES) lines.pop()
  return lines.map((line) => line.replace(/#.*$/s, ''))
}
