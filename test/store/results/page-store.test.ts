import { DatabaseSync } from 'node:sqlite'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type PageFilter,
  type PagePosition,
  type Sort,
  SORTS,
} from '../../../src/core/campaign/results/page-listing.ts'
import type { CrawledPage } from '../../../src/core/campaign/results/crawled-page.ts'
import { nodeDatabase } from '../../../src/runtime/local/node-sql.ts'
import { indexRanges } from '../../../src/store/results/page-store.ts'
import { resultStore } from '../../../src/store/results/result-store.ts'
import { batchOf, SUMMARY } from '../../fixtures/batch.ts'
import { migrated } from '../../fixtures/migrated.ts'

const START = Date.UTC(2026, 0, 1)
const HOUR = 3_600_000

function store() {
  const sqlite = migrated(new DatabaseSync(':memory:'))
  return { sqlite, results: resultStore(nodeDatabase(sqlite)) }
}

const ORIGINS = [
  'http://a.test',
  'https://a.test',
  'http://a.test:8080',
  'https://a.test.b',
  'http://ba.test',
  'http://a.tes',
]

const page = fc.record({
  url: fc.tuple(fc.constantFrom(...ORIGINS), fc.nat(99)).map(([origin, n]) => `${origin}/${n}`),
  title: fc.string(),
  outcome: fc.constantFrom('ok' as const, 'http_error' as const, 'timeout' as const),
  httpStatus: fc.constantFrom(0, 200, 404, 410, 500),
  // Few of them, for the sake of ties.
  score: fc.constantFrom(0, 0, 0, 1 / 4096, 0.5, 0.5, 2.75),
  estimate: fc.option(fc.constantFrom(0, 1)),
  depth: fc.nat(9),
  links: fc.nat(99),
  bodyBytes: fc.nat(9999),
  durationMs: fc.nat(999),
  fetchedAt: fc.constant(0),
  seq: fc.constant(0),
})

/** Numbered with gaps, and requested one after the other, except for a clock that was set back. */
const pages = fc
  .array(fc.tuple(page, fc.integer({ min: 1, max: 4 }), fc.integer({ min: -30, max: 240 })), {
    maxLength: 60,
  })
  .map((drawn): CrawledPage[] => {
    let [seq, fetchedAt] = [0, START]
    return drawn.map(([found, gap, minutes]) => {
      seq += gap
      fetchedAt += minutes * 60_000
      return { ...found, seq, fetchedAt: Math.max(START, fetchedAt) }
    })
  })
  .filter((drawn) => drawn.every(({ fetchedAt }, i) => isAfterAllButAnHour(fetchedAt, drawn, i)))

function isAfterAllButAnHour(at: number, drawn: CrawledPage[], i: number): boolean {
  return drawn.slice(0, i).every(({ fetchedAt }) => fetchedAt - at < HOUR)
}

const filter = fc.record(
  {
    minScore: fc.constantFrom(1 / 4096, 0.5, 0.75, 9),
    status: fc.constantFrom(
      { outcome: 'ok' as const },
      { outcome: 'timeout' as const },
      { from: 404, to: 404 },
      { from: 400, to: 499 },
    ),
    host: fc.constantFrom('a.test', 'a.test:8080', 'a.test:80', 'a.test:443', 'ba.test', 'c.test'),
    since: fc.nat(60 * 120).map((minutes) => START + minutes * 60_000),
  },
  { requiredKeys: [] },
)

const HOSTS: Record<string, string[]> = {
  'a.test': ['http://a.test/', 'https://a.test/', 'http://a.test:8080/'],
  'a.test:8080': ['http://a.test:8080/'],
  'a.test:80': ['http://a.test/'],
  'a.test:443': ['https://a.test/'],
  'ba.test': ['http://ba.test/'],
  'c.test': [],
}

function fits({ minScore, status, host, since }: PageFilter, found: CrawledPage): boolean {
  if (minScore !== undefined && found.score < minScore) return false
  if (since !== undefined && found.fetchedAt < since) return false
  if (host !== undefined && !HOSTS[host]!.some((start) => found.url.startsWith(start))) return false
  if (status === undefined) return true
  if ('outcome' in status) return found.outcome === status.outcome
  return found.httpStatus >= status.from && found.httpStatus <= status.to
}

