export interface XmlTag {
  /** In lower case, with its prefix. */
  name: string
  kind: 'open' | 'close' | 'empty'
  attributes: ReadonlyMap<string, string>
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const REFERENCE = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos));/gi
const NAME = /^\/?([^\s/>]*)/
const ATTRIBUTE = /[\s/]*([^\s=/]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|(\S*)))?/y

/** Of what stands between `<` and `>`. */
export function parseTag(text: string): XmlTag {
  const name = NAME.exec(text)?.[1] ?? ''
  if (text.startsWith('/'))
    return { name: name.toLowerCase(), kind: 'close', attributes: new Map() }
  const attributes = new Map<string, string>()
  ATTRIBUTE.lastIndex = name.length
  for (let found = ATTRIBUTE.exec(text); found !== null; found = ATTRIBUTE.exec(text)) {
    const [, key = '', quoted, single, bare = ''] = found
    attributes.set(key.toLowerCase(), resolveReferences(quoted ?? single ?? bare))
  }
  return { name: name.toLowerCase(), kind: text.endsWith('/') ? 'empty' : 'open', attributes }
}

/** XML's five entities and character references; others stay as they are. */
export function resolveReferences(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(REFERENCE, (reference, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return NAMED[name.toLowerCase()] ?? reference
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
    return code <= 0x10ffff ? String.fromCodePoint(code) : reference
  })
}
