import { isoTime } from '../views/kinds.ts'
import { VERSION } from '../description/about.ts'
import type { ExportFormat } from './export-format.ts'
import { fingerprint } from '../../lib/fingerprint.ts'

const FIELDS_TYPE = 'application/warc-fields'
const STANDARD = 'http://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/'

type Fields = Record<string, string | number | null>

/** WARC/1.1: a `metadata` record per page. The pages themselves are not stored. */
export const warc: ExportFormat = {
  extension: 'warc',
  type: () => 'application/warc',

  head: ({ campaign, fileName, at }) =>
    record(
      {
        'WARC-Type': 'warcinfo',
        'WARC-Record-ID': recordId(campaign, 0),
        'WARC-Date': isoTime(at),
        'WARC-Filename': fileName,
      },
      {
        software: `Dowser/${VERSION}`,
        format: 'WARC File Format 1.1',
        conformsTo: STANDARD,
        isPartOf: campaign,
        description: 'Metadata of the pages of a campaign, without their content',
      },
    ),

  page: ({ url, fetchedAt, ...page }, campaign) =>
    record(
      {
        'WARC-Type': 'metadata',
        'WARC-Record-ID': recordId(campaign, page.seq),
        'WARC-Date': fetchedAt,
        'WARC-Target-URI': url,
      },
      page,
    ),
}

const utf8 = new TextEncoder()

function record(header: Fields, block: Fields): string {
  const content = lines(block)
  const length = { 'Content-Type': FIELDS_TYPE, 'Content-Length': utf8.encode(content).length }
  return `WARC/1.1\r\n${lines({ ...header, ...length })}\r\n${content}\r\n\r\n`
}

function lines(fields: Fields): string {
  return Object.entries(fields)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name}: ${inOneLine(String(value))}\r\n`)
    .join('')
}

/** A field is one line without control characters. */
function inOneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
}

/**
 * A stable id of a page, the same in every export: a UUID of version 8 (RFC 9562 §5.8) from 60 bits
 * of the campaign's fingerprint and the number of the page's record.
 */
export function recordId(campaign: string, seq: number): string {
  const { low, high } = fingerprint(campaign)
  const print = hex(high, 8) + hex(low, 8)
  const number = hex(seq, 15)
  const parts = [
    print.slice(0, 8),
    print.slice(8, 12),
    `8${print.slice(12, 15)}`,
    `8${number.slice(0, 3)}`,
    number.slice(3),
  ]
  return `<urn:uuid:${parts.join('-')}>`
}

function hex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, '0')
}
