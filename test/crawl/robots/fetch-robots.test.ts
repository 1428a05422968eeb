import { describe, expect, test } from 'vitest'
import { inflate } from '../../../src/runtime/inflate.ts'
import { addressGuard } from '../../../src/standards/address/address-guard.ts'
import { fetchRobots } from '../../../src/crawl/robots/fetch-robots.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const NOW = Date.UTC(2026, 0, 1)

const answerTo = (status: number, headers: Record<string, string> = {}, body = '') =>
  fetchRobots(
    'http://a.test',
    {
      http: () => Promise.resolve(new Response(body, { status, headers })),
      userAgent: 'Dowser/1.0',
      inflate,
      now: () => NOW,
      guard: addressGuard([]),
    },
    { timeoutMs: 1_000 },
  )

describe('a robots.txt is kept', () => {
  test.each([
    [{}, DAY],
    [{ 'cache-control': 'max-age=3600' }, 60 * MINUTE],
    [{ 'cache-control': 'max-age=3600', age: '1800' }, 30 * MINUTE],
    [{ 'cache-control': 'max-age=31536000' }, DAY],
    [{ 'cache-control': 'no-store' }, 5 * MINUTE],
    [{ 'cache-control': 'max-age=1' }, 5 * MINUTE],
    [{ expires: 'Thu, 01 Jan 2026 02:00:00 GMT' }, 120 * MINUTE],
    [{ expires: '0' }, 5 * MINUTE],
  ])('with %j for %i ms', async (headers, keepMs) => {
    expect(await answerTo(200, headers, 'user-agent: *')).toMatchObject({ kind: 'rules', keepMs })
    expect(await answerTo(404, headers)).toMatchObject({ kind: 'rules', keepMs })
  })

  test.each([
    [429, {}, 5 * MINUTE],
    [500, {}, 5 * MINUTE],
    [503, { 'cache-control': 'max-age=86400' }, 5 * MINUTE],
    [503, { 'retry-after': '3600' }, 60 * MINUTE],
    [503, { 'retry-after': '1' }, 5 * MINUTE],
    [503, { 'retry-after': '9999999' }, DAY],
    [429, { 'retry-after': 'Thu, 01 Jan 2026 00:30:00 GMT' }, 30 * MINUTE],
  ])('not to have come with %i and %j for %i ms', async (status, headers, keepMs) => {
    expect(await answerTo(status, headers)).toMatchObject({ kind: 'rules', keepMs })
  })
})
