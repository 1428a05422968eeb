import { describe, expect, test } from 'vitest'
import { waitMs } from '../../../../src/core/campaign/tick/awake.ts'

describe('before the next tick', () => {
  test.each([
    [0, 0],
    [699, 699],
    [-50, 0],
    [700, undefined],
    [60_000, undefined],
  ])('if it is %i ms ahead, the object stays awake for %s ms', (ahead, expected) => {
    expect(
      waitMs(1_000_000 + ahead, 1_000_000, {
        startedAt: 1_000_000,
        ticks: 0,
        requests: 0,
        records: 0,
        saves: 0,
      }),
    ).toBe(expected)
  })

  test('the object does not stay awake without a next tick, or beyond the limits of one alarm', () => {
    const alarm = { startedAt: 700_001, ticks: 0, requests: 39, records: 19_999, saves: 3 }
    expect(waitMs(1_000_000, 1_000_000, alarm)).toBe(0)
    expect(waitMs(undefined, 1_000_000, alarm)).toBeUndefined()
    expect(waitMs(1_000_000, 1_000_000, { ...alarm, requests: 40 })).toBeUndefined()
    expect(waitMs(1_000_000, 1_000_000, { ...alarm, ticks: 2_000 })).toBeUndefined()
    expect(waitMs(1_000_000, 1_000_000, { ...alarm, records: 20_000 })).toBeUndefined()
    expect(waitMs(1_000_000, 1_000_000, { ...alarm, saves: 4 })).toBeUndefined()
    expect(waitMs(1_000_001, 1_000_001, alarm)).toBeUndefined()
  })
})
