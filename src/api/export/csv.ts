import type { ExportFormat } from './export-format.ts'

const COLUMNS = [
  'seq',
  'url',
  'title',
  'outcome',
  'httpStatus',
  'score',
  'estimate',
  'depth',
  'links',
  'bodyBytes',
  'durationMs',
  'fetchedAt',
] as const

/** Excel takes a file without it for one in the encoding of its country, and garbles accents. */
const BYTE_ORDER_MARK = '\uFEFF'

/** RFC 4180 in UTF-8: a page a line, under a line of names. What is null is empty. */
export const csv: ExportFormat = {
  extension: 'csv',
  type: (hasHead) => `text/csv; charset=utf-8; header=${hasHead ? 'present' : 'absent'}`,
  head: () => BYTE_ORDER_MARK + line(COLUMNS),
  page: (page) => line(COLUMNS.map((column) => cell(page[column]))),
}

function cell(value: string | number | null): string {
  return typeof value === 'string' ? quoted(disarmed(value)) : String(value ?? '')
}

/**
 * A spreadsheet takes a cell that begins like this for a formula, and titles are a stranger's. An
 * apostrophe makes it a text; numbers are ours, and stay as they are.
 */
function disarmed(text: string): string {
  return /^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

function line(cells: readonly string[]): string {
  return `${cells.join(',')}\r\n`
}
