/** Encodings that are unsafe to decode: the standard replaces the whole text by one error. */
const REPLACED: ReadonlySet<string> = new Set([
  'csiso2022kr',
  'hz-gb-2312',
  'iso-2022-cn',
  'iso-2022-cn-ext',
  'iso-2022-kr',
  'replacement',
])

const USER_DEFINED = 'x-user-defined'

/** The WHATWG name of an encoding label, or undefined for one that no runtime can decode. */
export function encodingOf(label: string): string | undefined {
  try {
    return new TextDecoder(label).encoding
  } catch {
    return undefined
  }
}

/** The same, with the two encodings of the standard that `TextDecoder` does not offer. */
export function standardEncodingOf(label: string): string | undefined {
  const known = encodingOf(label)
  if (known !== undefined) return known
  const [name = ''] = /[^\t\n\f\r ]+/.exec(label.toLowerCase()) ?? []
  if (label.trim().length !== name.length) return undefined
  if (name === USER_DEFINED) return name
  return REPLACED.has(name) ? 'replacement' : undefined
}

/** Decodes bytes in an encoding of the standard; invalid ones become U+FFFD. */
export function decodeAs(encoding: string, bytes: Uint8Array): string {
  if (encoding === 'replacement') return bytes.length === 0 ? '' : '\uFFFD'
  if (encoding === USER_DEFINED) return decodeUserDefined(bytes)
  return new TextDecoder(encoding).decode(bytes)
}

/**
 * encoding.spec.whatwg.org §14.5.1. A string that grows by single characters would take some fifty
 * bytes for each, and a page may have millions.
 */
function decodeUserDefined(bytes: Uint8Array): string {
  const codes = Uint16Array.from(bytes)
  for (let i = 0; i < codes.length; i++) if (codes[i]! >= 0x80) codes[i]! += 0xf700
  // Every machine that runs JavaScript today is little-endian.
  return new TextDecoder('utf-16le').decode(codes)
}
