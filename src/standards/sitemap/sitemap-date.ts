import { parseMailDate } from '../http/mail-date.ts'
import { utcTime } from '../http/utc-time.ts'

/** https://www.w3.org/TR/NOTE-datetime, and a blank for the `T`. */
const W3C = new RegExp(
  String.raw`^(\d{4})(?:-(\d\d)(?:-(\d\d)` +
    String.raw`(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)? ?(Z|[+-]\d\d:?\d\d)?)?)?)?$`,
  'i',
)

/**
 * When something was changed, by sitemaps (W3C) or feeds (RFC 3339, RFC 5322), in milliseconds
 * since 1970. A day without a time, and a time without a zone, are UTC's.
 */
export function parseSitemapDate(text: string): number | undefined {
  const trimmed = text.trim()
  return W3C.test(trimmed) ? parseW3cDate(trimmed) : parseMailDate(trimmed)
}

/** A year, a month, a day or a moment, as ISO 8601 writes them. */
export function parseW3cDate(text: string): number | undefined {
  const found = W3C.exec(text)
  if (found === null) return undefined
  const [, year, month = '1', day = '1', hour = '0', minute = '0', second = '0'] = found
  const local = utcTime({
    year: Number(year),
    month: Number(month),
    day: Number(day),
    hour: Number(hour),
    minute: Number(minute),
    second: Number(second),
    millisecond: Math.floor(Number(`0.${found[7] ?? 0}`) * 1_000),
  })
  const offset = offsetMs(found[8] ?? 'Z')
  return local === undefined || offset === undefined ? undefined : local - offset
}

/** Undefined for a zone that no clock is in: RFC 3339 §5.6 has 23 hours and 59 minutes at most. */
function offsetMs(zone: string): number | undefined {
  if (zone.toUpperCase() === 'Z') return 0
  const hours = Number(zone.slice(1, 3))
  const minutes = Number(zone.slice(-2))
  if (hours > 23 || minutes > 59) return undefined
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60_000
}
