import type { NamedMeta } from './page-facts.ts'
import { namedAgents, productToken } from '../../standards/robots/product-token.ts'
import { parseMailDate } from '../../standards/http/dates.ts'

/** The rules for us in `X-Robots-Tag` and `<meta name=robots>`. No rule means permission. */
interface RobotsTags {
  noindex: boolean
  nofollow: boolean
  noarchive: boolean
  nosnippet: boolean
  /** The names of all rules for us. */
  rules: ReadonlySet<string>
}

// `name: …` begins the rules for one agent, or is a rule with a value.
const NAMED = /^([^\s:]+)\s*:\s*/
const VALUED = /^(max-.*|unavailable_after)$/

const ISO_8601 = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?)\s?(Z|[+-]\d\d:\d\d)?)?$/i
const HYPHENS = /(\d)-([a-z]{3,9})-(\d)/i

/**
 * Rules for us and rules for everyone both hold; where they contradict each other, the stricter wins,
 * as Google documents it; no standard does. `headers` are the header's lines, as far as they can
 * still be told apart.
 */
export function robotsTags(
  headers: readonly string[],
  metas: readonly NamedMeta[],
  userAgent: string,
  now: number,
): RobotsTags {
  const reader = new TagReader(productToken(userAgent), now)
  for (const value of headers) reader.read(value)
  for (const { name, content } of metas) if (reader.isAddressed(name)) reader.read(content)
  return reader.tags()
}

class TagReader {
  readonly #token: string
  readonly #now: number
  readonly #rules = new Set<string>()
  /** Whether the rules being read are for us. */
  #ours = true

  constructor(token: string, now: number) {
    this.#token = token
    this.#now = now
  }

  isAddressed(name: string): boolean {
    const [agent = ''] = namedAgents(name)
    return agent === '*' || agent === 'robots' || (agent !== '' && agent === this.#token)
  }

  /** An agent's name holds until the next, since `Headers` joins a header's lines with commas. */
  read(value: string): void {
    this.#ours = true
    const pieces = value.split(',').map((piece) => piece.trim())
    for (let i = 0; i < pieces.length; i++) {
      const rule = this.#passAgent(pieces[i] ?? '')
      const next = pieces[i + 1] ?? ''
      // `Friday, 25 Jun 2010 15:00:00 PST` is one date.
      const hasNext = /^unavailable_after\b/i.test(rule) && /^\d+\b/.test(next)
      if (hasNext) i += 1
      if (this.#ours) this.#add(hasNext ? `${rule}, ${next}` : rule)
    }
  }

  tags(): RobotsTags {
    const rules = this.#rules
    return {
      noindex: rules.has('noindex'),
      nofollow: rules.has('nofollow'),
      noarchive: rules.has('noarchive') || rules.has('nocache'),
      nosnippet: rules.has('nosnippet'),
      rules,
    }
  }

  /** Removes the agent that the piece may begin with. */
  #passAgent(piece: string): string {
    const [prefix = '', name = ''] = NAMED.exec(piece) ?? []
    if (name === '' || VALUED.test(name.toLowerCase())) return piece
    this.#ours = this.isAddressed(name)
    return piece.slice(prefix.length)
  }

  #add(rule: string): void {
    const [prefix = '', name = ''] = NAMED.exec(rule) ?? []
    if (name === '') return this.#addWords(rule)
    this.#rules.add(name.toLowerCase())
    if (name.toLowerCase() !== 'unavailable_after') return
    const until = parseTagDate(rule.slice(prefix.length))
    if (until !== undefined && until <= this.#now) this.#rules.add('noindex')
  }

  #addWords(text: string): void {
    for (const word of text.toLowerCase().split(/[\s;]+/)) {
      if (word === 'none') this.#rules.add('noindex').add('nofollow')
      if (word !== '') this.#rules.add(word)
    }
  }
}

/**
 * The date of an `unavailable_after` in the forms that Google documents: RFC 822, RFC 850 (a mail's
 * date with hyphens) and ISO 8601, in UTC where no zone is given.
 */
function parseTagDate(text: string): number | undefined {
  const [, day, time = '00:00', zone = 'Z'] = ISO_8601.exec(text.trim()) ?? []
  if (day === undefined) return parseMailDate(text.replace(HYPHENS, '$1 $2 $3'))
  const at = Date.parse(`${day}T${time}${zone.toUpperCase()}`)
  return Number.isNaN(at) ? undefined : at
}
