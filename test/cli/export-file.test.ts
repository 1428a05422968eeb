import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { EXPORT_FORMATS } from '../../src/cli/export-file.js'

/** The bytes of a text, one character each. */
const latin1 = (text: string) => Buffer.from(text).toString('latin1')

const WRITERS: Record<
  keyof typeof EXPORT_FORMATS,
  { head: string; page: (seq: number, title: string) => string }
> = {
  jsonl: { head: '', page: (seq, title) => `${JSON.stringify({ seq, title })}\n` },
  csv: {
    head: 'seq,title\r\n',
    page: (seq, title) => `${seq},"${title.replaceAll('"', '""')}",ok\r\n`,
  },
  warc: {
    head: record('software: Dowser\r\n'),
    page: (seq, title) => record(`seq: ${seq}\r\ntitle: ${title.replaceAll(/\s/g, ' ')}\r\n`),
  },
}

function record(block: string): string {
  const bytes = Buffer.byteLength(block)
  return `WARC/1.1\r\nWARC-Type: metadata\r\nContent-Length: ${bytes}\r\n\r\n${block}\r\n\r\n`
}

describe.each(Object.entries(WRITERS))('an export as %s', (format, { head, page }) => {
  const findCompletePages = EXPORT_FORMATS[format as keyof typeof EXPORT_FORMATS]

  test('cut off anywhere, keeps its complete pages and knows the last of them', () => {
    const titles = fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 5 })
    fc.assert(
      fc.property(titles, fc.nat(), (given, place) => {
        const pages = given.map((title, i) => latin1(page(i + 1, title)))
        const text = latin1(head) + pages.join('')
        const end = text.length === 0 ? 0 : place % (text.length + 1)
        const whole = findCompletePages(text.slice(0, end))
        // The pages that end before the cut.
        let length = head.length
        const expected = pages.filter((one) => (length += one.length) <= end).length
        expect(whole.pages).toBe(expected)
        expect(whole.lastSeq).toBe(expected === 0 ? undefined : expected)
        const upTo = latin1(head).length + pages.slice(0, expected).join('').length
        expect(whole.length).toBe(end < latin1(head).length ? 0 : upTo)
      }),
    )
  })
})
