import { deflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { inflate } from '../../src/runtime/inflate.ts'

const TEXT = new TextEncoder().encode(
  Array.from({ length: 20_000 }, (_, i) => `${i * 7919}`).join(),
)

test('workerd inflates up to the last byte it needs', async () => {
  const deflated = deflateRawSync(TEXT, { level: 6 })
  const input = new Uint8Array(deflated.length + 100)
  input.set(deflated, 50)
  const { end, bytes, at } = await inflate(input, 50, 1_000_000)
  expect([end, at]).toEqual(['whole', 50 + deflated.length])
  expect(bytes).toEqual(TEXT)
})

test('workerd returns the beginning of a truncated stream', async () => {
  const deflated = deflateRawSync(TEXT, { level: 6 })
  const { end, bytes } = await inflate(deflated.subarray(0, deflated.length / 2), 0, 1_000_000)
  expect(end).toBe('broken')
  expect(bytes.length).toBeGreaterThan(TEXT.length / 3)
  expect(bytes).toEqual(TEXT.subarray(0, bytes.length))
})

test('workerd stops at the cap, even in a bomb of 100 MB', async () => {
  const bomb = deflateRawSync(new Uint8Array(100_000_000), { level: 9 })
  const { end, bytes, at } = await inflate(bomb, 0, 2_000_000)
  expect([end, bytes.length]).toEqual(['cut', 2_000_000])
  expect(at).toBeLessThan(bomb.length / 40)
})
