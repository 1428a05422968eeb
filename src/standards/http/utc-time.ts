export interface UtcParts {
  year: number
  /** English, of which the first three letters count. */
  month: string | number
  day: number
  hour: number
  minute: number
  second: number
  millisecond?: number
}

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')

/** In milliseconds since 1970; undefined for a moment that no calendar has, such as 31 April. */
export function utcTime(parts: UtcParts): number | undefined {
  const { year, day, hour, minute, second, millisecond = 0 } = parts
  const month = monthOf(parts.month)
  // RFC 9110 §5.6.7 lets a leap second be written.
  if (hour > 23 || minute > 59 || second > 60) return undefined
  // Not `Date.UTC`, which reads the years 0 to 99 as 1900 to 1999.
  const date = new Date(0)
  date.setUTCFullYear(year, month, day)
  // A day or month that does not exist has become another.
  if (date.getUTCDate() !== day || date.getUTCMonth() !== month) return undefined
  return date.setUTCHours(hour, minute, second, millisecond)
}

function monthOf(month: string | number): number {
  return typeof month === 'number' ? month - 1 : MONTHS.indexOf(month.slice(0, 3).toLowerCase())
}
