import { describe, expect, test } from 'vitest'
import { waitMs, type Invocation } from '../../../../src/core/campaign/tick/awake.ts'
import { CLOUDFLARE_LIMITS, PROCESS_LIMITS } from '../../../../src/core/limits.ts'

const START = { startedAt: 1_000_000, ticks: 0, requests: 0, records: 0, saves: 0 }

describe('before the next tick', () => {
  test.each([
    [0, 0],
    [699, 699],
    [-50, 0],
    [700, undefined],
    [60_000, undefined],
  ])('if it is %i ms ahead, the object stays awake for %s ms', (ahead, expected) => {
    const now = 1_000_000
    expect(waitMs(now + ahead, now, START, CLOUDFLARE_LIMITS)).toBe(expected)
  })

  test('the object does not stay awake without a next tick, or beyond the limits of one alarm', () => {
    const alarm = { startedAt: 700_001, ticks: 0, requests: 39, records: 19_999, saves: 3 }
    const wait = (wakeAt: number | undefined, now: number, more: Partial<Invocation> = {}) =>
      waitMs(wakeAt, now, { ...alarm, ...more }, CLOUDFLARE_LIMITS)
    expect(wait(1_000_000, 1_000_000)).toBe(0)
    expect(wait(undefined, 1_000_000)).toBeUndefined()
    expect(wait(1_000_000, 1_000_000, { requests: 40 })).toBeUndefined()
    expect(wait(1_000_000, 1_000_000, { ticks: 2_000 })).toBeUndefined()
    expect(wait(1_000_000, 1_000_000, { records: 20_000 })).toBeUndefined()
    expect(wait(1_000_000, 1_000_000, { saves: 4 })).toBeUndefined()
    expect(wait(1_000_001, 1_000_001)).toBeUndefined()
  })

  test('a process stays awake beyond what Cloudflare allows an invocation', () => {
    const alarm = { ...START, startedAt: 0, requests: 400, saves: 8 }
    expect(waitMs(1_000_000, 1_000_000, alarm, PROCESS_LIMITS)).toBe(0)
  })
})
