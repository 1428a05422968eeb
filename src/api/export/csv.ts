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

/** Excel without it assumes a local encoding and garbles accents. */
const BYTE_ORDER_MARK = '\uFEFF'

/** RFC 4180 in UTF-8: a header row, then a page per line. Null is empty. */
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
 * Spreadsheets run a cell that begins like this as a formula, and titles are untrusted. An
 * apostrophe makes it text; numbers are ours and stay as they are.
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
