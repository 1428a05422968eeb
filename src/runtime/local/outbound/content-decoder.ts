import { Readable, pipeline, type Transform } from 'node:stream'
import type { ReadableStream as NodeStream } from 'node:stream/web'
import { createBrotliDecompress, createGunzip } from 'node:zlib'
import { gunzip, isGzip } from '../../../standards/http/content-coding.ts'
import type { Body } from '../../../standards/http/read-body.ts'
import { inflate } from '../../inflate.ts'
import { unbrotli } from './brotli.ts'

/**
 * Undoes what workerd's `fetch` undoes: `gzip` and `br`, in just these letters. The rest is left to
 * `readBody`, as there.
 */
export async function decodeWhole(
  bytes: Uint8Array,
  coding: string | null,
  maxBytes: number,
): Promise<Body> {
  if (coding === 'gzip') return gunzipAll(bytes, maxBytes)
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

/** Junk after the last member breaks the body, as in workerd. */
async function gunzipAll(bytes: Uint8Array, maxBytes: number): Promise<Body> {
  if (!isGzip(bytes)) return { end: 'broken', bytes: new Uint8Array() }
  const { end, bytes: decoded, at } = await gunzip(bytes, maxBytes, inflate)
  return { end: end === 'whole' && at < bytes.length ? 'broken' : end, bytes: decoded }
}

function decoderOf(coding: string | null): Transform | undefined {
  if (coding === 'gzip') return createGunzip()
  return coding === 'br' ? createBrotliDecompress() : undefined
}
