import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fold } from '../../../../src/core/campaign/log/fold.ts'
import { logPart } from '../../../../src/core/campaign/log/log-file.ts'
import { BadLogFile, readLogFile } from '../../../../src/core/campaign/log/log-file-reader.ts'
import type { Log } from '../../../../src/core/campaign/ports.ts'
import { chain, SEED } from '../../../fixtures/chain.ts'
import { exportedLog } from '../../../fixtures/exported-log.ts'
import { fakeWeb } from '../../../fixtures/fake-web.ts'
import { LocalWorld } from '../../../fixtures/local-world.ts'

/** Long enough for a length of two bytes. */
const RECORDS = [Uint8Array.of(1, 2, 3), new Uint8Array(200).fill(7), Uint8Array.of(9)]

function refusal(bytes: Uint8Array): BadLogFile {
  try {
    Array.from(readLogFile(bytes))
  } catch (error) {
    if (error instanceof BadLogFile) return error
    throw error
  }
  throw new Error('it was read')
}

describe('an exported log', () => {
  test('returns its records, whatever they hold', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 300 })), (records) => {
        expect([...readLogFile(exportedLog(records))]).toEqual(records)
      }),
    )
  })

  test('restores the campaign', async () => {
    const world = new LocalWorld(fakeWeb(chain(20)).http)
    const campaign = world.create({ seeds: [SEED], budget: 10 })
    await world.run(campaign)
    const state = fold([...readLogFile(exportedLog(world.rows()))])!
    expect(state.counters).toEqual(campaign.report().counters)
  })

  test('is refused wherever it is cut, even between two records', () => {
    const whole = exportedLog(RECORDS)
    for (let length = 0; length < whole.length; length++) {
      const { message, offset } = refusal(whole.subarray(0, length))
      expect(message).toContain(`cut short at byte ${length}, in `)
      expect(offset).toBe(length)
    }
  })

  test('is refused when something follows its last record', () => {
    const whole = exportedLog(RECORDS)
    expect(refusal(Uint8Array.of(...whole, 0))).toMatchObject({
      message: `there are more bytes after its last record, at byte ${whole.length}`,
      offset: whole.length,
    })
  })

  test('is distinguished from any other file', () => {
    const page = new TextEncoder().encode('<html>')
    expect(refusal(page).message).toContain('not a Dowser log')
  })

  test('of another version is refused, and the version named', () => {
    const other = exportedLog(RECORDS)
    other[6] = 2
    expect(refusal(other).message).toBe('a Dowser log of version 2; this program reads version 1')
  })

  test('with an impossible length is refused, and its position named', () => {
    const broken = exportedLog([new Uint8Array(20).fill(0xff)])
    broken[8] = 0xff
    expect(refusal(broken)).toMatchObject({
      message: 'an impossible length at byte 8, in record 1 of 1',
      offset: 8,
    })
  })
})

describe('a part of a log', () => {
  const logOf = (records: Uint8Array[]): Log => ({
    append: () => {},
    read: (seq) => records[seq - 1]!,
    after: (seq) => records.slice(seq),
  })

  test('ends with the last record requested', () => {
    const log = logOf(RECORDS)
    expect(logPart(log, 1, 2).upTo).toBe(2)
    expect(logPart(log, 1, 3).upTo).toBe(3)
    for (const upTo of [2, 3, 9]) {
      expect(logPart(log, 3, upTo)).toEqual({ frames: new Uint8Array(), upTo: 3 })
    }
  })

  test('ends after 500 records, or with the record that completes a megabyte', () => {
    const small = logOf(Array.from({ length: 1200 }, () => Uint8Array.of(1)))
    expect(logPart(small, 0, 1200).upTo).toBe(500)
    expect(logPart(small, 500, 1200).upTo).toBe(1000)
    expect(logPart(small, 1000, 1200).upTo).toBe(1200)
    const large = logOf(Array.from({ length: 4 }, () => new Uint8Array(600_000)))
    expect(logPart(large, 0, 4).upTo).toBe(2)
    expect(logPart(large, 2, 4).upTo).toBe(4)
  })
})
