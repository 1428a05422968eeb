import type { Attributes } from '../../standards/html/attributes.ts'

export interface Refresh {
  /** Whole seconds until the page is left. */
  seconds: number
  /** As written; undefined where the page itself is meant. */
  url: string | undefined
}

const DIGITS = /^[\t\n\f\r ]*(\d*)/
const FRACTION = /^[\d.]+/
const SEPARATOR = /^[\t\n\f\r ]*[;,]?[\t\n\f\r ]*/
const URL_LABEL = /^url[\t\n\f\r ]*=[\t\n\f\r ]*/i

/** What a `<meta>` says, if it is a refresh. */
export function refreshOf(meta: Attributes): Refresh | undefined {
  if (meta.get('http-equiv')?.toLowerCase() !== 'refresh') return undefined
  return parseRefresh(meta.get('content') ?? '')
}

/** The `content` of a `<meta http-equiv=refresh>` (HTML §4.2.5.3, "shared declarative refresh"). */
export function parseRefresh(content: string): Refresh | undefined {
  const [start = '', digits = ''] = DIGITS.exec(content) ?? []
  const rest = content.slice(start.length)
  if (digits === '' && !rest.startsWith('.')) return undefined
  const target = rest.replace(FRACTION, '')
  if (target !== '' && !/^[;,\t\n\f\r ]/.test(target)) return undefined
  const address = target.replace(SEPARATOR, '')
  const seconds = Math.min(Number(digits), Number.MAX_SAFE_INTEGER)
  return { seconds, url: address === '' ? undefined : unquote(address) }
}

/** A quote counts where the address begins: at once, or after its label. */
function unquote(address: string): string {
  const label = URL_LABEL.exec(address)
  if (label === null && /^u/i.test(address)) return address
  const text = address.slice(label?.[0].length ?? 0)
  const quote = text.charAt(0)
  if (quote !== '"' && quote !== "'") return text
  const [inside = ''] = text.slice(1).split(quote, 1)
  return inside
}
