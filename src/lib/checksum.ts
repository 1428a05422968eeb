const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1
  return value
})

/** CRC-32 as in zip and PNG (reflected, polynomial 0xEDB88320): finds every flip of up to 32 bits in a row. */
export function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (let i = 0; i < bytes.length; i++) crc = TABLE[(crc ^ bytes[i]!) & 0xff]! ^ (crc >>> 8)
  return (crc ^ 0xffffffff) >>> 0
}

/**
 * A 32-bit checksum of many bytes, some four times as fast as a CRC: each word is mixed in by a step
 * that no two words undo, so that a change within one word is always found. The length counts too.
 */
export function checksum(bytes: Uint8Array): number {
  const words = bytes.length >> 2
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let sum = bytes.length | 0
  for (let i = 0; i < words; i++) sum = mix(sum, view.getInt32(4 * i, true))
  for (let i = 4 * words; i < bytes.length; i++) sum = mix(sum, bytes[i]!)
  return (sum ^ (sum >>> 15)) >>> 0
}

function mix(sum: number, word: number): number {
  const mixed = Math.imul(sum ^ word, 0x9e3779b1)
  return (mixed << 13) | (mixed >>> 19)
}
