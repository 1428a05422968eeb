import { parseMailDate } from '../http/mail-date.ts'

const ISO_8601 = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?)\s?(Z|[+-]\d\d:\d\d)?)?$/i
const HYPHENS = /(\d)-([a-z]{3,9})-(\d)/i

/**
 * The date of an `unavailable_after` in the forms that Google documents: RFC 822, RFC 850 (which is
 * a mail's date but for its hyphens) and ISO 8601. Where no zone is given it is UTC.
 */
export function parseTagDate(text: string): number | undefined {
  const [, day, time = '00:00', zone = 'Z'] = ISO_8601.exec(text.trim()) ?? []
  if (day === undefined) return parseMailDate(text.replace(HYPHENS, '$1 $2 $3'))
  const at = Date.parse(`${day}T${time}${zone.toUpperCase()}`)
  return Number.isNaN(at) ? undefined : at
}
