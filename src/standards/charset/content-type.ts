import { membersOf } from '../http/fields.ts'

export interface ContentType extends MimeType {
  charset: string | undefined
}

/**
 * Undefined for a header that is missing or names no media type. The last of several types counts,
 * with the charset of an earlier one of the same type (Fetch, "extract a MIME type").
 */
export function parseContentType(header: string | null): ContentType | undefined {
  let found: ContentType | undefined
  for (const member of membersOf(header)) {
    const type = parseMimeType(member)
    if (type === undefined || type.essence === '*/*') continue
    const inherited = type.essence === found?.essence ? found.charset : undefined
    found = { ...type, charset: type.parameters.get('charset') ?? inherited }
  }
  return found
}

/** A MIME type (mimesniff.spec.whatwg.org §4). */
export interface MimeType {
  /** The type without parameters, in lower case: `text/html`. */
  essence: string
  /** Names in lower case. */
  parameters: ReadonlyMap<string, string>
}

const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/
const QUOTABLE = /^[\t\x20-\x7e\x80-\xff]*$/
const SPACE = '\t\n\r '
// A value is quoted, which ends it at the closing quote, or runs to the next semicolon.
const PARAMETER =
  /;[\t\n\r ]*([^;=]*)(?:=(?:"([^"\\]*(?:\\.[^"\\]*)*)(\\)?(?:"[^;]*)?|([^;]*)))?/gsy

export function parseMimeType(text: string): MimeType | undefined {
  const type = trim(text)
  const end = type.indexOf(';')
  const essence = trimEnd(end === -1 ? type : type.slice(0, end))
  const slash = essence.indexOf('/')
  if (slash === -1) return undefined
  if (!TOKEN.test(essence.slice(0, slash)) || !TOKEN.test(essence.slice(slash + 1))) {
    return undefined
  }
  const parameters = end === -1 ? new Map<string, string>() : readParameters(type.slice(end))
  return { essence: essence.toLowerCase(), parameters }
}

/** The first of two parameters with the same name counts. */
function readParameters(text: string): Map<string, string> {
  const parameters = new Map<string, string>()
  for (const [, name = '', quoted, escape = '', plain = ''] of text.matchAll(PARAMETER)) {
    const key = name.toLowerCase()
    const value = quoted === undefined ? trimEnd(plain) : unescape(quoted) + escape
    if (quoted === undefined && value === '') continue
    if (!TOKEN.test(key) || !QUOTABLE.test(value) || parameters.has(key)) continue
    parameters.set(key, value)
  }
  return parameters
}

function unescape(quoted: string): string {
  return quoted.replaceAll(/\\(.)/gs, '$1')
}

// A regular expression anchored at the end would try every space in between.
function trim(text: string): string {
  let start = 0
  while (start < text.length && SPACE.includes(text.charAt(start))) start += 1
  return trimEnd(text.slice(start))
}

function trimEnd(text: string): string {
  let end = text.length
  while (end > 0 && SPACE.includes(text.charAt(end - 1))) end -= 1
  return text.slice(0, end)
}
