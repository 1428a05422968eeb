import { namedAgents, productToken } from './product-token.ts'
import type { RobotsLine } from './robots-lines.ts'
import { compilePattern, RuleList } from './robots-rules.ts'
import { addWish, noWishes, type SiteWishes } from './robots-wishes.ts'

interface Group {
  named: boolean
  list: RuleList
  wishes: SiteWishes
}

/** Merges the groups that name our agent into one, those for `*` into another (RFC 9309 §2.2.1). */
export class GroupReader {
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
