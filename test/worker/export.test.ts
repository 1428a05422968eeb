import { beforeAll, describe, expect, test } from 'vitest'
import { ROWS_A_QUERY } from '../../src/api/export/export-parts.ts'
import type { CrawledPage } from '../../src/core/campaign/results/crawled-page.ts'
import { readCsv } from '../fixtures/read-csv.ts'
import { readWarc } from '../fixtures/read-warc.ts'
import { call, getJson, type Pages } from './client.ts'
import { testEnv } from './migrate.ts'
import { PAGE } from '../fixtures/batch.ts'
import { addPages, stockedCampaign } from './stocked-campaign.ts'

const FORMATS = ['jsonl', 'csv', 'warc'] as const
type Format = (typeof FORMATS)[number]

const TITLES = ['plain', '', 'two\nlines', 'a "quote", a comma', '🌋 lava', '=1+1', ' – ']

const STOCK = Array.from({ length: 30 }, (_, i): CrawledPage => ({
  ...PAGE,
  seq: 3 + 2 * i,
  url: `https://${i % 2 === 0 ? 'a' : 'b'}.test/${i}`,
  title: TITLES[i % TITLES.length]!,
  score: i % 3 === 0 ? 0.5 : 0,
}))

const exported = (id: string, query: string) => call(`/v1/campaigns/${id}/export?${query}`)

async function bytesOf(answer: Response): Promise<Uint8Array> {
  expect(answer.status).toBe(200)
  return new Uint8Array(await answer.arrayBuffer())
}

const text = (bytes: Uint8Array) =>
  new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)

/** The numbers of the pages in a file, whether it has a head or not. */
const SEQS: Record<Format, (bytes: Uint8Array) => number[]> = {
  jsonl: (bytes) =>
    text(bytes)
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => (JSON.parse(line) as { seq: number }).seq),
  csv: (bytes) =>
    readCsv(text(bytes))
      .map(([seq]) => Number(seq))
      .filter((seq) => !Number.isNaN(seq)),
  warc: (bytes) =>
    readWarc(bytes)
      .filter(({ header }) => header['WARC-Type'] === 'metadata')
      .map(({ fields }) => Number(fields['seq'])),
}

describe('an export', () => {
  let id: string

  beforeAll(async () => {
    id = await stockedCampaign(STOCK)
  })

  test.each([
    ['jsonl', 'application/x-ndjson', 'application/x-ndjson'],
    ['csv', 'text/csv; charset=utf-8; header=present', 'text/csv; charset=utf-8; header=absent'],
    ['warc', 'application/warc', 'application/warc'],
  ])('as %s is a file to save, of its type', async (format, type, typeOfTheRest) => {
    const whole = await exported(id, `format=${format}`)
    await whole.body?.cancel()
    expect(whole.headers.get('content-type')).toBe(type)
    const name = `attachment; filename="stocked-${id.slice(-6)}.${format}"`
    expect(whole.headers.get('content-disposition')).toBe(name)
    const rest = await exported(id, `format=${format}&after=17`)
    await rest.body?.cancel()
    expect(rest.headers.get('content-type')).toBe(typeOfTheRest)
    const restName = `attachment; filename="stocked-${id.slice(-6)}-after-17.${format}"`
    expect(rest.headers.get('content-disposition')).toBe(restName)
  })

  test.each([
    ['csv', true],
    ['jsonl', false],
    ['warc', false],
  ])('as %s begins with a byte order mark: %s', async (format, isMarked) => {
    const hasMark = async (query: string) => {
      const [first, second, third] = await bytesOf(await exported(id, `format=${format}${query}`))
      return first === 0xef && second === 0xbb && third === 0xbf
    }
    expect(await hasMark('')).toBe(isMarked)
    // It would stand in the middle of the file that this is the rest of.
    expect(await hasMark('&after=17')).toBe(false)
  })

  test('is JSON lines by default, each a page as the list shows it', async () => {
    const { pages } = await getJson<Pages>(`/v1/campaigns/${id}/pages?limit=1000`)
    const lines = text(await bytesOf(await exported(id, '')))
      .trimEnd()
      .split('\n')
    expect(lines.map((line) => JSON.parse(line) as object)).toEqual(pages)
  })

  test.each(FORMATS)('as %s has every page, in crawl order', async (format) => {
    const seqs = SEQS[format](await bytesOf(await exported(id, `format=${format}`)))
    expect(seqs).toEqual(STOCK.map(({ seq }) => seq))
  })

  test.each(FORMATS)(
    'as %s can continue after any of its pages, to the same result',
    async (format) => {
      const whole = text(await bytesOf(await exported(id, `format=${format}`)))
      for (const [i, { seq }] of STOCK.entries()) {
        const first = text(await bytesOf(await exported(id, `format=${format}&limit=${i + 1}`)))
        const rest = text(await bytesOf(await exported(id, `format=${format}&after=${seq}`)))
        // The header of a WARC file has the time it was written, and this is another file.
        const timeless = (file: string) => file.replace(/(?<=warcinfo[^]*?WARC-Date: )\S+/, '')
        expect(timeless(first + rest)).toBe(timeless(whole))
      }
    },
  )

  test.each(FORMATS)('as %s applies the filters of the list', async (format) => {
    const query = 'host=a.test&minScore=0.5&status=2xx&since=2026-01-01'
    const answer = await exported(id, `format=${format}&${query}`)
    const seqs = SEQS[format](await bytesOf(answer))
    const { pages } = await getJson<Pages>(`/v1/campaigns/${id}/pages?limit=1000&${query}`)
    expect(seqs.length).toBeGreaterThan(2)
    expect(answer.headers.get('dowser-last-seq')).toBe(String(seqs.at(-1)))
    expect(seqs).toEqual(pages.map(({ seq }) => seq))
  })

  test.each(FORMATS)('as %s without pages has nothing but its header', async (format) => {
    const nothing = await exported(id, `format=${format}&host=c.test`)
    expect(nothing.headers.get('dowser-last-seq')).toBe('0')
    expect(SEQS[format](await bytesOf(nothing))).toEqual([])
    const beyond = await bytesOf(await exported(id, `format=${format}&after=1000`))
    expect(beyond).toHaveLength(0)
  })

  test.each([
    ['format', 'format=xml'],
    ['after', 'after=-1'],
    ['after', 'after=x'],
    ['limit', 'limit=0'],
    ['limit', 'limit=1.5'],
    ['since', 'since=soon'],
    ['', 'sort=score'],
    ['', 'cursor=MTc'],
  ])('refuses a bad %s (%s) before anything is sent', async (parameter, query) => {
    const answer = await exported(id, query)
    expect(answer.status).toBe(400)
    const { error } = (await answer.json()) as { error: { details: { path: string }[] } }
    expect(error.details.map(({ path }) => path)).toEqual([parameter])
  })

  test.each(['01m7h3zzzzzzzzzzzz', 'nonsense'])('of campaign %s is a 404', async (unknown) => {
    const answer = await exported(unknown, '')
    expect(answer.status).toBe(404)
    expect(await answer.json()).toMatchObject({ error: { code: 'campaign_not_found' } })
  })
})

