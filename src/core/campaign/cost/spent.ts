import type { ByteReader } from '../../../lib/byte-reader.ts'
import type { ByteWriter } from '../../../lib/byte-writer.ts'

/** What the platform bills a campaign for, by the platform's own counters. */
export interface Spent {
  /** Of the object's own storage; setting an alarm writes one. */
  rowsRead: number
  rowsWritten: number
  /** Calls and alarms that the object answered. */
  requests: number
  /** The time the object was held in memory by something under way. */
  awakeMs: number
  d1RowsRead: number
  d1RowsWritten: number
}

/** Append-only: a record holds the figures in this order. */
export const SPENT_FIGURES = [
  'rowsRead',
  'rowsWritten',
  'requests',
  'awakeMs',
  'd1RowsRead',
  'd1RowsWritten',
] as const satisfies (keyof Spent)[]

export function nothingSpent(): Spent {
  return {
    rowsRead: 0,
    rowsWritten: 0,
    requests: 0,
    awakeMs: 0,
    d1RowsRead: 0,
    d1RowsWritten: 0,
  }
}

export function addSpent(to: Spent, more: Spent): void {
  for (const figure of SPENT_FIGURES) to[figure] += more[figure]
}

/** Only the figures that are not 0, behind a byte that tells which. */
export function writeSpent(out: ByteWriter, spent: Spent): void {
  out.byte(SPENT_FIGURES.reduce((bits, figure, i) => bits | (Number(spent[figure] > 0) << i), 0))
  for (const figure of SPENT_FIGURES) if (spent[figure] > 0) out.varint(spent[figure])
}

export function readSpent(from: ByteReader): Spent {
  const spent = nothingSpent()
  const bits = from.byte()
  for (const [i, figure] of SPENT_FIGURES.entries())
    if (bits & (1 << i)) spent[figure] = from.varint()
  return spent
}
