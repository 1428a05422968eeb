import type { ByteReader } from '../../../lib/byte-reader.ts'
import type { ByteWriter } from '../../../lib/byte-writer.ts'

/** What the platform bills a campaign for, by the platform's own counters. */
export interface Usage {
  /** Rows of the campaign's own storage; setting an alarm writes one. */
  rowsRead: number
  rowsWritten: number
  /** Calls and alarms that the campaign's object handled. */
  requests: number
  /** How long work in progress kept the object in memory. */
  awakeMs: number
  /** Rows of the results store. */
  resultRowsRead: number
  resultRowsWritten: number
}

/** Append-only: a record holds the figures in this order. */
export const USAGE_FIGURES = [
  'rowsRead',
  'rowsWritten',
  'requests',
  'awakeMs',
  'resultRowsRead',
  'resultRowsWritten',
] as const satisfies (keyof Usage)[]

export function noUsage(): Usage {
  return {
    rowsRead: 0,
    rowsWritten: 0,
    requests: 0,
    awakeMs: 0,
    resultRowsRead: 0,
    resultRowsWritten: 0,
  }
}

export function addUsage(to: Usage, more: Usage): void {
  for (const figure of USAGE_FIGURES) to[figure] += more[figure]
}

/** Writes the figures that are not 0, after a byte that says which these are. */
export function writeUsage(out: ByteWriter, usage: Usage): void {
  out.byte(USAGE_FIGURES.reduce((bits, figure, i) => bits | (Number(usage[figure] > 0) << i), 0))
  for (const figure of USAGE_FIGURES) if (usage[figure] > 0) out.varint(usage[figure])
}

export function readUsage(from: ByteReader): Usage {
  const usage = noUsage()
  const bits = from.byte()
  for (const [i, figure] of USAGE_FIGURES.entries())
    if (bits & (1 << i)) usage[figure] = from.varint()
  return usage
}
