/**
 * Whether a URL names a day or month that only a calendar would have a page for: it has one for
 * every day there is, and none of them says anything. What may be an archive is left alone.
 */
export function isFarDate(path: string, now: number): boolean {
  const isCalendar = CALENDAR.test(path)
  const isProgramme = isCalendar || PROGRAMME.test(path)
  const year = yearOf(path, isProgramme)
  if (year === undefined) return false
  const thisYear = new Date(now).getUTCFullYear()
  if (isCalendar && year < thisYear - CALENDAR_YEARS_BACK) return true
  return year > thisYear + (isProgramme ? PROGRAMME_YEARS_AHEAD : YEARS_AHEAD)
}

/** Eclipses, forecasts and plans are published this far ahead; what is beyond is computed. */
const YEARS_AHEAD = 30
/** Halls and conferences are booked this far ahead. */
const PROGRAMME_YEARS_AHEAD = 3
/** Before the web, nobody kept a calendar on it. */
const CALENDAR_YEARS_BACK = 35

const CALENDAR = /(?<![a-z])(?:calendar|kalender|calendrier|calendario)s?(?![a-z])/i
/** These have a future of their own, but may be about history. */
const PROGRAMME = /(?<![a-z])(?:events?|agenda|schedules?|termine|veranstaltungen)(?![a-z])/i

const DAY = String.raw`(?:0[1-9]|[12]\d|3[01])(?!\d)`
const MONTH = String.raw`(?:0?[1-9]|1[0-2])(?!\d)`
/** Beyond it, what looks like a date is a part number; and 9999 means for ever. */
const YEAR = String.raw`(?<!\d)([12]\d{3})`

/** A day in full: `2031/05/01`, `2031-05-01`, `date=20310501`. */
const FULL_DATE = new RegExp(
  String.raw`${YEAR}([/-])(?:0[1-9]|1[0-2])\2${DAY}|=([12]\d{3})(?:0[1-9]|1[0-2])${DAY}`,
)
/** A month, which may as well be an item and its page: only a programme's counts. */
const MONTH_DATE = new RegExp(String.raw`${YEAR}[/-]${MONTH}`)
const YEAR_PARAMETER = /[?&](?:cal_?)?(?:year|yr|jahr|annee)=([12]\d{3})(?!\d)/i

function yearOf(path: string, isProgramme: boolean): number | undefined {
  const full = FULL_DATE.exec(path)
  const found = full?.[1] ?? full?.[3] ?? (isProgramme ? looseYear(path) : undefined)
  return found === undefined ? undefined : Number(found)
}

function looseYear(path: string): string | undefined {
  return MONTH_DATE.exec(path)?.[1] ?? YEAR_PARAMETER.exec(path)?.[1]
}
