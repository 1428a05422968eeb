import type { Fingerprint } from './fingerprint.ts'

// A web standard that every runtime has and the language's own library does not declare.
declare const TextEncoder: new () => { encode(text: string): Uint8Array }

/** 128 secret bits, as four unsigned 32-bit words, low word first. */
export type SipKey = readonly [number, number, number, number]

/** The key in 16 bytes. */
export function sipKey(bytes: Uint8Array): SipKey {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return [view.getUint32(0), view.getUint32(4), view.getUint32(8), view.getUint32(12)]
}

/** Rounds after the last word. One round goes with each word: SipHash-1-3. */
const FINAL_ROUNDS = 3

const utf8 = new TextEncoder()
let scratch = new Uint8Array(2_048)

/**
 * SipHash-1-3 of a text's UTF-8 bytes (Aumasson and Bernstein, 2012): whoever does not know the key
 * can neither find two texts with one hash nor aim at a hash. The variant of Rust's and Python's
 * hash tables.
 */
export function siphash(text: string, key: SipKey): Fingerprint {
  const length = encode(text)
  return hashScratch(length, key)
}

/** Encodes into `scratch`, with zeros after it up to a whole word; returns how many bytes it took. */
function encode(text: string): number {
  if (text.length + 8 > scratch.length) scratch = new Uint8Array(text.length * 2)
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit > 0x7f) return encodeBeyondAscii(text)
    scratch[i] = unit
  }
  scratch.fill(0, text.length, text.length + 8)
  return text.length
}

function encodeBeyondAscii(text: string): number {
  const bytes = utf8.encode(text)
  if (bytes.length + 8 > scratch.length) scratch = new Uint8Array(bytes.length * 2)
  scratch.set(bytes)
  scratch.fill(0, bytes.length, bytes.length + 8)
  return bytes.length
}

/**
 * The four 64-bit words of the state are pairs of 32-bit halves (`aLow`, `aHigh` to `dLow`,
 * `dHigh`), all local and the round written out: calls and objects would cost ten times as much.
 */
// oxlint-disable-next-line max-lines-per-function -- one round of SipHash, written out
function hashScratch(length: number, [key0, key1, key2, key3]: SipKey): Fingerprint {
  const bytes = scratch
  let aLow = key0 ^ 0x70736575
  let aHigh = key1 ^ 0x736f6d65
  let bLow = key2 ^ 0x6e646f6d
  let bHigh = key3 ^ 0x646f7261
  let cLow = key0 ^ 0x6e657261
  let cHigh = key1 ^ 0x6c796765
  let dLow = key2 ^ 0x79746573
  let dHigh = key3 ^ 0x74656462
  const words = (length >>> 3) + 1
  for (let round = 0; round < words + FINAL_ROUNDS; round++) {
    let low = 0
    let high = 0
    if (round < words) {
      const at = round * 8
      low = bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24)
      high =
        bytes[at + 4]! | (bytes[at + 5]! << 8) | (bytes[at + 6]! << 16) | (bytes[at + 7]! << 24)
      // The last word is short by at least the byte that holds the length.
      if (round === words - 1) high |= length << 24
    } else if (round === words) cLow ^= 0xff
    dLow ^= low
    dHigh ^= high

    // a += b; b = rotate(b, 13) ^ a; a = rotate(a, 32)
    let sum = (aLow + bLow) | 0
    let sumHigh = (aHigh + bHigh + carry(aLow, bLow, sum)) | 0
    let turned = (bLow << 13) | (bHigh >>> 19)
    bHigh = ((bHigh << 13) | (bLow >>> 19)) ^ sumHigh
    bLow = turned ^ sum
    aLow = sumHigh
    aHigh = sum
    // c += d; d = rotate(d, 16) ^ c
    sum = (cLow + dLow) | 0
    cHigh = (cHigh + dHigh + carry(cLow, dLow, sum)) | 0
    cLow = sum
    turned = (dLow << 16) | (dHigh >>> 16)
    dHigh = ((dHigh << 16) | (dLow >>> 16)) ^ cHigh
    dLow = turned ^ cLow
    // a += d; d = rotate(d, 21) ^ a
    sum = (aLow + dLow) | 0
    aHigh = (aHigh + dHigh + carry(aLow, dLow, sum)) | 0
    aLow = sum
    turned = (dLow << 21) | (dHigh >>> 11)
    dHigh = ((dHigh << 21) | (dLow >>> 11)) ^ aHigh
    dLow = turned ^ aLow
    // c += b; b = rotate(b, 17) ^ c; c = rotate(c, 32)
    sum = (cLow + bLow) | 0
    sumHigh = (cHigh + bHigh + carry(cLow, bLow, sum)) | 0
    turned = (bLow << 17) | (bHigh >>> 15)
    bHigh = ((bHigh << 17) | (bLow >>> 15)) ^ sumHigh
    bLow = turned ^ sum
    cLow = sumHigh
    cHigh = sum

    aLow ^= low
    aHigh ^= high
  }
  return { low: (aLow ^ bLow ^ cLow ^ dLow) >>> 0, high: (aHigh ^ bHigh ^ cHigh ^ dHigh) >>> 0 }
}

/** The carry of an addition of two 32-bit words whose low 32 bits are `sum`. */
function carry(a: number, b: number, sum: number): number {
  return ((a & b) | ((a | b) & ~sum)) >>> 31
}
