import { membersOf } from './fields.ts'

/** RFC 9111 §1.2.2: larger numbers of seconds count as this, 68 years. */
const MAX_SECONDS = 2 ** 31

/**
 * The directives of a Cache-Control field, parsed leniently, so that errors lead to fewer requests:
 * white space around `=` is allowed, a number ends where its digits do, and the larger of two
 * numbers counts.
 */
export class CacheControl {
  readonly #values = new Map<string, string[]>()

  constructor(field: string | null) {
    for (const member of membersOf(field)) {
      const { name, value } = directive(member)
      const values = this.#values.get(name)
      if (values === undefined) this.#values.set(name, [value])
      else values.push(value)
    }
  }

  has(name: string): boolean {
    return this.#values.has(name)
  }

  /** The directive applies to the whole response, not only to fields it lists. */
  hasBare(name: string): boolean {
    return this.#values.get(name)?.includes('') ?? false
  }

  /** Undefined where the directive is missing; 0 where it has no number. */
  seconds(name: string): number | undefined {
    const values = this.#values.get(name)
    if (values === undefined) return undefined
    const longest = values.reduce((most, value) => Math.max(most, leadingNumber(value)), 0)
    return Math.min(longest, MAX_SECONDS)
  }
}

function directive(member: string): { name: string; value: string } {
  const equals = member.indexOf('=')
  if (equals === -1) return { name: member.toLowerCase(), value: '' }
  const name = member.slice(0, equals).trim().toLowerCase()
  return { name, value: unquoted(member.slice(equals + 1).trim()) }
}

function unquoted(value: string): string {
  if (!value.startsWith('"')) return value
  return value.replace(/^"|"$/g, '').replace(/\\(.)/gs, '$1')
}

function leadingNumber(value: string): number {
  return Number(/^\d+/.exec(value)?.[0] ?? 0)
}

/** What kind of cache it is, and what it assumes where a response does not say. */
export interface CacheRules {
  /** A shared cache serves several clients, and so stores nothing `private`. */
  shared: boolean
  /** The lifetime of an `immutable` response that gives none. */
  immutableSeconds: number
  /** RFC 9111 §4.2.2: the heuristic lifetime as a fraction of the time since the last change. */
  heuristicFraction: number
  /**
   * Only Internet Explorer 5 read `pre-check` and `post-check`. A server that sends them has copied a
   * recipe, such as PHP's for sessions, whose `no-store` says nothing about this page.
   */
  ignoresCopiedRecipes: boolean
}

/** A crawler is a private cache: one client, with the same headers every time. */
export const OWN_CACHE: CacheRules = {
  shared: false,
  // 1,000 days, which outlives any campaign.
  immutableSeconds: 86_400_000,
  heuristicFraction: 0.1,
  ignoresCopiedRecipes: false,
}
