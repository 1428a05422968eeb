import { beforeAll, describe, expect, test } from 'vitest'
import type { CrawledPage } from '../../src/core/campaign/results/crawled-page.ts'
import { d1Database } from '../../src/runtime/cloudflare/metered-storage.ts'
import { BillingMeter } from '../../src/host/meter.ts'
import { resultStore } from '../../src/store/results/result-store.ts'
import { call, getJson, type Pages } from './client.ts'
import { testEnv } from './migrate.ts'
import { PAGE } from '../fixtures/batch.ts'
import { addPages, stockedCampaign } from './stocked-campaign.ts'

const START = Date.UTC(2026, 10, 1)

/** Ten minutes apart; every third has a score, of which there are four. */
const STOCK = Array.from({ length: 90 }, (_, i): CrawledPage => {
  const origins = ['https://a.test', 'http://a.test:8080', 'https://b.test']
  const failed = i % 5 === 4
  return {
    ...PAGE,
    seq: 2 + 2 * i,
    url: `${origins[i % 3]}/${i}`,
    outcome: failed ? 'http_error' : 'ok',
    httpStatus: failed ? [404, 410, 503][i % 3]! : 200,
    score: i % 3 === 0 && !failed ? ((i % 4) + 1) / 4 : 0,
    fetchedAt: START + i * 600_000,
  }
})

interface Refusal {
  error: { code: string; message: string; details: { path: string }[] }
}

