import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { settleAttempt, type SendResult } from '../../../src/core/webhook/delivery.ts'

const MINUTE_MS = 60_000
const BACK_OFF_MINUTES = [1, 5, 30, 120, 360, 720, 1440]

const failed: SendResult = { kind: 'failed', responseStatus: 500, error: 'http_status' }

const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
const now = fc.integer({ min: 0, max: 4e12 })

describe('a delivery that failed', () => {
  test('waits its time, and up to a fifth longer at random', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 7 }), now, random, (attempts, at, by) => {
        const { nextAttemptAt, status } = settleAttempt(attempts, failed, { now: at, random: by })
        const leastMs = BACK_OFF_MINUTES[attempts - 1]! * MINUTE_MS
        expect(status).toBe('pending')
        expect(nextAttemptAt).toBeGreaterThanOrEqual(at + leastMs)
        expect(nextAttemptAt).toBeLessThanOrEqual(at + 1.2 * leastMs)
      }),
    )
  })

  test('is retried at another time than others that failed with it', () => {
    const moments = Array.from(
      { length: 100 },
      (_, i) => settleAttempt(1, failed, { now: 0, random: i / 100 }).nextAttemptAt,
    )
    expect(new Set(moments).size).toBe(100)
    expect([moments[0], moments[50]]).toEqual([MINUTE_MS, 1.1 * MINUTE_MS])
  })

  test('is never retried before the time the receiver asked for', () => {
    fc.assert(
      fc.property(now, fc.integer({ min: 0, max: 86_400_000 }), random, (at, wait, by) => {
        const sent: SendResult = { ...failed, retryAt: at + wait }
        const { nextAttemptAt } = settleAttempt(2, sent, { now: at, random: by })
        expect(nextAttemptAt).toBeGreaterThanOrEqual(at + Math.max(wait, 5 * MINUTE_MS))
      }),
    )
  })

  test.each(['gone', 'webhook_inactive', 'address_refused'] as const)(
    'for good (%s) is not tried again',
    (error) => {
      const sent: SendResult = { kind: 'failed', responseStatus: null, error }
      expect(settleAttempt(1, sent, { now: 0, random: 0.5 })).toMatchObject({
        status: 'failed',
        nextAttemptAt: null,
      })
    },
  )

  test('for the eighth time is given up', () => {
    expect(settleAttempt(8, failed, { now: 0, random: 0.5 })).toMatchObject({
      status: 'failed',
      nextAttemptAt: null,
    })
  })
})
