import { createInflateRaw, inflateRawSync } from 'node:zlib'
import { CappedBytes } from '../lib/capped-bytes.ts'
import type { Inflate, Inflated } from '../standards/http/content-coding.ts'

/** Output beyond the cap is at most one of these. */
const CHUNK_BYTES = 65_536
/** Longer input is decoded by the chunk, so that others get a turn. */
const MAX_AT_ONCE_BYTES = 262_144

/** zlib, which Node, Deno, Bun and workerd share. */
export const inflate: Inflate = async (bytes, from, maxBytes) => {
  if (from >= bytes.length) return { end: 'broken', bytes: new Uint8Array(), at: from }
  return inflateAtOnce(bytes, from, maxBytes) ?? inflateByChunk(bytes, from, maxBytes)
}

/**
 * Half the cost of a stream. Undefined where one is needed: a call that exceeds its maximum, or finds
 * broken data, throws away all it had.
 */
function inflateAtOnce(bytes: Uint8Array, from: number, maxBytes: number): Inflated | undefined {
  if (bytes.length - from > MAX_AT_ONCE_BYTES || maxBytes === 0) return undefined
  try {
    const options = { info: true, maxOutputLength: maxBytes } as const
    const inflated: unknown = inflateRawSync(bytes.subarray(from), options)
    const { buffer, engine } = inflated as { buffer: Uint8Array; engine: { bytesWritten: number } }
    const { byteOffset, byteLength } = buffer
    const output = new Uint8Array(buffer.buffer, byteOffset, byteLength)
    return { end: 'whole', bytes: output, at: from + engine.bytesWritten }
  } catch {
    return undefined
  }
}

/** A stream hands out its output by the chunk, and can be stopped. */
function inflateByChunk(bytes: Uint8Array, from: number, maxBytes: number): Promise<Inflated> {
  return new Promise((resolve) => {
    const output = new CappedBytes(maxBytes)
    const zlib = createInflateRaw({ chunkSize: CHUNK_BYTES })
    const settle = (end: Inflated['end']) => {
      resolve({ end, bytes: output.bytes(), at: from + zlib.bytesWritten })
      zlib.destroy()
    }
    zlib.on('data', (chunk: Uint8Array) => {
      if (!output.add(chunk)) settle('cut')
    })
    zlib.on('end', () => settle('whole'))
    zlib.on('error', () => settle('broken'))
    zlib.end(bytes.subarray(from))
  })
}
