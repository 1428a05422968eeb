import { splitUrl } from '../../graph/address.ts'
import { isFarDate } from './trap-dates.ts'

/** In characters, an escaped octet counted as one: a title in Japanese is long without being odd. */
const MAX_CHARACTERS = 1_000
/** Heritrix's limit. Package repositories and source trees, the deepest sites, stay below. */
const MAX_SEGMENTS = 20
/** A link that is relative by mistake adds the same to the path each time it is followed. */
const MAX_RUNS = 2
const MAX_OCCURRENCES = 3
/** `/1/1/1` is a verse and `/a/a/a` a register: what is no word must repeat more. */
const MAX_NUMBER_RUNS = 4
/** A link that appends its parameter to whatever is there. */
const MAX_SAME_PARAMETER = 2

/** What a URL alone shows to be a trap. */
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
  // Nothing repeats where all are different, as in nearly every path.
  return counts.size < segments.length && hasRuns(segments)
}

/** The same segments, one or several, again and again without a break. */
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