describe('the list of pages', () => {
  let id: string

  beforeAll(async () => {
    id = await stockedCampaign(STOCK)
  })

  /** All parts of it, and how many there were. */
  async function walk(query: string): Promise<{ seqs: number[]; parts: number }> {
    const seqs: number[] = []
    let parts = 0
    for (let path: string | null = `/v1/campaigns/${id}/pages?${query}`; path !== null; parts++) {
      const { pages, next }: Pages = await getJson<Pages>(path)
      seqs.push(...pages.map(({ seq }) => seq))
      path = next
    }
    return { seqs, parts }
  }

  const seqsOf = (pages: readonly CrawledPage[]) => pages.map(({ seq }) => seq)

  test.each<[string, (page: CrawledPage) => boolean]>([
    ['minScore=0.5', ({ score }) => score >= 0.5],
    ['minScore=0', () => true],
    ['minScore=1', ({ score }) => score === 1],
    ['status=ok', ({ outcome }) => outcome === 'ok'],
    ['status=http_error', ({ outcome }) => outcome === 'http_error'],
    ['status=404', ({ httpStatus }) => httpStatus === 404],
    ['status=4xx', ({ httpStatus }) => httpStatus === 404 || httpStatus === 410],
    ['status=timeout', () => false],
    ['host=a.test', ({ url }) => /^https?:\/\/a\.test[:/]/.test(url)],
    ['host=A.TEST:8080', ({ url }) => url.startsWith('http://a.test:8080/')],
    ['host=a.test:443', ({ url }) => url.startsWith('https://a.test/')],
    ['host=a.test.', ({ url }) => /^https?:\/\/a\.test[:/]/.test(url)],
    ['host=%EF%BC%A1.test', ({ url }) => /^https?:\/\/a\.test[:/]/.test(url)],
    ['host=test', () => false],
    ['since=2026-11-01T10:00:00Z', ({ fetchedAt }) => fetchedAt >= START + 36_000_000],
    ['since=2026-11-01T12:00:00%2B02:00', ({ fetchedAt }) => fetchedAt >= START + 36_000_000],
    ['since=2026-11-01T12:00:00+02:00', ({ fetchedAt }) => fetchedAt >= START + 36_000_000],
    ['since=2026-11-02', () => false],
    [
      'host=a.test&status=ok&minScore=0.75&since=2026-11-01T05:00Z',
      ({ url, score, fetchedAt }) =>
        url.includes('//a.test') && score >= 0.75 && fetchedAt >= START + 18_000_000,
    ],
  ])('with %s shows what fits, in every order and in parts of any size', async (query, fits) => {
    const expected = STOCK.filter(fits)
    const byScore = expected.toSorted((a, b) => b.score - a.score || a.seq - b.seq)
    expect((await walk(`${query}&limit=11`)).seqs).toEqual(seqsOf(expected))
    expect((await walk(query)).seqs).toEqual(seqsOf(expected))
    expect((await walk(`${query}&sort=time&limit=40`)).seqs).toEqual(seqsOf(expected))
    const newestFirst = seqsOf(expected.toReversed())
    expect((await walk(`${query}&sort=-time&limit=11`)).seqs).toEqual(newestFirst)
    expect((await walk(`${query}&order=desc&limit=9`)).seqs).toEqual(newestFirst)
    expect((await walk(`${query}&sort=score&limit=11`)).seqs).toEqual(seqsOf(byScore))
    expect((await walk(`${query}&sort=score&limit=1000`)).parts).toBe(1)
  })

  test('accepts scores as they are shown', async () => {
    const score = 2838 / 4096
    const odd = await stockedCampaign([{ ...PAGE, seq: 2, score }])
    const { pages } = await getJson<Pages>(`/v1/campaigns/${odd}/pages`)
    const shown = pages[0]!.score
    expect(shown).toBeGreaterThan(score)
    for (const [least, found] of [
      [shown, 1],
      [shown + 0.0001, 0],
      [shown - 0.00004, 1],
    ] as const) {
      const listed = await getJson<Pages>(`/v1/campaigns/${odd}/pages?minScore=${least.toFixed(9)}`)
      expect(listed.pages).toHaveLength(found)
    }
  })

  test('keeps all filters in its next link', async () => {
    const asked = 'limit=2&sort=score&minScore=0.25&status=2xx&host=a.test&since=2026-11-01'
    const { next } = await getJson<Pages>(`/v1/campaigns/${id}/pages?${asked}`)
    const url = new URL(next!, 'http://dowser.test')
    expect(url.pathname).toBe(`/v1/campaigns/${id}/pages`)
    const { cursor, ...others } = Object.fromEntries(url.searchParams)
    expect(new URLSearchParams(others).toString()).toBe(asked)
    expect(cursor).toMatch(/^[\w-]+$/)
  })

  test.each(['sort=time', 'sort=-time', 'sort=score', 'sort=score&minScore=0.5'])(
    'with %s shows each page once while others are added',
    async (query) => {
      const half = STOCK.slice(0, 45)
      const growing = await stockedCampaign(half)
      const seqs: number[] = []
      let path: string | null = `/v1/campaigns/${growing}/pages?${query}&limit=3`
      for (let added = 45; path !== null; added += 2) {
        const { pages, next }: Pages = await getJson<Pages>(path)
        seqs.push(...pages.map(({ seq }) => seq))
        await addPages(growing, STOCK.slice(added, added + 2))
        path = next
      }
      expect(new Set(seqs).size).toBe(seqs.length)
      const { pages } = await getJson<Pages>(`/v1/campaigns/${growing}/pages?${query}&limit=1000`)
      const there = new Set(half.map(({ seq }) => seq))
      const wanted = pages.map(({ seq }) => seq).filter((seq) => there.has(seq))
      expect(seqs.filter((seq) => there.has(seq))).toEqual(wanted)
    },
  )

  test.each([
    ['minScore', 'minScore=much'],
    ['minScore', 'minScore=-1'],
    ['minScore', 'minScore='],
    ['minScore', 'minScore=NaN'],
    ['status', 'status=fine'],
    ['status', 'status=interrupted'],
    ['status', 'status=4x'],
    ['status', 'status=099'],
    ['host', 'host=https://a.test'],
    ['host', 'host=a.test/x'],
    ['host', "host=a'%20OR%201=1"],
    ['host', 'host='],
    ['host', 'host=a.test:65536'],
    ['host', 'host=a.test:'],
    ['host', 'host=u@a.test'],
    ['host', 'host=a.test?x'],
    ['host', 'host=a%2525.test'],
    ['host', 'host=::1'],
    ['since', 'since=yesterday'],
    ['since', 'since=2026-02-31'],
    ['since', 'since=2026-11-01T25:00:00Z'],
    ['since', 'since=2026-11-01T12:00:00%2B24:00'],
    ['since', 'since=2026-11-01T12:00:00-0160'],
    ['since', 'since=1793491200000'],
    ['sort', 'sort=best'],
    ['sort', 'sort=-score'],
    ['order', 'order=up'],
    ['order', 'sort=score&order=desc'],
    ['cursor', 'cursor=%20'],
    ['cursor', `cursor=${btoa('x')}`],
    ['cursor', `sort=score&cursor=${btoa('17')}`],
    ['cursor', `cursor=${btoa('0.5:17')}`],
    ['cursor', `cursor=${btoa('-17')}`],
    ['cursor', `order=desc&cursor=${btoa('17')}`],
    ['cursor', `sort=-time&cursor=${btoa('0.5:17')}`],
    ['limit', 'limit=0'],
  ])('refuses a bad %s (%s)', async (parameter, query) => {
    const answer = await call(`/v1/campaigns/${id}/pages?${query}`)
    expect(answer.status).toBe(400)
    const { error } = (await answer.json()) as Refusal
    expect(error.code).toBe('invalid_query')
    expect(error.details.map(({ path }) => path)).toEqual([parameter])
  })
})

