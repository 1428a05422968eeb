import { BadCorpus } from './bad-corpus.ts'
import { unpackFile } from './gzip.ts'

const TAB = 0x09
const NEWLINE = 0x0a
const ZERO = 0x30

/** Calls `visit` with the columns of each line of a gzip file of tab-separated non-negative integers. */
export function eachIntegerRow(
  file: string,
  columns: number,
  visit: (row: readonly number[], line: number) => void,
): void {
  const bytes = unpackFile(file)
  let line = 1
  for (let start = 0; start < bytes.length; line++) {
    const newline = bytes.indexOf(NEWLINE, start)
    const end = newline < 0 ? bytes.length : newline
    const row = integers(bytes, start, end)
    if (row?.length !== columns) throw notIntegers(file, line, columns)
    visit(row, line)
    start = end + 1
  }
}

function integers(bytes: Buffer, start: number, end: number): number[] | undefined {
  const row: number[] = []
  let value: number | undefined
  for (let at = start; at < end; at++) {
    const byte = bytes[at]!
    const digit = byte - ZERO
    if (digit >= 0 && digit <= 9) {
      value = (value ?? 0) * 10 + digit
      continue
    }
    if (byte !== TAB || value === undefined) return undefined
    row.push(value)
    value = undefined
  }
  if (value === undefined) return undefined
  row.push(value)
  return row
}

function notIntegers(file: string, line: number, columns: number): BadCorpus {
  return new BadCorpus({
    file,
    at: `line ${line}`,
    what: `not ${columns} non-negative integers`,
    mend: 'a line is integers with a tab between them',
  })
}
