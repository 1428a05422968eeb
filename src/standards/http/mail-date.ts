import { utcTime } from './utc-time.ts'

const DATE = new RegExp(
  String.raw`^(?:[a-z]{3,9},? +)?(\d{1,2}) +([a-z]{3,9}) +(\d{4}|\d\d) +` +
    String.raw`(\d{1,2}):(\d\d)(?::(\d\d))? +([+-]\d{4}|[a-z]{1,4})$`,
  'i',
)

/** RFC 5322 §4.3, in hours; any other name is a zone that nobody knows. */
const ZONES: Record<string, number> = {
  z: 0,
  ut: 0,
  utc: 0,
  gmt: 0,
  est: -5,
  edt: -4,
  cst: -6,
  cdt: -5,
  mst: -7,
  mdt: -6,
  pst: -8,
  pdt: -7,
}

/**
 * The date of a mail (RFC 5322 §3.3 and §4.3), which RSS uses, in milliseconds since 1970. Without
 * a zone it could be any hour of a day, and is none.
 */
export function parseMailDate(text: string): number | undefined {
  const found = DATE.exec(text.trim().replace(/\s+/g, ' '))
  if (found === null) return undefined
  const [, day, month = '', year = '', hour, minute, second = '0', zone = ''] = found
  const offset = offsetMinutes(zone.toLowerCase())
  const local = utcTime({
    year: fullYear(year),
    month,
    day: Number(day),
    hour: Number(hour),
    minute: Number(minute),
    second: Number(second),
  })
  return local === undefined || offset === undefined ? undefined : local - offset * 60_000
}

function fullYear(digits: string): number {
  const year = Number(digits)
  if (digits.length > 2) return year
  return year < 50 ? 2000 + year : 1900 + year
}

function offsetMinutes(zone: string): number | undefined {
  const [, sign, hours, minutes] = /^([+-])(\d\d)(\d\d)$/.exec(zone) ?? []
  if (sign === undefined) {
    const offset = ZONES[zone]
    return offset === undefined ? undefined : offset * 60
  }
  const offset = Number(hours) * 60 + Number(minutes)
  return sign === '-' ? -offset : offset
}