const ORDER: Record<Sort, (a: CrawledPage, b: CrawledPage) => number> = {
  time: (a, b) => a.seq - b.seq,
  '-time': (a, b) => b.seq - a.seq,
  score: (a, b) => b.score - a.score || a.seq - b.seq,
}

describe('a list of pages', () => {
  test('read by cursor has the matching pages, in order, each once', async () => {
    await fc.assert(
      fc.asyncProperty(
        pages,
        filter,
        fc.constantFrom(...SORTS),
        fc.integer({ min: 1, max: 9 }),
        async (all, wanted, sort, limit) => {
          const { results } = store()
          await results.save(batchOf(SUMMARY, all))
          await results.save(batchOf({ ...SUMMARY, id: 'b' }, all))
          const found: CrawledPage[] = []
          for (let after: PagePosition | undefined; ;) {
            const part = await results.listPages('a', { filter: wanted, sort, after, limit })
            found.push(...part)
            after = part.at(-1)
            if (part.length < limit) break
          }
          const expected = all.filter((one) => fits(wanted, one)).toSorted(ORDER[sort])
          expect(found.map(({ seq }) => seq)).toEqual(expected.map(({ seq }) => seq))
        },
      ),
      { numRuns: 300 },
    )
  })

  test('shows each page that existed at its start once, while pages are added', async () => {
    await fc.assert(
      fc.asyncProperty(pages, fc.constantFrom(...SORTS), async (all, sort) => {
        const half = all.slice(0, all.length / 2)
        const { results } = store()
        await results.save(batchOf(SUMMARY, half))
        const first = await results.listPages('a', { filter: {}, sort, after: undefined, limit: 5 })
        await results.save(batchOf(SUMMARY, all))
        const after = first.at(-1)
        const rest =
          after && (await results.listPages('a', { filter: {}, sort, after, limit: 1000 }))
        const seqs = [...first, ...(rest ?? [])].map(({ seq }) => seq)
        expect(new Set(seqs).size).toBe(seqs.length)
        for (const { seq } of half) expect(seqs).toContain(seq)
      }),
    )
  })

  const BY_NUMBER = String.raw`PRIMARY KEY \(campaign=\?`
  const BY_SCORE = String.raw`INDEX page_by_score \(campaign=\? AND score`

  test.each<[string, Sort, PagePosition | undefined, string[]]>([
    ['from its beginning', 'score', undefined, [BY_SCORE, BY_NUMBER]],
    [
      'among equals',
      'score',
      { seq: 5, score: 1 },
      [`${BY_SCORE}=. AND seq>`, BY_SCORE, BY_NUMBER],
    ],
    ['beyond the last score', 'score', { seq: 5, score: 0 }, [`${BY_NUMBER} AND seq>`]],
    ['in crawl order', 'time', { seq: 5, score: 0 }, [`${BY_NUMBER} AND seq>`]],
    ['newest first', '-time', { seq: 5, score: 0 }, [`${BY_NUMBER} AND seq>. AND seq<`]],
  ])('%s is a walk along an index, nothing sorted', (_where, sort, after, walks) => {
    const { sqlite } = store()
    for (const wanted of [
      {},
      { since: START, host: 'a.test', status: { outcome: 'ok' } } as const,
    ]) {
      const plans = indexRanges('a', { filter: wanted, sort, after }).map(
        ({ table, where, order }) =>
          sqlite
            .prepare(
              `EXPLAIN QUERY PLAN SELECT * FROM ${table} WHERE ${where.sql} ORDER BY ${order}`,
            )
            .all(...where.values)
            .map((row) => row['detail'] as string),
      )
      expect(plans.map(([walk]) => walk)).toEqual(
        walks.map((walk) => expect.stringMatching(`^SEARCH page USING ${walk}`) as string),
      )
      expect(plans.flat().join()).not.toContain('TEMP B-TREE FOR ORDER BY')
    }
  })
})
