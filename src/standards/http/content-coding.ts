import { CappedBytes } from '../../lib/capped-bytes.ts'
import { membersOf } from './fields.ts'
import { encodingOf } from '../charset/encoding.ts'

/** Undoes raw DEFLATE (RFC 1951) and stops at `maxBytes` of output. Never rejects. */
export type Inflate = (bytes: Uint8Array, from: number, maxBytes: number) => Promise<Inflated>

export interface Inflated extends Decoded {
  /** Where the input was left: after the last byte that was needed. */
  at: number
}

/** A body without its content codings, or as much of it as could be decoded. */
interface Decoded {
  /** `cut`: there was more than the maximum; `broken`: it ends early, or is not compressed data. */
  end: 'whole' | 'cut' | 'broken'
  /** What came before the end, never more than the maximum. */
  bytes: Uint8Array
}

/** Pages compressed twice exist, mostly by mistake; more layers are no page. */
const MAX_LAYERS = 3
/**
 * Files compressed in blocks of 64 KB have some hundred members. Each costs a call of `inflate`.
 */
const MAX_GZIP_MEMBERS = 1_000
const DECODABLE: ReadonlySet<string> = new Set(['gzip', 'x-gzip', 'deflate', 'identity', 'none'])

/** Whether a body with these codings can be decoded here, whatever the runtime does with them. */
export function canDecode(contentEncoding: string | null): boolean {
  // Brotli has no magic bytes, and this spelling is the one that every runtime decodes.
  if (contentEncoding === 'br') return true
  // Some servers put a charset there by mistake; browsers ignore it.
  return codingsOf(contentEncoding).every(
    (coding) => DECODABLE.has(coding) || encodingOf(coding) !== undefined,
  )
}

/**
 * Runtimes decode the codings they know and leave the header as it was: workerd `gzip` and `br` in
 * exactly these letters, Node any list of what it knows. So the bytes tell what is still encoded;
 * the header matters only for `deflate`, which has no magic bytes.
 */
export async function decodeContent(
  bytes: Uint8Array,
  contentEncoding: string | null,
  maxBytes: number,
  inflate: Inflate,
): Promise<Decoded> {
  const mayBeDeflated = codingsOf(contentEncoding).includes('deflate')
  let body: Decoded = { end: 'whole', bytes }
  for (let layer = 0; layer <= MAX_LAYERS; layer++) {
    const inner = await decodeLayer(body.bytes, mayBeDeflated, maxBytes, inflate)
    if (inner === undefined) return body
    if (inner.end !== 'whole') return inner
    body = inner
  }
  return { end: 'broken', bytes: body.bytes }
}

function codingsOf(contentEncoding: string | null): string[] {
  return membersOf(contentEncoding).map((coding) => coding.toLowerCase())
}

/** Undefined where nothing is left to decode. */
async function decodeLayer(
  bytes: Uint8Array,
  mayBeDeflated: boolean,
  maxBytes: number,
  inflate: Inflate,
): Promise<Decoded | undefined> {
  if (isGzip(bytes)) return gunzip(bytes, maxBytes, inflate)
  if (!mayBeDeflated || bytes.length === 0) return undefined
  // RFC 9110 §8.4.1.2 wants zlib's wrapping, and notes that some leave it off.
  const wrapped = isZlib(bytes) ? await inflate(bytes, ZLIB_HEADER_BYTES, maxBytes) : undefined
  if (wrapped !== undefined && wrapped.end !== 'broken') return wrapped
  const bare = await inflate(bytes, 0, maxBytes)
  if (bare.end !== 'broken') return bare
  // A zlib header that led to output was no coincidence.
  const isDeflated = wrapped !== undefined && wrapped.bytes.length > 0
  return isText(bytes) && !isDeflated ? undefined : (wrapped ?? bare)
}

/**
 * RFC 1952: one member after another. What follows them is ignored, and so are the checksums: a page
 * with a wrong letter is still a page.
 */
export async function gunzip(
  bytes: Uint8Array,
  maxBytes: number,
  inflate: Inflate,
): Promise<Inflated> {
  const output = new CappedBytes(maxBytes)
  let end: Decoded['end'] = 'whole'
  let at = 0
  for (let members = 0; end === 'whole' && isGzip(bytes, at); members++) {
    if (members === MAX_GZIP_MEMBERS) return { end: 'cut', bytes: output.bytes(), at }
    const member = await inflate(bytes, afterGzipHeader(bytes, at), maxBytes - output.length)
    output.add(member.bytes)
    end = member.end
    at = member.at + GZIP_TRAILER_BYTES
  }
  return { end, bytes: output.bytes(), at }
}

export function isGzip(bytes: Uint8Array, at = 0): boolean {
  return bytes[at] === 0x1f && bytes[at + 1] === 0x8b && bytes[at + 2] === 8
}

const GZIP_TRAILER_BYTES = 8
const FLAG = { headerChecksum: 2, extra: 4, name: 8, comment: 16 } as const

function afterGzipHeader(bytes: Uint8Array, start: number): number {
  const flags = bytes[start + 3] ?? 0
  let at = start + 10
  if (flags & FLAG.extra) at += 2 + (bytes[at] ?? 0) + 256 * (bytes[at + 1] ?? 0)
  if (flags & FLAG.name) at = afterZero(bytes, at)
  if (flags & FLAG.comment) at = afterZero(bytes, at)
  return flags & FLAG.headerChecksum ? at + 2 : at
}

function afterZero(bytes: Uint8Array, from: number): number {
  const zero = bytes.indexOf(0, from)
  return zero === -1 ? bytes.length : zero + 1
}

const ZLIB_HEADER_BYTES = 2

/** RFC 1950 §2.2: the method in the low bits, and a check by 31. */
function isZlib([first = 0, second = 0]: Uint8Array): boolean {
  return first % 16 === 8 && (256 * first + second) % 31 === 0
}

/** Text is what the runtime has already decoded, or was never encoded. */
function isText(bytes: Uint8Array): boolean {
  const [first = 0, second = 0] = bytes
  // A letter of UTF-16 may have any byte. No deflated data begins with its byte order marks.
  if (first + second === 0xff + 0xfe) return true
  return !bytes.subarray(0, 1_024).some(standsInNoText)
}

/** A control character other than NUL, white space and escape, which some charsets use. */
function standsInNoText(byte: number): boolean {
  return byte < 32 && byte !== 0 && (byte < 9 || byte > 13) && byte !== 27
}
