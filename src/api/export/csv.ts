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

/** RFC 4180: a page a line, under a line of names. What is null is empty. */
export const csv: ExportFormat = {
  extension: 'csv',
  type: (hasHead) => `text/csv; charset=utf-8; header=${hasHead ? 'present' : 'absent'}`,
  head: () => line(COLUMNS),
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
