/** A compressor that every runtime has. */
export interface Compressor {
  deflate: (bytes: Uint8Array) => Uint8Array
  /** Throws on bytes that `deflate` did not make. */
  inflate: (bytes: Uint8Array) => Uint8Array
}

/** The first byte of what was compressed; a record begins with another. */
const COMPRESSED = 0xdc
/** Shorter ones hardly shrink: a record of thirty links has some six hundred bytes. */
const WORTH_COMPRESSING_BYTES = 500

/** As it is kept: compressed where that makes it smaller. */
export function packed(record: Uint8Array, compressor: Compressor): Uint8Array {
  if (record.length < WORTH_COMPRESSING_BYTES) return record
  const deflated = compressor.deflate(record)
  if (deflated.length + 1 >= record.length) return record
  const pack = new Uint8Array(deflated.length + 1)
  pack[0] = COMPRESSED
  pack.set(deflated, 1)
  return pack
}

export function unpacked(pack: Uint8Array, compressor: Compressor): Uint8Array {
  if (pack[0] !== COMPRESSED) return pack
  try {
    return compressor.inflate(pack.subarray(1))
  } catch {
    // No record begins like this, so whoever reads it will refuse it, and can say which it was.
    return pack
  }
}
