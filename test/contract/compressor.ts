import { expect } from 'vitest'
import type { Compressor } from '../../src/store/log/sql-log.ts'
import type { Contract } from './contract.ts'

/** `dowser` ten times, as zlib of Node 24 deflates it at level 1. */
const WRITTEN_ELSEWHERE = Uint8Array.from(atob('S8kvL04tSiGLBAA=').split(''), (char) =>
  char.charCodeAt(0),
)

const bytesOf = (text: string) => new TextEncoder().encode(text)
/** Node gives out Buffers, which equal no array. */
const plain = (bytes: Uint8Array) => Uint8Array.from(bytes)
const noise = Uint8Array.from({ length: 5_000 }, (_, i) => Math.imul(i, 2_654_435_761) >>> 24)

export const compressorContract: Contract<Compressor> = {
  'returns what it was given, whether it compresses or not': (open) => {
    const { deflate, inflate } = open()
    for (const bytes of [bytesOf(''), bytesOf('x'), bytesOf('lava '.repeat(9_999)), noise]) {
      expect(plain(inflate(deflate(bytes)))).toEqual(bytes)
    }
  },

  'makes repetitive bytes much shorter': (open) => {
    expect(open().deflate(bytesOf('volcano '.repeat(1_000))).length).toBeLessThan(100)
  },

  'reads what another platform has written': (open) => {
    expect(plain(open().inflate(WRITTEN_ELSEWHERE))).toEqual(bytesOf('dowser'.repeat(10)))
  },

  'refuses what is cut': (open) => {
    const { deflate, inflate } = open()
    const deflated = deflate(noise)
    expect(() => inflate(deflated.subarray(0, deflated.length / 2))).toThrow(Error)
  },

  'refuses what would be far longer than any record': (open) => {
    const { deflate, inflate } = open()
    expect(() => inflate(deflate(new Uint8Array(17_000_000)))).toThrow(Error)
  },
}
