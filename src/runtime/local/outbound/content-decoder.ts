import { Readable, pipeline, type Transform } from 'node:stream'
import type { ReadableStream as NodeStream } from 'node:stream/web'
import { createBrotliDecompress, createGunzip } from 'node:zlib'
import { CappedBytes } from '../../../lib/capped-bytes.ts'
import { gunzip } from '../../../standards/http/content-coding.ts'
import type { Body } from '../../../standards/http/read-body.ts'
import { inflate } from '../../inflate.ts'

/** Output beyond the cap is at most one of these. */
const CHUNK_BYTES = 65_536

/**
 * Undoes what workerd's `fetch` undoes: `gzip` and `br`, in just these letters. The rest is left to
 * `readBody`, as there.
 */
export async function decodeWhole(
  bytes: Uint8Array,
  coding: string | null,
  maxBytes: number,
): Promise<Body> {
  if (coding === 'gzip') {
    return isGzip(bytes) ? gunzip(bytes, maxBytes, inflate) : { end: 'broken', bytes: NOTHING }
  }
  return coding === 'br' ? unbrotli(bytes, maxBytes) : { end: 'whole', bytes }
}

/** The same for a body as it arrives. */
export function decodedStream(
  encoded: ReadableStream<Uint8Array>,
  coding: string | null,
): ReadableStream<Uint8Array> {
  const decoder = decoderOf(coding)
  if (decoder === undefined) return encoded
  // Errors of either end reach the reader through the decoder.
  pipeline(Readable.fromWeb(encoded as NodeStream), decoder, () => {})
  return Readable.toWeb(decoder) as ReadableStream<Uint8Array>
}

const NOTHING = new Uint8Array()

function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b
}

function decoderOf(coding: string | null): Transform | undefined {
  if (coding === 'gzip') return createGunzip({ chunkSize: CHUNK_BYTES })
  return coding === 'br' ? createBrotliDecompress({ chunkSize: CHUNK_BYTES }) : undefined
}

function unbrotli(bytes: Uint8Array, maxBytes: number): Promise<Body> {
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
    decoder.on('end', () => settle('whole'))
    decoder.on('error', () => settle('broken'))
    decoder.end(bytes)
  })
}
