import { CappedBytes } from '../../lib/capped-bytes.ts'
import { inflate, type Inflated } from '../../lib/inflate.ts'
import { membersOf } from './list-field.ts'
import { encodingOf } from '../charset/encoding.ts'

/** What is left of a body's codings, or why it cannot be read. */
export interface Uncoded {
  end: Inflated['end']
  bytes: Uint8Array
}

/** Compressed twice happens, mostly by mistake; more often is no page. */
const MOST_LAYERS = 3
const UNDOABLE: ReadonlySet<string> = new Set(['gzip', 'x-gzip', 'deflate', 'identity', 'none'])

/** Whether a body with these codings can be read here, whatever the runtime makes of them. */
export function canUndo(contentEncoding: string | null): boolean {
  // Brotli has no mark to know it by, and every runtime undoes this spelling of it alone.
  if (contentEncoding === 'br') return true
  // The name of a charset is put there by mistake, and passed over by browsers.
  return codingsOf(contentEncoding).every(
    (coding) => UNDOABLE.has(coding) || encodingOf(coding) !== undefined,
  )
}

/**
 * Runtimes undo what codings they know and leave the header as it was: workerd `gzip` and `br` in
 * just these letters, Node any list of what it knows. So what arrived is told by its bytes, and the
 * header is asked only for `deflate`, which bears no mark.
 */
export function undoCodings(
  bytes: Uint8Array,
  contentEncoding: string | null,
  capBytes: number,
): Uncoded {
  const mayBeDeflated = codingsOf(contentEncoding).includes('deflate')
  let body: Uncoded = { end: 'whole', bytes }
  for (let layer = 0; layer <= MOST_LAYERS; layer++) {
    const inner = undoOne(body.bytes, mayBeDeflated, capBytes)
    if (inner === undefined) return body
    if (inner.end !== 'whole') return inner
    body = inner
  }
  return { end: 'broken', bytes: body.bytes }
}

function codingsOf(contentEncoding: string | null): string[] {
  return membersOf(contentEncoding).map((coding) => coding.toLowerCase())
}

/** Undefined where nothing is left to undo. */
function undoOne(bytes: Uint8Array, mayBeDeflated: boolean, capBytes: number): Uncoded | undefined {
  if (isGzip(bytes, 0)) return gunzip(bytes, capBytes)
  if (!mayBeDeflated || bytes.length === 0) return undefined
  // RFC 9110 §8.4.1.2 wants zlib's wrapping, and knows that some leave it off.
  const wrapped = isZlib(bytes) ? inflated(bytes, ZLIB_HEADER_BYTES, capBytes) : undefined
  if (wrapped !== undefined && wrapped.end !== 'broken') return wrapped
  const bare = inflated(bytes, 0, capBytes)
  if (bare.end !== 'broken') return bare
  // Where zlib's mark led to something, it was no chance.
  const isDeflated = wrapped !== undefined && wrapped.bytes.length > 0
  return isText(bytes) && !isDeflated ? undefined : (wrapped ?? bare)
}

function inflated(bytes: Uint8Array, from: number, capBytes: number): Uncoded {
  const into = new CappedBytes(capBytes)
  const { end } = inflate(bytes, from, into)
  return { end, bytes: into.bytes() }
}

/**
 * RFC 1952: members one after another. What follows them is passed over, and so are the checksums:
 * a page with a wrong letter is still a page.
 */
function gunzip(bytes: Uint8Array, capBytes: number): Uncoded {
  const into = new CappedBytes(capBytes)
  let end: Uncoded['end'] = 'whole'
  for (let at = 0; end === 'whole' && isGzip(bytes, at);) {
    const member = inflate(bytes, afterGzipHeader(bytes, at), into)
    end = member.end
    at = member.at + GZIP_TRAILER_BYTES
  }
  return { end, bytes: into.bytes() }
}

function isGzip(bytes: Uint8Array, at: number): boolean {
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

/** RFC 1950 §2.2: the method in the low bits, and a remainder that is none. */
function isZlib([first = 0, second = 0]: Uint8Array): boolean {
  return first % 16 === 8 && (256 * first + second) % 31 === 0
}

/** So the runtime has undone it, or nobody ever did it. */
function isText(bytes: Uint8Array): boolean {
  const [first = 0, second = 0] = bytes
  // In UTF-16 a letter may have any byte. No deflated data begins with its marks.
  if (first + second === 0xff + 0xfe) return true
  return !bytes.subarray(0, 1_024).some(standsInNoText)
}

/** A control character other than NUL, white space and escape, which some charsets use. */
function standsInNoText(byte: number): boolean {
  return byte < 32 && byte !== 0 && (byte < 9 || byte > 13) && byte !== 27
}
