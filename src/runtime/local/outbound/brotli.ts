import { brotliDecompressSync, createBrotliDecompress } from 'node:zlib'
import { CappedBytes } from '../../../lib/capped-bytes.ts'
import type { Body } from '../../../standards/http/read-body.ts'

/** Output beyond the cap is at most one of these. */
const CHUNK_BYTES = 65_536
/** Longer input is decoded by the chunk, so that others get a turn. */
const MAX_AT_ONCE_BYTES = 262_144

/**
 * Undoes Brotli (RFC 7932). Deno takes a stream that is cut for a whole one, so a byte is added that
 * a whole one leaves alone.
 */
export async function unbrotli(bytes: Uint8Array, maxBytes: number): Promise<Body> {
  const padded = new Uint8Array(bytes.length + 1)
  padded.set(bytes)
  return decodeAtOnce(padded, maxBytes) ?? decodeByChunk(padded, maxBytes)
}

/** Undefined where it takes more than one go: the output is too long, or broken. */
function decodeAtOnce(padded: Uint8Array, maxBytes: number): Body | undefined {
  if (padded.length > MAX_AT_ONCE_BYTES) return undefined
  try {
    const decoded: unknown = brotliDecompressSync(padded, { info: true, maxOutputLength: maxBytes })
    const { buffer, engine } = decoded as { buffer: Buffer; engine: { bytesWritten: number } }
    return { end: endOf(padded, engine.bytesWritten), bytes: buffer }
  } catch {
    return undefined
  }
}

function decodeByChunk(padded: Uint8Array, maxBytes: number): Promise<Body> {
  return new Promise((resolve) => {
    const output = new CappedBytes(maxBytes)
    const decoder = createBrotliDecompress({ chunkSize: CHUNK_BYTES })
    const settle = (end: Body['end']) => {
      resolve({ end, bytes: output.bytes() })
      decoder.destroy()
    }
    decoder.on('data', (chunk: Uint8Array) => {
      if (!output.add(chunk)) settle('cut')
    })
    decoder.on('end', () => settle(endOf(padded, decoder.bytesWritten)))
    decoder.on('error', () => settle('broken'))
    decoder.end(padded)
  })
}

/** A stream that is cut takes the added byte too; one that ends early has junk after it. */
function endOf(padded: Uint8Array, usedBytes: number): Body['end'] {
  return usedBytes === padded.length - 1 ? 'whole' : 'broken'
}
