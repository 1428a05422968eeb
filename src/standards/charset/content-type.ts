import { membersOf } from '../http/list-field.ts'
import { parseMimeType, type MimeType } from './mime-type.ts'

export interface ContentType extends MimeType {
  charset: string | undefined
}

/**
 * Undefined for a header that is missing or names no media type. Sent twice, the last type counts,
 * with the charset of an earlier one if they are of the same type (Fetch, "extract a MIME type").
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
