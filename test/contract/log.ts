import { expect } from 'vitest'
import { UnreadableCampaign } from '../../src/core/campaign/codec/read-record.ts'
import type { Log } from '../../src/core/campaign/ports.ts'
import type { Contract } from './contract.ts'

/** The version byte that every record begins with; what follows does not matter to a log. */
const VERSION = 2

const record = (...bytes: number[]) => Uint8Array.of(VERSION, ...bytes)
/** Bytes that do not compress, or do. */
const large = (length: number, isRepetitive = false) =>
  Uint8Array.from({ length }, (_, i) => (i === 0 ? VERSION : isRepetitive ? 7 : hash(i)))
const hash = (i: number) => Math.imul(i, 2_654_435_761) >>> 24
const rows = (log: Log, after = 0) => Array.from(log.after(after), (row) => Uint8Array.from(row))

export const logContract: Contract<Log> = {
  'is empty before the first record': (open) => {
    expect(rows(open())).toEqual([])
  },

  'returns every record, by number and in order': (open) => {
    const written = [record(1), record(), large(600), large(5_000, true), record(0, 255)]
    for (const [i, row] of written.entries()) open().append(i + 1, row)
    expect(rows(open())).toEqual(written)
    for (const [i, row] of written.entries()) {
      expect(Uint8Array.from(open().read(i + 1))).toEqual(row)
    }
  },

  'appends several records at once': (open) => {
    const log = open()
    log.append(1, record(1), record(2))
    log.append(3, record(3), record(4))
    expect(rows(open())).toEqual([record(1), record(2), record(3), record(4)])
  },

  'can be read from any record on': (open) => {
    const log = open()
    log.append(1, record(1), record(2), record(3))
    expect(rows(log, 1)).toEqual([record(2), record(3)])
    expect(rows(log, 3)).toEqual([])
  },

  'appends either all of several records or none': (open) => {
    const log = open()
    log.append(1, record(1))
    const broken = undefined as unknown as Uint8Array
    expect(() => log.append(2, record(2), broken)).toThrow(Error)
    expect(rows(open())).toEqual([record(1)])
  },

  'refuses a number already in use, and keeps its record': (open) => {
    const log = open()
    log.append(1, record(1), record(2))
    expect(() => log.append(2, record(9))).toThrow(Error)
    expect(rows(open())).toEqual([record(1), record(2)])
  },

  'names the record that is missing': (open) => {
    const log = open()
    log.append(1, record(1))
    let error: unknown
    try {
      log.read(2)
    } catch (thrown) {
      error = thrown
    }
    expect(error).toBeInstanceOf(UnreadableCampaign)
    expect(error).toMatchObject({ seq: 2 })
  },

  'keeps a copy, whatever the caller does to its bytes': (open) => {
    const log = open()
    const row = record(1)
    log.append(1, row)
    row[1] = 9
    log.read(1)[1] = 9
    expect(rows(log)).toEqual([record(1)])
  },

  'can be read in part, and appended to meanwhile': (open) => {
    const log = open()
    log.append(1, record(1), record(2))
    const reading = log.after(0)[Symbol.iterator]()
    expect(reading.next().value).toEqual(record(1))
    log.append(3, record(3))
    expect(reading.next().value).toEqual(record(2))
    expect(rows(log)).toHaveLength(3)
  },

  'accepts thousands of records, one of them 1.5 MB long': (open) => {
    const log = open()
    const many = Array.from({ length: 3_000 }, (_, i) => record(i & 255, i >> 8))
    log.append(1, ...many)
    log.append(3_001, large(1_500_000))
    log.append(3_002, record(1))
    const read = rows(log)
    expect(read).toHaveLength(3_002)
    expect(read[2_999]).toEqual(many[2_999])
    expect(read[3_000]).toHaveLength(1_500_000)
  },
}
