import { membersOf } from './fields.ts'

/** RFC 9111 §1.2.2: what a larger number of seconds counts as; 68 years. */
const MAX_SECONDS = 2 ** 31

/**
 * The directives of a Cache-Control field, read generously: a crawler that misreads one is to err
 * on the side of not asking again. So white space may stand around `=`, a number ends where its
 * digits do, and of two numbers the larger counts.
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

  /** Present, and meant for the whole response, not only for fields it lists. */
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

/** For whom copies are kept, and what is assumed where a response does not say. */
export interface CacheRules {
  /** One copy serves several who ask, so that what is `private` to one is not kept. */
  shared: boolean
  /** How long an `immutable` response without a lifetime is taken for what it says. */
  immutableSeconds: number
  /** RFC 9111 §4.2.2: the part of the time since its last change that a page is trusted for. */
  guessedShare: number
  /**
   * `pre-check` and `post-check` were read by Internet Explorer 5 alone. Who sends them has copied
   * a recipe, such as PHP's for sessions, whose `no-store` says nothing about this page.
   */
  seesThroughRecipes: boolean
}

/** A crawler is a private cache: it asks as one, with the same headers every time. */
export const OWN_CACHE: CacheRules = {
  shared: false,
  // 1,000 days, which outlives any campaign.
  immutableSeconds: 86_400_000,
  guessedShare: 0.1,
  seesThroughRecipes: false,
}
