import { bodyEncoding, metaCharset } from '../../../src/standards/charset/charset.ts'
import {
  parseContentType,
  type ContentType,
  parseMimeType,
  type MimeType,
} from '../../../src/standards/charset/content-type.ts'
import { decodeAs, standardEncodingOf } from '../../../src/standards/charset/encoding.ts'
import type { Check } from '../area.ts'

interface CharsetCase {
  kind: string
  body?: string
  bodyBase64?: string
  bytesBase64?: string
  contentType?: string | null
  /** Lines of a header that was sent more than once. */
  headers?: string[]
  label: string
  /** `null` where none is expected. */
  encoding?: string | null
  mimeType?: string | null
  defaultEncoding?: string
  text?: string
}

export const check: Check = (vector) => {
  const testCase = vector as unknown as CharsetCase
  return CHECKS[testCase.kind]?.(testCase) ?? false
}

const CHECKS: Record<string, (testCase: CharsetCase) => boolean> = {
  sniff: isSniffed,
  declared: (testCase) => (metaCharset(bodyOf(testCase)) ?? null) === testCase.encoding,
  'content-type': isParsed,
  label: ({ label, encoding }) => (standardEncodingOf(label) ?? null) === encoding,
  decode: (testCase) => decodeAs(testCase.encoding!, bodyOf(testCase)) === testCase.text,
}

function bodyOf({ body = '', bodyBase64, bytesBase64 }: CharsetCase): Uint8Array {
  const base64 = bodyBase64 ?? bytesBase64
  return base64 === undefined ? new TextEncoder().encode(body) : Buffer.from(base64, 'base64')
}

function isSniffed(testCase: CharsetCase): boolean {
  const bytes = bodyOf(testCase)
  const { contentType = null, defaultEncoding, encoding, text } = testCase
  const found = bodyEncoding(bytes, contentType, defaultEncoding)
  return found === encoding && (text === undefined || decodeAs(found, bytes) === text)
}

function isParsed(testCase: CharsetCase): boolean {
  const { contentType, headers, mimeType, encoding } = testCase
  const type = contentType ?? ''
  const header = parseContentType(type)
  const label = header?.charset
  const found = label === undefined ? undefined : standardEncodingOf(label)
  if (encoding !== undefined && (found ?? null) !== encoding) return false
  if (mimeType === undefined) return true
  return serialised(headers === undefined ? parseMimeType(type) : withCharset(header)) === mimeType
}

function withCharset(type: ContentType | undefined): MimeType | undefined {
  if (type?.charset === undefined) return type
  return { ...type, parameters: new Map([...type.parameters, ['charset', type.charset]]) }
}

/** mimesniff.spec.whatwg.org §4.5 */
function serialised(type: MimeType | undefined): string | null {
  if (type === undefined) return null
  const parameters = [...type.parameters].map(([name, value]) => {
    const isToken = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(value)
    return `;${name}=${isToken ? value : `"${value.replaceAll(/["\\]/g, '\\$&')}"`}`
  })
  return type.essence + parameters.join('')
}
