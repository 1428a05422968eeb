import { splitUrl } from '../../graph/split-url.ts'

/** An escaped octet counts as one character: a Japanese title is long without being odd. */
const MAX_CHARACTERS = 1_000
/** Heritrix has the same limit. Package repositories and source trees, the deepest sites, stay below. */
const MAX_SEGMENTS = 20
/** A broken relative link appends the same segments to the path each time it is followed. */
const MAX_RUNS = 2
const MAX_OCCURRENCES = 3
/** `/1/1/1` is a verse and `/a/a/a` an index: segments that are not words may repeat more often. */
const MAX_NUMBER_RUNS = 4
/** Some links append their parameter to whatever URL they are on. */
const MAX_SAME_PARAMETER = 2

/** The sign of a trap that the URL alone shows. */
export function trapSign(
  url: string,
  now: number,
): 'long_url' | 'repeated_path' | 'calendar' | undefined {
  const { path } = splitUrl(url)
  const queryAt = path.indexOf('?')
  const segments = (queryAt === -1 ? path : path.slice(0, queryAt)).split('/').slice(1)
  if (isLong(url) || segments.length > MAX_SEGMENTS) return 'long_url'
  if (repeats(segments)) return 'repeated_path'
  if (queryAt !== -1 && repeatsParameter(path.slice(queryAt + 1))) return 'repeated_path'
  return isFarDate(path, now) ? 'calendar' : undefined
}

function isLong(url: string): boolean {
  if (url.length <= MAX_CHARACTERS) return false
  return url.length - 2 * (url.split('%').length - 1) > MAX_CHARACTERS
}

function repeats(segments: readonly string[]): boolean {
  const counts = new Map<string, number>()
  for (const segment of segments) {
    const count = (counts.get(segment) ?? 0) + 1
    if (count > MAX_OCCURRENCES && isWord(segment)) return true
    counts.set(segment, count)
  }
  // All segments are different in nearly every path.
  return counts.size < segments.length && hasRuns(segments)
}

/** Whether the same segments, one or several, follow one another again and again. */
function hasRuns(segments: readonly string[]): boolean {
  for (let length = 1; length * (MAX_RUNS + 1) <= segments.length; length++) {
    let same = 0
    for (let i = length; i < segments.length; i++) {
      same = segments[i] === segments[i - length] ? same + 1 : 0
      const block = segments.slice(i - length + 1, i + 1)
      const runs = block.some(isWord) ? MAX_RUNS : MAX_NUMBER_RUNS
      if (same >= length * runs) return true
    }
  }
  return false
}

function isWord(segment: string): boolean {
  return segment.length > 1 && /[^\d]/.test(segment)
}

function repeatsParameter(query: string): boolean {
  const counts = new Map<string, number>()
  for (const parameter of query.split('&')) {
    const count = (counts.get(parameter) ?? 0) + 1
    if (count > MAX_SAME_PARAMETER && parameter.includes('=')) return true
    counts.set(parameter, count)
  }
  return false
}

/**
 * Whether a URL names a day or month that only a generated calendar has a page for, an empty one
 * for every day there is. Possible archives are left alone.
 */
function isFarDate(path: string, now: number): boolean {
  const isCalendar = CALENDAR.test(path)
  const isProgramme = isCalendar || PROGRAMME.test(path)
  const year = yearOf(path, isProgramme)
  if (year === undefined) return false
  const thisYear = new Date(now).getUTCFullYear()
  if (isCalendar && year < thisYear - CALENDAR_YEARS_BACK) return true
  return year > thisYear + (isProgramme ? PROGRAMME_YEARS_AHEAD : YEARS_AHEAD)
}

/** Eclipses, forecasts and plans are published this far ahead; pages beyond are generated. */
const YEARS_AHEAD = 30
/** Halls and conferences are booked this far ahead. */
const PROGRAMME_YEARS_AHEAD = 3
/** No calendar on the web is older than the web. */
const CALENDAR_YEARS_BACK = 35

const CALENDAR = /(?<![a-z])(?:calendar|kalender|calendrier|calendario)s?(?![a-z])/i
/** Programmes look ahead, but may also be about history. */
const PROGRAMME = /(?<![a-z])(?:events?|agenda|schedules?|termine|veranstaltungen)(?![a-z])/i

const DAY = String.raw`(?:0[1-9]|[12]\d|3[01])(?!\d)`
const MONTH = String.raw`(?:0?[1-9]|1[0-2])(?!\d)`
/** Later years are part numbers rather than dates, and 9999 means for ever. */
const YEAR = String.raw`(?<!\d)([12]\d{3})`

/** A full date: `2031/05/01`, `2031-05-01`, `date=20310501`. */
const FULL_DATE = new RegExp(
  String.raw`${YEAR}([/-])(?:0[1-9]|1[0-2])\2${DAY}|=([12]\d{3})(?:0[1-9]|1[0-2])${DAY}`,
)
/** A month could as well be an item and its page, so it only counts in a programme. */
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
