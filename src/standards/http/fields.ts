import { parseHttpDate, parseMailDate } from './dates.ts'

/**
 * The members of a comma-separated field, trimmed, the empty ones left out (RFC 9110 §5.6.1). A
 * comma within quotes parts nothing.
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
 * A host that asks for longer is asked again after a day all the same, as its robots.txt is: a
 * mistyped date must not end a campaign.
 */
const MAX_WAIT_MS = 24 * 3_600_000

/** When a host that is busy, or asked too often, may be asked again; never more than a day ahead. */
export function retryAt(field: string | null, now: number): number | undefined {
  const seconds = retryAfterSeconds(field, now)
  return seconds === undefined ? undefined : now + Math.min(seconds * 1_000, MAX_WAIT_MS)
}

/**
 * RFC 9110 §10.2.3: seconds or a date. Of several lines, which arrive joined by commas, the first
 * counts. A date is read as generously as a mail's, since to misread it is to be impolite.
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
