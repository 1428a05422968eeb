import { standardEncodingOf } from './encoding.ts'

/**
 * The encoding that a page's XML declaration names (HTML §13.2.3.2, "get an XML encoding"): XHTML
 * is mostly served as HTML. `head` holds a byte to a character.
 */
export function xmlDeclaredEncoding(head: string): string | undefined {
  const end = head.indexOf('>')
  if (!head.startsWith('<?xml') || end === -1) return undefined
  const declaration = head.slice(0, end)
  const at = declaration.indexOf('encoding')
  if (at === -1) return undefined
  const value = /^[\0- ]*=[\0- ]*(["'])([^\0- ]*?)\1/.exec(
    declaration.slice(at + 'encoding'.length),
  )
  const encoding = standardEncodingOf(value?.[2] ?? '')
  // We have just read it byte by byte as ASCII, so it is not UTF-16, whatever it says.
  return encoding?.startsWith('utf-16') ? 'utf-8' : encoding
}
