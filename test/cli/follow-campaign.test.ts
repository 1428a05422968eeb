import { expect, test } from 'vitest'
import { nextPollMs } from '../../src/cli/follow-campaign.js'

test.each([
  ['due in a moment, after a second', 'running', 200, 1_000],
  ['due in ten seconds, then', 'running', 10_000, 10_000],
  ['due in an hour, after 15 seconds: it may be changed', 'running', 3_600_000, 15_000],
  ['suspended by a pause, every five seconds', 'paused', 100, 5_000],
] as const)('a campaign whose next fetch is %s is polled', (_, status, dueMs, waitMs) => {
  const nextTickAt = new Date(dueMs).toISOString()
  expect(nextPollMs({ status, nextTickAt }, 0)).toBe(waitMs)
})
