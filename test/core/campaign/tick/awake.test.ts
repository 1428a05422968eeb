import { describe, expect, test } from 'vitest'
import { maxStarts, waitMs, type Invocation } from '../../../../src/core/campaign/tick/awake.ts'
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

describe('fetches beside those under way', () => {
  const starts = (requests: number, fetching: Partial<Parameters<typeof maxStarts>[0]>) => {
    const alone = { fetches: 0, onNewHosts: 0, needsLeases: false }
    const invocation = { ...START, requests }
    return maxStarts({ ...alone, ...fetching }, START.startedAt, invocation, CLOUDFLARE_LIMITS)
  }

  test('are started as long as an invocation may send their requests', () => {
    expect(starts(0, {})).toBe(40)
    expect(starts(39, { fetches: 5 })).toBe(1)
    expect(starts(40, { fetches: 5 })).toBe(0)
  })

  test('leave what those under way may still send', () => {
    expect(starts(36, { fetches: 4, onNewHosts: 3 })).toBe(1)
    expect(starts(36, { fetches: 4, onNewHosts: 4 })).toBe(0)
    expect(starts(30, { fetches: 4, needsLeases: true })).toBe(1)
    expect(starts(32, { fetches: 4, needsLeases: true })).toBe(0)
  })
})