describe('the cost of a list of pages in D1', () => {
  const PAGES = 4_000
  const RELEVANT = 1_000
  let id: string
  let written: number

  beforeAll(async () => {
    id = await stockedCampaign([])
    written = await addPages(
      id,
      Array.from({ length: PAGES }, (_, i) => ({
        ...PAGE,
        seq: 2 + i,
        // All pages with a score have the same: the worst there is for a cursor.
        score: i % 4 === 0 ? 0.5 : 0,
        fetchedAt: START + i * 60_000,
      })),
    )
  })

  async function rowsRead(listing: object): Promise<number> {
    const meter = new BillingMeter(() => 0)
    const results = resultStore(d1Database(testEnv.DB, meter))
    const usual = { filter: {}, sort: 'time', after: undefined, limit: 100 } as const
    const pages = await results.listPages(id, { ...usual, ...listing })
    expect(pages.length).toBeGreaterThan(0)
    return meter.take().resultRowsRead
  }

  test('one row is written per page, and another per page with a score', () => {
    const campaignRows = PAGES / 1_000
    expect(written).toBe(PAGES + RELEVANT + campaignRows)
  })

  test('in crawl order one row is read per page', async () => {
    expect(await rowsRead({})).toBe(100)
    expect(await rowsRead({ after: { seq: 2_000, score: 0 } })).toBe(100)
    expect(await rowsRead({ sort: '-time', after: { seq: 2_000, score: 0 } })).toBe(100)
  })

  test('best first also one, wherever the list continues', async () => {
    const last = { seq: 2 + 4 * 500, score: 0.5 }
    expect(await rowsRead({ sort: 'score' })).toBe(100)
    expect(await rowsRead({ sort: 'score', after: last })).toBe(100)
    expect(await rowsRead({ sort: 'score', filter: { minScore: 0.5 }, after: last })).toBe(100)
  })

  test('pages without a score are found by skipping the others', async () => {
    const read = await rowsRead({ sort: 'score', after: { seq: 2_000, score: 0 } })
    expect(read).toBeLessThanOrEqual(140)
  })

  test('pages since a given time are found without reading earlier ones', async () => {
    // The last 40 of them, and as many as may be of the hour before.
    const since = START + (PAGES - 40) * 60_000
    for (const sort of ['time', '-time']) {
      expect(await rowsRead({ sort, filter: { since } })).toBeLessThan(200)
    }
  })

  test.each([
    ['score', `score > 0`, 'score DESC, seq', /USING INDEX page_by_score/],
    ['number', `seq > 5`, 'seq', /USING PRIMARY KEY/],
  ])('D1 walks along its index by %s', async (_by, where, order, plan) => {
    const { results } = await testEnv.DB.prepare(
      `EXPLAIN QUERY PLAN SELECT * FROM page WHERE campaign = ? AND ${where} ORDER BY ${order}`,
    )
      .bind(id)
      .all<{ detail: string }>()
    expect(results).toHaveLength(1)
    expect(results[0]!.detail).toMatch(plan)
  })
})
