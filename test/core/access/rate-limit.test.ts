import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { FixedWindow } from '../../../src/core/access/rate-limit.ts'

const LIMIT = { requests: 3, seconds: 10 }

describe('a rate limit per window', () => {
  let clock: number
  let window: FixedWindow

  beforeEach(() => {
    clock = 1_000_000_000
    window = new FixedWindow(LIMIT, () => clock)
  })

  async function take(key: string, times: number) {
    const waits: (number | undefined)[] = []
    for (let i = 0; i < times; i++) waits.push(await window.take(key))
    return waits
  }

  test('lets so many requests pass and tells the next when to retry', async () => {
    clock += 6_500
    expect(await take('a', 5)).toEqual([undefined, undefined, undefined, 4, 4])
  })

  test('is counted per key', async () => {
    await take('a', 9)
    expect(await take('b', 1)).toEqual([undefined])
  })

  test('starts over with the next window', async () => {
    await take('a', 9)
    clock += 10_000
    expect(await take('a', 4)).toEqual([undefined, undefined, undefined, 10])
  })

  test('can be checked without counting a request', async () => {
    await take('a', 2)
    expect([window.peek('a'), window.peek('a')]).toEqual([undefined, undefined])
    await take('a', 1)
    expect(window.peek('a')).toBe(10)
    expect(window.peek('b')).toBeUndefined()
    clock += 10_000
    expect(window.peek('a')).toBeUndefined()
  })

  test('never lets more requests pass in a window, in any order of keys', async () => {
    const visits = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.nat(3_000)))
    await fc.assert(
      fc.asyncProperty(visits, async (all) => {
        const passed = new Map<string, number>()
        const stretch = () => Math.floor(clock / 10_000)
        for (const [key, later] of all) {
          clock += later
          const wait = await window.take(key)
          const name = `${key} ${stretch()}`
          passed.set(name, (passed.get(name) ?? 0) + Number(wait === undefined))
          const next = Math.floor((clock + (wait ?? 10) * 1000) / 10_000)
          expect(next).toBe(stretch() + 1)
        }
        for (const count of passed.values()) expect(count).toBeLessThanOrEqual(3)
      }),
    )
  })
})
