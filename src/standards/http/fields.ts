import { parseHttpDate, parseMailDate } from './dates.ts'

/**
 * The non-empty members of a comma-separated field (RFC 9110 §5.6.1). Quoted commas do not
 * separate.
 */
export function membersOf(field: string | null): string[] {
  const members: string[] = []
  if (field === null) return members
  let start = 0
  let quoted = false
  for (let i = 0; i < field.length; i++) {
    const char = field[i]
    if (char === '"') quoted = !quoted
    else if (char === '\\' && quoted) i += 1
    else if (char === ',' && !quoted) {
      members.push(field.slice(start, i).trim())
      start = i + 1
    }
  }
  members.push(field.slice(start).trim())
  return members.filter((member) => member !== '')
}

/**
 * A longer wait is cut to a day, after which robots.txt expires too: a typo must not end a
 * campaign.
 */
const MAX_WAIT_MS = 24 * 3_600_000

/** When a busy host accepts requests again by its `Retry-After`, at most a day ahead. */
export function retryAt(field: string | null, now: number): number | undefined {
  const seconds = retryAfterSeconds(field, now)
  return seconds === undefined ? undefined : now + Math.min(seconds * 1_000, MAX_WAIT_MS)
}

/**
 * RFC 9110 §10.2.3: seconds or a date. The first of several lines, which arrive joined by commas,
 * counts. A date is parsed as leniently as a mail's, since to misread it is to be impolite.
 */
export function retryAfterSeconds(field: string | null, now: number): number | undefined {
  if (field === null) return undefined
  const [first = '', second] = field.split(',')
  if (/^\s*\d+\s*$/.test(first)) return Number(first)
  // An HTTP date may have one comma of its own.
  const text = second === undefined ? first : `${first},${second}`
  const at = parseHttpDate(text, now) ?? parseHttpDate(first, now) ?? parseMailDate(text)
  return at === undefined ? undefined : Math.max(0, (at - now) / 1_000)
}
