const TIME = String.raw`(?<hour>\d\d):(?<minute>\d\d):(?<second>\d\d)`
const MONTH = '(?<month>jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)'
const SHORT_DAY = '(?:mon|tue|wed|thu|fri|sat|sun)'
const LONG_DAY = '(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday)'

/** RFC 9110 §5.6.7: the form in use and two obsolete ones; RFC 9111 §4.2 ignores their case. */
const HTTP_DATES = [
  String.raw`${SHORT_DAY}, (?<day>\d\d) ${MONTH} (?<year>\d{4}) ${TIME} gmt`,
  String.raw`${LONG_DAY}, (?<day>\d\d)-${MONTH}-(?<shortYear>\d\d) ${TIME} gmt`,
  String.raw`${SHORT_DAY} ${MONTH} (?<day>[ \d]\d) ${TIME} (?<year>\d{4})`,
].map((form) => new RegExp(`^${form}$`, 'i'))

/**
 * Milliseconds since 1970. Undefined for anything but the three forms, other time zones included:
 * an invalid date must count as long past (RFC 9111 §5.3).
 */
export function parseHttpDate(field: string | null, now: number): number | undefined {
  const text = field?.trim() ?? ''
  for (const form of HTTP_DATES) {
    const parts = form.exec(text)?.groups
    if (parts !== undefined) return httpTime(parts, now)
  }
  return undefined
}

function httpTime(parts: Partial<Record<string, string>>, now: number): number | undefined {
  const { year, shortYear, month = '', day, hour, minute, second } = parts
  return utcTime({
    year: shortYear === undefined ? Number(year) : httpYear(Number(shortYear), now),
    month,
    day: Number(day),
    hour: Number(hour),
    minute: Number(minute),
    second: Number(second),
  })
}

/** RFC 9110 §5.6.7: a year more than 50 years ahead is the last one with these digits. */
function httpYear(twoDigits: number, now: number): number {
  const thisYear = new Date(now).getUTCFullYear()
  const year = thisYear - (thisYear % 100) + twoDigits
  return year > thisYear + 50 ? year - 100 : year
}

const MAIL_DATE = new RegExp(
  String.raw`^(?:[a-z]{3,9},? +)?(\d{1,2}) +([a-z]{3,9}) +(\d{4}|\d\d) +` +
    String.raw`(\d{1,2}):(\d\d)(?::(\d\d))? +([+-]\d{4}|[a-z]{1,4})$`,
  'i',
)

/** RFC 5322 §4.3: hours from UTC. Any other name is an unknown zone. */
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
 * The date of a mail (RFC 5322 §3.3 and §4.3), which RSS uses too, in milliseconds since 1970. One
 * without a zone is ambiguous and refused.
 */
export function parseMailDate(text: string): number | undefined {
  const found = MAIL_DATE.exec(text.trim().replace(/\s+/g, ' '))
  if (found === null) return undefined
  const [, day, month = '', year = '', hour, minute, second = '0', zone = ''] = found
  const offset = mailOffsetMinutes(zone.toLowerCase())
  const local = utcTime({
    year: mailYear(year),
    month,
    day: Number(day),
    hour: Number(hour),
    minute: Number(minute),
    second: Number(second),
  })
  return local === undefined || offset === undefined ? undefined : local - offset * 60_000
}

function mailYear(digits: string): number {
  const year = Number(digits)
  if (digits.length > 2) return year
  return year < 50 ? 2000 + year : 1900 + year
}

function mailOffsetMinutes(zone: string): number | undefined {
  const [, sign, hours, minutes] = /^([+-])(\d\d)(\d\d)$/.exec(zone) ?? []
  if (sign === undefined) {
    const offset = ZONES[zone]
    return offset === undefined ? undefined : offset * 60
  }
  const offset = Number(hours) * 60 + Number(minutes)
  return sign === '-' ? -offset : offset
}

/** https://www.w3.org/TR/NOTE-datetime; a blank may stand for the `T`. */
const W3C_DATE = new RegExp(
  String.raw`^(\d{4})(?:-(\d\d)(?:-(\d\d)` +
    String.raw`(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)? ?(Z|[+-]\d\d:?\d\d)?)?)?)?$`,
  'i',
)

/**
 * A year, a month, a day or a moment in ISO 8601. A day without a time, or a time without a zone,
 * is in UTC.
 */
export function parseW3cDate(text: string): number | undefined {
  const found = W3C_DATE.exec(text)
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
  const offset = w3cOffsetMs(found[8] ?? 'Z')
  return local === undefined || offset === undefined ? undefined : local - offset
}

/** Undefined for more than 23 hours and 59 minutes, RFC 3339 §5.6's maximum. */
function w3cOffsetMs(zone: string): number | undefined {
  if (zone.toUpperCase() === 'Z') return 0
  const hours = Number(zone.slice(1, 3))
  const minutes = Number(zone.slice(-2))
  if (hours > 23 || minutes > 59) return undefined
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60_000
}

interface UtcParts {
  year: number
  /** A number from 1, or an English name, whose first three letters count. */
  month: string | number
  day: number
  hour: number
  minute: number
  second: number
  millisecond?: number
}

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')

/** Milliseconds since 1970; undefined for a moment that no calendar has, such as 31 April. */
function utcTime(parts: UtcParts): number | undefined {
  const { year, day, hour, minute, second, millisecond = 0 } = parts
  const month = monthOf(parts.month)
  // RFC 9110 §5.6.7 lets a leap second be written.
  if (hour > 23 || minute > 59 || second > 60) return undefined
  // Not `Date.UTC`, which reads the years 0 to 99 as 1900 to 1999.
  const date = new Date(0)
  date.setUTCFullYear(year, month, day)
  // `Date` turns a day or month that does not exist into another.
  if (date.getUTCDate() !== day || date.getUTCMonth() !== month) return undefined
  return date.setUTCHours(hour, minute, second, millisecond)
}

function monthOf(month: string | number): number {
  return typeof month === 'number' ? month - 1 : MONTHS.indexOf(month.slice(0, 3).toLowerCase())
}