describe('an export of more pages than one query returns', () => {
  const PAGES = 2 * ROWS_A_QUERY + 10
  let id: string

  beforeAll(async () => {
    id = await stockedCampaign(
      Array.from({ length: PAGES }, (_, i) => ({
        ...PAGE,
        seq: 2 + i,
        url: `https://a.test/${i}`,
      })),
    )
  })

  test.each(FORMATS)('as %s has each of them once', async (format) => {
    const seqs = SEQS[format](await bytesOf(await exported(id, `format=${format}`)))
    expect(seqs).toEqual(Array.from({ length: PAGES }, (_, i) => 2 + i))
  })

  test.each([1, ROWS_A_QUERY - 1, ROWS_A_QUERY, ROWS_A_QUERY + 1, 2 * ROWS_A_QUERY])(
    'ends after %i of them if no more are requested',
    async (limit) => {
      const seqs = SEQS.jsonl(await bytesOf(await exported(id, `limit=${limit}`)))
      expect(seqs).toHaveLength(limit)
    },
  )

  test('says where it ends, and leaves out what is added while it runs', async () => {
    const answer = await exported(id, '')
    const reader = answer.body!.getReader()
    const parts = [(await reader.read()).value!]
    await addPages(id, [{ ...PAGE, seq: 2 + PAGES }])
    for (;;) {
      const { value, done } = await reader.read()
      if (done) break
      parts.push(value)
    }
    const seqs = SEQS.jsonl(new Uint8Array(await new Blob(parts).arrayBuffer()))
    expect(answer.headers.get('dowser-last-seq')).toBe(String(1 + PAGES))
    expect(seqs.at(-1)).toBe(1 + PAGES)
    const rest = await exported(id, `after=${1 + PAGES}`)
    expect(rest.headers.get('dowser-last-seq')).toBe(String(2 + PAGES))
    expect(SEQS.jsonl(await bytesOf(rest))).toEqual([2 + PAGES])
  })

  test('is aborted, not ended, when D1 fails while it runs', async () => {
    const answer = await exported(id, '')
    expect(answer.status).toBe(200)
    const reader = answer.body!.getReader()
    expect((await reader.read()).done).toBe(false)
    await testEnv.DB.exec('ALTER TABLE page RENAME TO page_gone')
    try {
      await expect(
        (async () => {
          while (!(await reader.read()).done);
        })(),
      ).rejects.toThrow('no such table')
    } finally {
      await testEnv.DB.exec('ALTER TABLE page_gone RENAME TO page')
    }
  })
})
