import { utcTime } from './utc-time.ts'

const TIME = String.raw`(?<hour>\d\d):(?<minute>\d\d):(?<second>\d\d)`
const MONTH = '(?<month>jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)'
const SHORT_DAY = '(?:mon|tue|wed|thu|fri|sat|sun)'
const LONG_DAY = '(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday)'

/** RFC 9110 §5.6.7, the one in use and two to be understood; RFC 9111 §4.2 ignores their case. */
const FORMS = [
  String.raw`${SHORT_DAY}, (?<day>\d\d) ${MONTH} (?<year>\d{4}) ${TIME} gmt`,
  String.raw`${LONG_DAY}, (?<day>\d\d)-${MONTH}-(?<shortYear>\d\d) ${TIME} gmt`,
  String.raw`${SHORT_DAY} ${MONTH} (?<day>[ \d]\d) ${TIME} (?<year>\d{4})`,
].map((form) => new RegExp(`^${form}$`, 'i'))

/**
 * In milliseconds since 1970. Undefined for anything but the three forms, other time zones
 * included: what reads like a date and is none must count as long past (RFC 9111 §5.3).
 */
export function parseHttpDate(field: string | null, now: number): number | undefined {
  const text = field?.trim() ?? ''
  for (const form of FORMS) {
    const parts = form.exec(text)?.groups
    if (parts !== undefined) return timeOf(parts, now)
  }
  return undefined
}

function timeOf(parts: Partial<Record<string, string>>, now: number): number | undefined {
  const { year, shortYear, month = '', day, hour, minute, second } = parts
  return utcTime({
    year: shortYear === undefined ? Number(year) : fullYear(Number(shortYear), now),
    month,
    day: Number(day),
    hour: Number(hour),
    minute: Number(minute),
    second: Number(second),
  })
}

/** RFC 9110 §5.6.7: what would be more than 50 years ahead is the last such year gone by. */
function fullYear(twoDigits: number, now: number): number {
  const thisYear = new Date(now).getUTCFullYear()
  const year = thisYear - (thisYear % 100) + twoDigits
  return year > thisYear + 50 ? year - 100 : year
}
