import { parseContentType } from './content-type.ts'
import { decodeAs, standardEncodingOf } from './encoding.ts'
import { metaCharset } from './meta-charset.ts'

/** What the standard suggests for most of the world (HTML §13.2.3.2, step 9). */
const FALLBACK = 'windows-1252'

export function decodeBody(bytes: Uint8Array, contentType: string | null): string {
  return decodeAs(bodyEncoding(bytes, contentType), bytes)
}

/**
 * The encoding of a page. A byte order mark beats the header, the header beats the page's own
 * word, as in browsers (HTML §13.2.3.2). A page of which none is known is UTF-8 if it has such
 * characters and no others: browsers may look at that too, and by chance it does not happen.
 */
export function bodyEncoding(
  bytes: Uint8Array,
  contentType: string | null,
  fallback = FALLBACK,
): string {
  const declared = byteOrderMark(bytes) ?? headerEncoding(contentType) ?? metaCharset(bytes)
  return declared ?? (isWideUtf8(bytes) ? 'utf-8' : fallback)
}

function byteOrderMark([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return undefined
}

function headerEncoding(contentType: string | null): string | undefined {
  const label = parseContentType(contentType)?.charset
  return label === undefined ? undefined : standardEncodingOf(label)
}

function isWideUtf8(bytes: Uint8Array): boolean {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes)
    return text.length < bytes.length
  } catch {
    return false
  }
}
