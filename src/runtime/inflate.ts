import { createInflateRaw } from 'node:zlib'
import { CappedBytes } from '../lib/capped-bytes.ts'
import type { Inflate, Inflated } from '../standards/http/content-coding.ts'

/** Output beyond the cap is at most one of these. */
const CHUNK_BYTES = 65_536

/**
 * zlib, which Node, Deno, Bun and workerd share. As a stream, which hands out its output by the
 * chunk and can be stopped: `inflateRawSync` with a `maxOutputLength` throws away all it had.
 */
export const inflate: Inflate = (bytes, from, maxBytes) => {
  if (from >= bytes.length) {
    return Promise.resolve({ end: 'broken', bytes: new Uint8Array(), at: from })
  }
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
