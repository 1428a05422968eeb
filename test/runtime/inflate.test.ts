import { constants, deflateRawSync, inflateRawSync, type ZlibOptions } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { inflate } from '../../src/runtime/inflate.ts'

const CAP = 1_000_000

const inflated = (input: Uint8Array, from = 0, cap = CAP) => inflate(input, from, cap)

const { Z_HUFFMAN_ONLY, Z_FIXED, Z_RLE } = constants
const WAYS: [string, ZlibOptions][] = [
  ['fast', { level: 1 }],
  ['thoroughly', { level: 9, memLevel: 9 }],
  ['not at all', { level: 0 }],
  ['by Huffman alone', { strategy: Z_HUFFMAN_ONLY }],
  ['by the fixed code', { strategy: Z_FIXED }],
  ['by runs', { strategy: Z_RLE }],
  ['in many blocks', { memLevel: 1 }],
]

/** Bytes as a page has them: few kinds, repeated near and far. */
const pieces = fc.array(
  fc.oneof(
    fc.constantFrom('<a href="', '</a>', '<p>', 'volcano ', 'é', ' '.repeat(300)),
    fc.string(),
    fc.nat(9).map((digit) => String(digit).repeat(700)),
  ),
)
const content = fc.oneof(
  fc.uint8Array({ maxLength: 2_000 }),
  pieces.map((parts) => new TextEncoder().encode(parts.join(''))),
)

describe.each(WAYS)('what was deflated %s', (_, way) => {
  test('is inflated, to the last byte that was needed', async () => {
    await fc.assert(
      fc.asyncProperty(content, async (bytes) => {
        const deflated = deflateRawSync(bytes, way)
        const { end, bytes: found, at } = await inflated(deflated)
        expect([end, at]).toEqual(['whole', deflated.length])
        expect(Buffer.compare(found, bytes)).toBe(0)
      }),
    )
  })

  test('and is long has distances of all kinds', async () => {
    const far = Buffer.from(Array.from({ length: 40_000 }, (_unused, i) => `${i * 7_919}`).join())
    const bytes = Buffer.concat([far, far.subarray(9, 30_000), far])
    const { end, bytes: found } = await inflated(deflateRawSync(bytes, way))
    expect(end).toBe('whole')
    expect(Buffer.compare(found, bytes)).toBe(0)
  })
})

test('it may stand within other bytes', async () => {
  const deflated = deflateRawSync('volcano')
  const { bytes, at } = await inflated(Buffer.concat([Buffer.from('ab'), deflated, deflated]), 2)
  expect([Buffer.from(bytes).toString(), at]).toEqual(['volcano', 2 + deflated.length])
})

describe('a bomb', () => {
  test.each([0, 1, 999, 65_536])('goes off up to the cap of %i bytes', async (cap) => {
    const deflated = deflateRawSync(Buffer.alloc(20_000_000))
    const { end, bytes, at } = await inflated(deflated, 0, cap)
    expect([end, bytes.byteLength]).toEqual(['cut', cap])
    expect(bytes.buffer.byteLength).toBeLessThanOrEqual(1_024 + 1.25 * cap)
    // Deflate makes at most 1,032 bytes of one, and one chunk of 64 KB may be beyond the cap.
    expect(at).toBeLessThan(100 + (cap + 65_536) / 500)
  })

  test('that fits exactly is whole', async () => {
    for (const level of [0, 9]) {
      const deflated = deflateRawSync(Buffer.alloc(5_000, 'ab'), { level })
      expect(await inflated(deflated, 0, 5_000)).toMatchObject({ end: 'whole' })
      expect(await inflated(deflated, 0, 4_999)).toMatchObject({ end: 'cut' })
    }
  })
})

describe('what is broken', () => {
  test.each([
    ['nothing', []],
    ['a block of no kind', [0b111]],
    ['a length that its complement denies', [1, 4, 0, 4, 0, 1, 2, 3, 4]],
    ['a stored block that ends early', [1, 4, 0, 0xfb, 0xff, 1, 2]],
    ['a match before the beginning', [0x03, 0x02]],
  ])('is %s', async (_, bytes) => {
    expect(await inflated(Uint8Array.from(bytes))).toMatchObject({ end: 'broken' })
  })

  test('is all that is cut, and gives what came before', async () => {
    const deflated = deflateRawSync('volcano lava '.repeat(20) + 'eruption')
    for (let length = 0; length < deflated.length; length++) {
      const { end, bytes } = await inflated(deflated.subarray(0, length))
      expect(end).toBe('broken')
      expect('volcano lava '.repeat(20) + 'eruption').toContain(Buffer.from(bytes).toString())
    }
    const { bytes } = await inflated(deflated.subarray(0, -1))
    expect(bytes.length).toBeGreaterThan(200)
  })

  test('is what zlib finds broken, and nothing else', async () => {
    const changed = fc.tuple(
      content,
      fc.constantFrom(...WAYS),
      fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 4 }),
    )
    await fc.assert(
      fc.asyncProperty(changed, async ([bytes, [, way], changes]) => {
        const deflated = deflateRawSync(bytes, way)
        for (const [at, byte] of changes) deflated[at % deflated.length] = byte
        const { end, bytes: found } = await inflated(deflated)
        expect(end === 'whole' ? Buffer.from(found) : undefined).toEqual(zlibSays(deflated))
      }),
      { numRuns: 2_000 },
    )
  })

  test('is noise, mostly, and never more than an answer', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), fc.nat(5_000), async (bytes, cap) => {
        const { end, bytes: found, at } = await inflated(bytes, 0, cap)
        expect(['whole', 'cut', 'broken']).toContain(end)
        expect(found.length).toBeLessThanOrEqual(cap)
        expect(at).toBeLessThanOrEqual(bytes.length)
      }),
      { numRuns: 2_000 },
    )
  })
})

function zlibSays(deflated: Uint8Array): Buffer | undefined {
  try {
    return inflateRawSync(deflated, { maxOutputLength: CAP })
  } catch {
    return undefined
  }
}
