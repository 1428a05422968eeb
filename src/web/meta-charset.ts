import { encodingOf } from './encoding.ts'

/** HTML §13.2.3.2: the declaration must stand in the first 1024 bytes. */
const PRESCAN_BYTES = 1_024

const SPACE = '[\\t\\n\\f\\r ]'
const META = new RegExp(`<meta(?=${SPACE}|/)`, 'iy')
const OTHER_TAG = /<\/?[a-z][^\t\n\f\r >]*/iy
const ATTRIBUTE = new RegExp(
  `[\\t\\n\\f\\r /]*([^\\t\\n\\f\\r />][^\\t\\n\\f\\r />=]*)` +
    `(?:${SPACE}*=${SPACE}*(?:"([^"]*)"|'([^']*)'|([^\\t\\n\\f\\r >"'][^\\t\\n\\f\\r >]*)|))?`,
  'y',
)
const CONTENT_CHARSET = new RegExp(
  `charset${SPACE}*=${SPACE}*(?:"([^"]*)"|'([^']*)'|([^"'\\t\\n\\f\\r ;][^\\t\\n\\f\\r ;]*))`,
  'i',
)

/** The encoding that a page's own `<meta>` declares: the standard's prescan of a byte stream. */
export function metaCharset(bytes: Uint8Array): string | undefined {
  const head = String.fromCharCode(...bytes.subarray(0, PRESCAN_BYTES))
  let at = head.indexOf('<')
  while (at !== -1) {
    const tag = readTag(head, at)
    if (tag.encoding !== undefined) return tag.encoding
    at = head.indexOf('<', tag.end)
  }
  return undefined
}

interface Tag {
  end: number
  encoding?: string | undefined
}

function readTag(head: string, at: number): Tag {
  // The dashes that open a comment may also close it: `<!-->`.
  if (head.startsWith('<!--', at)) return { end: endOf(head, '-->', at + 2) }
  const metaEnd = matchEnd(META, head, at)
  if (metaEnd !== undefined) {
    const { attributes, end } = readAttributes(head, metaEnd)
    return { end, encoding: declaredIn(attributes) }
  }
  const tagEnd = matchEnd(OTHER_TAG, head, at)
  if (tagEnd !== undefined) return { end: readAttributes(head, tagEnd).end }
  return { end: /[!/?]/.test(head.charAt(at + 1)) ? endOf(head, '>', at) : at + 1 }
}

function readAttributes(head: string, start: number) {
  const attributes = new Map<string, string>()
  let end = start
  for (;;) {
    ATTRIBUTE.lastIndex = end
    const found = ATTRIBUTE.exec(head)
    if (found === null) return { attributes, end }
    end = ATTRIBUTE.lastIndex
    const name = (found[1] ?? '').toLowerCase()
    const value = found[2] ?? found[3] ?? found[4] ?? ''
    if (!attributes.has(name)) attributes.set(name, value)
  }
}

function declaredIn(attributes: Map<string, string>): string | undefined {
  const label = attributes.get('charset') ?? pragmaCharset(attributes)
  if (label?.toLowerCase() === 'x-user-defined') return 'windows-1252'
  const encoding = label === undefined ? undefined : encodingOf(label)
  // We have just read it byte by byte as ASCII, so it is not UTF-16, whatever it says.
  return encoding?.startsWith('utf-16') ? 'utf-8' : encoding
}

function pragmaCharset(attributes: Map<string, string>): string | undefined {
  if (attributes.get('http-equiv')?.toLowerCase() !== 'content-type') return undefined
  const found = CONTENT_CHARSET.exec(attributes.get('content') ?? '')
  return found?.[1] ?? found?.[2] ?? found?.[3]
}

function matchEnd(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : undefined
}

function endOf(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from)
  return at === -1 ? text.length : at + mark.length
}
