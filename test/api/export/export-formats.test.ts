import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { csv } from '../../../src/api/export/csv.ts'
import { type ExportFormat, jsonl } from '../../../src/api/export/export-format.ts'
import { recordId, warc } from '../../../src/api/export/warc.ts'
import { LISTED_OUTCOMES } from '../../../src/core/campaign/outcomes.ts'
import { readCsv } from '../../fixtures/read-csv.ts'
import { readWarc } from '../../fixtures/read-warc.ts'

const CAMPAIGN = '01m7h3abcdefghjkmn'
const ABOUT = { campaign: CAMPAIGN, fileName: 'a.warc', at: Date.UTC(2026, 10, 16) }

/** Anything that a string can hold, lone surrogates too, and what is known to break files. */
const wild = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(
      fc.constantFrom(
        '"',
        ',',
        ';',
        '\r\n',
        '\n',
        '\r',
        '\t',
        '=',
        '+1',
        '-',
        '@SUM(A1)',
        "'",
        '🌋',
        '\ud83c',
        '\udf0b',
        '\0',
        '\u0085',
        '\u2028',
        '\ufeff',
        'WARC/1.1\r\n',
        'Content-Length: 0\r\n\r\n',
        'volcano',
      ),
    )
    .map((pieces) => pieces.join('')),
)

const page = fc.record({
  seq: fc.nat(),
  url: fc.webUrl(),
  title: fc.option(wild.filter((title) => title !== '')),
  outcome: fc.constantFrom(...LISTED_OUTCOMES),
  httpStatus: fc.option(fc.integer({ min: 100, max: 599 })),
  score: fc.float({ min: 0, noNaN: true, noDefaultInfinity: true }),
  estimate: fc.option(fc.float({ noNaN: true, noDefaultInfinity: true })),
  depth: fc.nat(99),
  links: fc.nat(),
  bodyBytes: fc.nat(),
  durationMs: fc.nat(),
  fetchedAt: fc.date({ noInvalidDate: true, min: new Date(0) }).map((date) => date.toISOString()),
})
const pages = fc.array(page, { maxLength: 5 })
type Page = Parameters<ExportFormat['page']>[0]

/** The bytes as they arrive. */
function written(format: ExportFormat, list: readonly Page[]): Uint8Array {
  const text = format.head(ABOUT) + list.map((one) => format.page(one, CAMPAIGN)).join('')
  return new TextEncoder().encode(text)
}

const decoded = (bytes: Uint8Array) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)

describe('JSON lines', () => {
  test('give back every page as it is, a line each', () => {
    fc.assert(
      fc.property(pages, (list) => {
        const lines = decoded(written(jsonl, list)).split('\n')
        expect(lines.pop()).toBe('')
        expect(lines.map((line) => JSON.parse(line) as Page)).toEqual(
          JSON.parse(JSON.stringify(list)),
        )
      }),
    )
  })
})

describe('CSV', () => {
  test('gives back every cell, whatever is in it', () => {
    fc.assert(
      fc.property(pages, (list) => {
        const [names, ...lines] = readCsv(decoded(written(csv, list)))
        expect(lines).toHaveLength(list.length)
        for (const [i, cells] of lines.entries()) {
          const values = names!.map((name) => list[i]![name as keyof Page])
          const expected = values.map((value) => String(value ?? '').toWellFormed())
          const disarmed = cells.map((cell) => cell.replace(/^'(?=[=+\-@\t\r\n＝＋－＠])/, ''))
          const bare = expected.map((text) => text.replace(/^'(?=[=+\-@\t\r\n＝＋－＠])/, ''))
          expect(disarmed).toEqual(bare)
        }
      }),
      { numRuns: 500 },
    )
  })

  test('holds no title that a spreadsheet takes for a formula', () => {
    fc.assert(
      fc.property(pages, (list) => {
        const [names, ...lines] = readCsv(decoded(written(csv, list)))
        const title = names!.indexOf('title')
        for (const cells of lines) expect(cells[title]).not.toMatch(/^[=+\-@\t\r＝＋－＠]/)
      }),
    )
  })

  test.each([
    ['=HYPERLINK("http://evil.test","x")', `"'=HYPERLINK(""http://evil.test"",""x"")"`],
    ['-1 degree', "'-1 degree"],
    ['plain', 'plain'],
    ['a,b', '"a,b"'],
    [null, ''],
  ])('writes the title %j as %s', (title, cell) => {
    const [first] = fc.sample(page, 1)
    const line = csv.page({ ...first!, url: 'http://a.test/', seq: 7, title }, CAMPAIGN)
    expect(line.startsWith(`7,http://a.test/,${cell},`)).toBe(true)
  })

  test('leaves numbers alone, below zero as well', () => {
    const [first] = fc.sample(page, 1)
    expect(csv.page({ ...first!, estimate: -0.25 }, CAMPAIGN)).toContain(',-0.25,')
  })
})

describe('WARC', () => {
  test('gives back what is known of every page, in records as long as they say', () => {
    fc.assert(
      fc.property(pages, (list) => {
        const [info, ...records] = readWarc(written(warc, list))
        expect(info!.header).toMatchObject({
          'WARC-Type': 'warcinfo',
          'WARC-Date': '2026-11-16T00:00:00.000Z',
          'WARC-Filename': 'a.warc',
        })
        expect(records).toHaveLength(list.length)
        for (const [i, { header, fields }] of records.entries()) {
          const { url, fetchedAt, title, ...others } = list[i]!
          expect(header).toMatchObject({
            'WARC-Type': 'metadata',
            'WARC-Target-URI': url,
            'WARC-Date': fetchedAt,
            'WARC-Record-ID': recordId(CAMPAIGN, others.seq),
            'Content-Type': 'application/warc-fields',
          })
          for (const [name, value] of Object.entries(others)) {
            expect(fields[name]).toBe(value === null ? undefined : String(value))
          }
          const inOneLine = (text: string) => text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim()
          expect(inOneLine(fields['title'] ?? '')).toBe(inOneLine(title?.toWellFormed() ?? ''))
        }
      }),
      { numRuns: 500 },
    )
  })

  test('has an id for each page of each campaign, always the same', () => {
    const ids = ['a', 'b', CAMPAIGN].flatMap((campaign) =>
      [0, 1, 2, 2 ** 32, Number.MAX_SAFE_INTEGER].map((seq) => recordId(campaign, seq)),
    )
    expect(new Set(ids).size).toBe(ids.length)
    for (const id of ids) {
      expect(id).toMatch(/^<urn:uuid:[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}>$/)
    }
    expect(recordId(CAMPAIGN, 17)).toBe(recordId(CAMPAIGN, 17))
  })
})
