import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  BadLogFile,
  LogFileReader,
  MAX_RECORD_BYTES,
  type LoggedRecord,
} from '../../../../src/core/campaign/log/log-file-reader.ts'
import { logHeader } from '../../../../src/core/campaign/log/log-file.ts'
import { exportedLog } from '../../../fixtures/exported-log.ts'

/** Reads a file in chunks that end at these places. */
function readInChunks(file: Uint8Array, cuts: readonly number[]): LoggedRecord[] {
  const reader = new LogFileReader()
  const ends = [...cuts.map((cut) => cut % (file.length + 1)), file.length]
  let at = 0
  const records: LoggedRecord[] = []
  for (const end of ends.toSorted((a, b) => a - b)) {
    records.push(...reader.push(file.slice(at, end)))
    at = end
  }
  reader.end()
  return records
}

function refusal(file: Uint8Array, cuts: readonly number[] = []): BadLogFile {
  try {
    readInChunks(file, cuts)
  } catch (error) {
    if (error instanceof BadLogFile) return error
    throw error
  }
  throw new Error('it was read')
}

const records = fc.array(fc.uint8Array({ maxLength: 300 }), { minLength: 1, maxLength: 8 })
const cuts = fc.array(fc.nat(), { maxLength: 20 })

describe('a log that arrives in chunks', () => {
  test('has the same records wherever it is divided, each at its place', () => {
    fc.assert(
      fc.property(records, cuts, (given, places) => {
        const file = exportedLog(given)
        const read = readInChunks(file, places)
        expect(read.map(({ bytes }) => bytes)).toEqual(given)
        expect(read.map(({ seq }) => seq)).toEqual(given.map((_, i) => i + 1))
        for (const { offset, bytes } of read) {
          expect(file.subarray(offset, offset + bytes.length)).toEqual(bytes)
        }
      }),
    )
  })

  test('is refused wherever it is cut, with the place', () => {
    fc.assert(
      fc.property(records, cuts, fc.nat(), (given, places, cut) => {
        const file = exportedLog(given)
        const end = cut % file.length
        const { message, offset } = refusal(file.subarray(0, end), places)
        expect(message).toContain(`cut short at byte ${end}, in `)
        expect(offset).toBe(end)
      }),
    )
  })

  test('is refused when anything follows, in the same chunk or in the next', () => {
    fc.assert(
      fc.property(records, cuts, fc.uint8Array({ minLength: 1 }), (given, places, more) => {
        const file = exportedLog(given)
        const longer = Uint8Array.of(...file, ...more)
        expect(refusal(longer, [...places, file.length]).offset).toBe(file.length)
        expect(refusal(longer).message).toContain('more bytes after its last record')
      }),
    )
  })

  test('is refused at once when a record would be too large, before its bytes arrive', () => {
    const reader = new LogFileReader()
    const length = logHeader(MAX_RECORD_BYTES + 1).subarray(7)
    expect(() => reader.push(Uint8Array.of(...logHeader(1), ...length))).toThrow(
      'an impossible length at byte 8, in record 1 of 1',
    )
  })

  test('is refused when a length is not in its shortest form', () => {
    const file = Uint8Array.of(...logHeader(1), 0x83, 0x00, 1, 2, 3)
    expect(refusal(file).message).toBe('an impossible length at byte 8, in record 1 of 1')
  })
})
