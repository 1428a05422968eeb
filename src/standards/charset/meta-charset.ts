import { standardEncodingOf } from './encoding.ts'
import { AttributeReader } from '../html/attribute-reader.ts'
import type { Attributes } from '../html/attributes.ts'
import { xmlDeclaredEncoding } from './xml-declaration.ts'

/** HTML §13.2.3.2: the declaration must stand in the first 1024 bytes. */
const PRESCAN_BYTES = 1_024

const META = /<meta(?=[\t\n\f\r /])/iy
const OTHER_TAG = /<\/?[a-z][^\t\n\f\r >]*/iy
const CHARSET = /charset[\t\n\f\r ]*=[\t\n\f\r ]*/gi

/** The encoding that a page itself declares: the standard's prescan of a byte stream. */
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

/** Past a comment, a declaration, or a bracket that opens nothing; undefined if the head ends. */
function otherEnd(head: string, at: number): number | undefined {
  // The dashes that open a comment may also close it: `<!-->`.
  if (head.startsWith('<!--', at)) return endOf(head, '-->', at + 2)
  return /[!/?]/.test(head.charAt(at + 1)) ? endOf(head, '>', at) : at + 1
}

function declaredIn(meta: Attributes): string | undefined {
  const label = meta.source('charset') ?? pragmaCharset(meta)
  const encoding = label === undefined ? undefined : standardEncodingOf(label)
  if (encoding === 'x-user-defined') return 'windows-1252'
  // We have just read it byte by byte as ASCII, so it is not UTF-16, whatever it says.
  return encoding?.startsWith('utf-16') ? 'utf-8' : encoding
}

function pragmaCharset(meta: Attributes): string | undefined {
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
