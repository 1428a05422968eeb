/** A compressor that every runtime provides. */
export interface Compressor {
  deflate: (bytes: Uint8Array) => Uint8Array
  /** Throws on bytes that `deflate` did not write. */
  inflate: (bytes: Uint8Array) => Uint8Array
}

/** The first byte of a compressed record; no other record begins with it. */
const COMPRESSED = 0xdc
/** Shorter records hardly shrink: one of thirty links has some six hundred bytes. */
const MIN_COMPRESSED_BYTES = 500

/** A record as it is stored: compressed if that makes it smaller. */
export function packed(record: Uint8Array, compressor: Compressor): Uint8Array {
  if (record.length < MIN_COMPRESSED_BYTES) return record
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
    // No record begins with this byte, so the reader refuses it, and can say which record it was.
    return pack
  }
}
