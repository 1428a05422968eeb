import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { MAX_RECORD_BYTES } from '../core/campaign/log/log-file-reader.ts'
import type { Compressor } from '../store/log/sql-log.ts'

/** zlib, which Node, Deno, Bun and workerd share. Fast rather than thorough: see docs/benchmarks.md. */
export const compressor: Compressor = {
  deflate: (bytes) => deflateRawSync(bytes, { level: 1 }),
  // Broken bytes must not expand to gigabytes.
  inflate: (bytes) => inflateRawSync(bytes, { maxOutputLength: MAX_RECORD_BYTES }),
}
