import { parseContentType } from './content-type.ts'
import { decodeAs, standardEncodingOf } from './encoding.ts'
import { AttributeReader, type TagAttributes } from '../html/attributes.ts'

/** The standard's suggestion for most locales (HTML §13.2.3.2, step 9). */
const FALLBACK = 'windows-1252'

export function decodeBody(bytes: Uint8Array, contentType: string | null): string {
  return decodeAs(bodyEncoding(bytes, contentType), bytes)
}

/**
 * The encoding of a page. A byte order mark beats the header, the header beats the page's own
 * declaration, as in browsers (HTML §13.2.3.2). Without any of them, a page is UTF-8 if its bytes are
 * valid UTF-8 beyond ASCII, which does not happen by chance.
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

/** HTML §13.2.3.2: the declaration must stand in the first 1024 bytes. */
const PRESCAN_BYTES = 1_024

const META = /<meta(?=[\t\n\f\r /])/iy
const OTHER_TAG = /<\/?[a-z][^\t\n\f\r >]*/iy
const CHARSET = /charset[\t\n\f\r ]*=[\t\n\f\r ]*/gi

/** The encoding that a page declares in its first bytes: the standard's prescan. */
export function metaCharset(bytes: Uint8Array): string | undefined {
  const head = String.fromCharCode(...bytes.subarray(0, PRESCAN_BYTES))
  // An XML declaration in UTF-16, which no meta can declare.
  if (head.startsWith('<\0?\0x\0')) return 'utf-16le'
  if (head.startsWith('\0<\0?\0x')) return 'utf-16be'
  return prescan(head) ?? xmlDeclaredEncoding(head)
}

function prescan(head: string): string | undefined {
  const reader = new AttributeReader(head)
  let at = head.indexOf('<')
  while (at !== -1) {
    const metaEnd = matchEnd(META, head, at)
    const nameEnd = metaEnd ?? matchEnd(OTHER_TAG, head, at)
    const end = nameEnd === undefined ? otherEnd(head, at) : reader.read(nameEnd)
    if (end === undefined) return undefined
    const encoding = metaEnd === undefined ? undefined : declaredIn(reader.attributes)
    if (encoding !== undefined) return encoding
    at = head.indexOf('<', end)
  }
  return undefined
}

/** Skips a comment, a declaration, or a stray bracket; undefined if the head ends in it. */
function otherEnd(head: string, at: number): number | undefined {
  // The dashes that open a comment may also close it: `<!-->`.
  if (head.startsWith('<!--', at)) return endOf(head, '-->', at + 2)
  return /[!/?]/.test(head.charAt(at + 1)) ? endOf(head, '>', at) : at + 1
}

function declaredIn(meta: TagAttributes): string | undefined {
  const label = meta.source('charset') ?? pragmaCharset(meta)
  const encoding = label === undefined ? undefined : standardEncodingOf(label)
  if (encoding === 'x-user-defined') return 'windows-1252'
  // It was just read as ASCII, so it is not UTF-16, whatever it says.
  return encoding?.startsWith('utf-16') ? 'utf-8' : encoding
}

function pragmaCharset(meta: TagAttributes): string | undefined {
  if (meta.source('http-equiv')?.toLowerCase() !== 'content-type') return undefined
  const content = meta.source('content') ?? ''
  CHARSET.lastIndex = 0
  if (!CHARSET.test(content)) return undefined
  const value = content.slice(CHARSET.lastIndex)
  const quoted = /^(["'])(.*?)\1/s.exec(value)
  return quoted === null ? /^[^"'\t\n\f\r ;][^\t\n\f\r ;]*/.exec(value)?.[0] : quoted[2]
}

function matchEnd(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : undefined
}

function endOf(text: string, mark: string, from: number): number | undefined {
  const at = text.indexOf(mark, from)
  return at === -1 ? undefined : at + mark.length
}

/**
 * The encoding in a page's XML declaration (HTML §13.2.3.2, "get an XML encoding"): XHTML is mostly
 * served as HTML. `head` has one character per byte.
 */
function xmlDeclaredEncoding(head: string): string | undefined {
  const end = head.indexOf('>')
  if (!head.startsWith('<?xml') || end === -1) return undefined
  const declaration = head.slice(0, end)
  const at = declaration.indexOf('encoding')
  if (at === -1) return undefined
  const value = /^[\0- ]*=[\0- ]*(["'])([^\0- ]*?)\1/.exec(
    declaration.slice(at + 'encoding'.length),
  )
  const encoding = standardEncodingOf(value?.[2] ?? '')
  // It was just read as ASCII, so it is not UTF-16, whatever it says.
  return encoding?.startsWith('utf-16') ? 'utf-8' : encoding
}
