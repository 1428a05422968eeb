import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { Compressor } from '../store/log/sql-log.ts'

/** Far more than any record: broken bytes must not expand to gigabytes. */
const MAX_RECORD_BYTES = 16_000_000

/** zlib, which Node, Deno, Bun and workerd share. Fast rather than thorough: see docs/benchmarks.md. */
export const compressor: Compressor = {
  deflate: (bytes) => deflateRawSync(bytes, { level: 1 }),
  inflate: (bytes) => inflateRawSync(bytes, { maxOutputLength: MAX_RECORD_BYTES }),
}
