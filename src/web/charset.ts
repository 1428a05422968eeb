import { parseContentType } from './content-type.ts'
import { encodingOf } from './encoding.ts'
import { metaCharset } from './meta-charset.ts'

/**
 * A body as text. A byte order mark beats the header, the header beats the page's own word, as in
 * browsers (HTML §13.2.3.2). An undeclared page is UTF-8 if it can be, else windows-1252.
 */
export function decodeBody(bytes: Uint8Array, contentType: string | null): string {
  const encoding = declaredEncoding(bytes, contentType)
  if (encoding !== undefined) return new TextDecoder(encoding).decode(bytes)
  return decodeUtf8(bytes) ?? new TextDecoder('windows-1252').decode(bytes)
}

function declaredEncoding(bytes: Uint8Array, contentType: string | null): string | undefined {
  return byteOrderMark(bytes) ?? headerCharset(contentType) ?? metaCharset(bytes)
}

function byteOrderMark([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return undefined
}

function headerCharset(contentType: string | null): string | undefined {
  const label = parseContentType(contentType)?.charset
  return label === undefined ? undefined : encodingOf(label)
}

function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes)
  } catch {
    return undefined
  }
}
