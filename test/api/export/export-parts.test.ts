import { describe, expect, test } from 'vitest'
import { exportParts, ROWS_A_QUERY } from '../../../src/api/export/export-parts.ts'
import { jsonl } from '../../../src/api/export/export-format.ts'
import { streamParts } from '../../../src/api/http/streaming.ts'
import type { PageListing } from '../../../src/core/campaign/results/page-listing.ts'
import { PAGE } from '../../fixtures/batch.ts'

/** So many pages, of which the query that reaches `failsAt` fails. */
function exportOf(count: number, failsAt = Infinity) {
  const asked: PageListing[] = []
  const results = {
    async list(listing: PageListing) {
      asked.push(listing)
      const first = (listing.after?.seq ?? 0) + 1
      const length = Math.min(listing.limit, count + 1 - first)
      if (first + length > failsAt) throw new Error('D1 is down')
      return Array.from({ length }, (_, i) => ({ ...PAGE, seq: first + i }))
    },
    find: () => Promise.resolve(undefined),
    campaignName: 'A',
  }
  const about = { campaign: 'a', fileName: 'a', at: 0 }
  const all = { filter: {}, after: undefined, upTo: count, limit: Infinity }
  const parts = exportParts({ results, format: jsonl, about, ...all })
  /** How many queries had been made whenever others were let in. */
  const turns: number[] = []
  const sleep = async () => void turns.push(asked.length)
  const slot = {
    renewed: 0,
    released: 0,
    renew: () => void slot.renewed++,
    release: () => void slot.released++,
  }
  return { reader: streamParts(parts, sleep, slot).getReader(), asked, turns, slot }
}

const settled = () => new Promise((done) => setTimeout(done, 5))

describe('an export', () => {
  test('asks for no part before somebody reads it', async () => {
    const { reader, asked } = exportOf(5 * ROWS_A_QUERY)
    await settled()
    expect(asked).toHaveLength(0)
    await reader.read()
    await settled()
    expect(asked).toHaveLength(1)
    await reader.read()
    await settled()
    expect(asked).toHaveLength(2)
    await reader.cancel()
    await settled()
    expect(asked).toHaveLength(2)
  })

  test.each([0, 1, ROWS_A_QUERY, ROWS_A_QUERY + 1])(
    'of %i pages comes to an end',
    async (count) => {
      const { reader } = exportOf(count)
      let lines = 0
      for (;;) {
        const { value, done } = await reader.read()
        if (done) break
        lines += new TextDecoder().decode(value).split('\n').length - 1
      }
      expect(lines).toBe(count)
    },
  )

  test('needs so few queries that D1 allows those for a million pages', async () => {
    const { reader, asked } = exportOf(100_000)
    while (!(await reader.read()).done);
    // 1,000 for each request, on the paid plan.
    expect(10 * asked.length).toBeLessThan(1_000)
  })

  test('lets others in before each query', async () => {
    const { reader, asked, turns } = exportOf(5 * ROWS_A_QUERY)
    while (!(await reader.read()).done);
    expect(asked).toHaveLength(5)
    expect(turns).toEqual([0, 1, 2, 3, 4, 5])
  })

  test('releases its slot whether it ends, fails or is given up', async () => {
    const whole = exportOf(3 * ROWS_A_QUERY)
    while (!(await whole.reader.read()).done);
    // Renewed as each of four parts is asked for, and as three of them are sent.
    expect(whole.slot).toMatchObject({ renewed: 7, released: 1 })
    const failed = exportOf(5 * ROWS_A_QUERY, 1)
    await expect(failed.reader.read()).rejects.toThrow('D1 is down')
    expect(failed.slot.released).toBe(1)
    const given = exportOf(5 * ROWS_A_QUERY)
    await given.reader.read()
    expect(given.slot.released).toBe(0)
    await given.reader.cancel()
    expect(given.slot.released).toBe(1)
  })

  test('fails where a query fails', async () => {
    const { reader } = exportOf(5 * ROWS_A_QUERY, 2 * ROWS_A_QUERY + 1)
    expect((await reader.read()).done).toBe(false)
    await expect(reader.read()).resolves.toMatchObject({ done: false })
    await expect(reader.read()).rejects.toThrow('D1 is down')
  })
})
