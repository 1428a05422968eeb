import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MAIN_OWNER } from '../../../../src/core/access/access-key.ts'
import { Campaign } from '../../../../src/core/campaign/campaign.ts'
import { decodeRecord, encodeRecord } from '../../../../src/core/campaign/codec/record-codec.ts'
import type { CampaignRecord, Created, Step } from '../../../../src/core/campaign/event.ts'
import { fold } from '../../../../src/core/campaign/log/fold.ts'
import { IMPORT_STALL_MS, LogImport } from '../../../../src/core/campaign/log/log-import.ts'
import { logFrames } from '../../../../src/core/campaign/log/log-file.ts'
import { load } from '../../../../src/core/campaign/log/opening.ts'
import { findRecordProblem } from '../../../../src/core/campaign/log/record-check.ts'
import { identityIn, renamed } from '../../../../src/core/campaign/log/rename-log.ts'
import { recordsIn } from '../../../../src/core/campaign/log/log-file-reader.ts'
import { Opening } from '../../../../src/core/campaign/log/opening.ts'
import { SLICE } from '../../../../src/core/campaign/codec/slice.ts'
import type { NodeId } from '../../../../src/core/graph/node-table.ts'
import { compressor } from '../../../../src/runtime/compressor.ts'
import { nodeSql } from '../../../../src/runtime/local/node-sql.ts'
import { incomingLog } from '../../../../src/store/log/incoming-log.ts'
import { chain, SEED } from '../../../fixtures/chain.ts'
import { fakeWeb } from '../../../fixtures/fake-web.ts'
import { readGoldenLogs } from '../../../fixtures/golden/logs.ts'
import { LocalWorld } from '../../../fixtures/local-world.ts'
import { course, crawl } from '../../../fixtures/random-course.ts'
import { logOf, statePrint } from '../../../fixtures/state-bytes.ts'

/** A place that a log is imported to, with what would remain there. */
class Place {
  readonly world = new LocalWorld(fakeWeb(chain(40)).http)
  import = this.restarted()

  /** The same storage, as another process finds it. */
  restarted(): LogImport {
    const { ports, sqlite } = this.world
    const erase = async () => {
      for (const { name } of this.tables()) sqlite.exec(`DROP TABLE ${String(name)}`)
    }
    const incoming = incomingLog(nodeSql(sqlite), compressor)
    this.import = new LogImport({ ...ports, incoming, erase, wait: async () => {} })
    return this.import
  }

  tables() {
    return this.world.sqlite.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all()
  }

  /** Uploads a log in parts of so many records; the answer to the last of them. */
  async upload(rows: readonly Uint8Array[], { size = 7, importId = 'one' } = {}) {
    for (let after = 0; ; after += size) {
      const isLast = after + size >= rows.length
      const frames = logFrames(rows.slice(after, after + size))
      const result = await this.import.take({ importId, after, frames, isLast })
      if (isLast || result.kind !== 'more') return result
    }
  }
}

const toHex = (row: Uint8Array) => Buffer.from(row).toString('hex')

async function crawled(fetches = 12): Promise<Uint8Array[]> {
  const world = new LocalWorld(fakeWeb(chain(40)).http)
  const campaign = world.create({ seeds: [SEED], budget: 20 })
  for (let tick = 0; tick < fetches; tick++) await world.tick(campaign)
  return world.rows()
}

describe('importing a log', () => {
  test('gives the same records and the same state, and the results are rebuilt', async () => {
    const rows = await crawled()
    const place = new Place()
    expect(await place.upload(rows)).toEqual({ kind: 'imported' })
    const imported = place.world.rows()
    expect(imported.slice(0, -1)).toEqual(rows)
    expect(decodeRecord(imported.at(-1)!)).toMatchObject({
      kind: 'rebuild',
      flushedSeq: rows.length,
      next: { kind: 'keep' },
    })
    expect(statePrint(imported, load(place.world.ports)!.state)).toBe(statePrint(imported))
    expect(place.world.alarmAt).toBe(place.world.clock)
  })

  test('the campaign goes on, spends its budget exactly and lists all its pages', async () => {
    const place = new Place()
    place.world.clock += 100_000
    await place.upload(await crawled())
    const campaign = place.world.reopen()
    campaign.wake()
    await place.world.run(campaign)
    expect(campaign.report()).toMatchObject({ status: 'completed', counters: { fetched: 20 } })
    // The fetch that was reserved elsewhere may have been sent, so it is charged.
    const outcomes = place.world.steps().map(({ outcome }) => outcome)
    expect(outcomes.filter((outcome) => outcome === 'interrupted')).toHaveLength(1)
    expect(outcomes).toHaveLength(20)
    expect(await place.world.pages()).toHaveLength(19)
  })

  test('a paused campaign stays paused', async () => {
    const world = new LocalWorld(fakeWeb(chain(40)).http)
    const campaign = world.create({ seeds: [SEED], budget: 20 })
    await world.tick(campaign)
    campaign.edit({ kind: 'pause' })
    const place = new Place()
    await place.upload(world.rows())
    const moved = place.world.reopen()
    await place.world.run(moved)
    expect(moved.report()).toMatchObject({ status: 'paused', counters: { fetched: 1 } })
  })

  test('parts may come after a restart', async () => {
    const rows = await crawled()
    const place = new Place()
    const part = { importId: 'one', after: 0, frames: logFrames(rows.slice(0, 5)), isLast: false }
    expect(await place.import.take(part)).toEqual({ kind: 'more' })
    const rest = { ...part, after: 5, frames: logFrames(rows.slice(5)), isLast: true }
    expect(await place.restarted().take(rest)).toEqual({ kind: 'imported' })
    expect(place.world.rows().slice(0, -1)).toEqual(rows)
  })

  const memoryOf = (first: Uint8Array) => (decodeRecord(first) as Created).spec.memoryMb
  // Some have less memory than anybody can ask for.
  const usual = readGoldenLogs().filter(({ rows }) => memoryOf(rows[0]!) >= 4)

  test.for(usual)('of the stored log $name', async ({ rows }) => {
    const place = new Place()
    place.world.clock = Date.UTC(2100, 0, 1)
    expect(await place.upload(rows)).toEqual({ kind: 'imported' })
    expect(place.world.rows().slice(0, -1).map(toHex)).toEqual(rows.map(toHex))
  })
})

describe('nothing remains', () => {
  const isBlank = (place: Place) => {
    expect(place.tables()).toEqual([])
    expect(place.world.alarmAt).toBeUndefined()
    expect(Campaign.open(place.world.ports)).toBeUndefined()
  }

  test('of a log with any byte changed', async () => {
    const rows = await crawled()
    const at = fc.tuple(fc.nat(rows.length - 1), fc.nat(), fc.integer({ min: 1, max: 255 }))
    await fc.assert(
      fc.asyncProperty(at, async ([record, byte, change]) => {
        const bytes = Uint8Array.from(rows[record]!)
        bytes[byte % bytes.length]! ^= change
        const place = new Place()
        const result = await place.upload(rows.with(record, bytes))
        expect(result).toMatchObject({ kind: 'refused', seq: record + 1 })
        isBlank(place)
      }),
      { numRuns: 60 },
    )
  })

  test('of a log whose last part never comes, once the alarm is due', async () => {
    const rows = await crawled()
    const place = new Place()
    const part = { importId: 'one', after: 0, frames: logFrames(rows.slice(0, 5)), isLast: false }
    await place.import.take(part)
    expect(Campaign.open(place.world.ports)).toBeUndefined()
    await place.import.expire()
    expect(place.world.alarmAt).toBe(place.world.clock + IMPORT_STALL_MS)
    place.world.clock += IMPORT_STALL_MS
    await place.import.expire()
    isBlank(place)
  })

  test('of an upload that a crash has ended, at the next alarm or upload', async () => {
    const rows = await crawled()
    const part = { importId: 'one', after: 0, frames: logFrames(rows.slice(0, 5)), isLast: false }
    const place = new Place()
    await place.import.take(part)
    expect(place.restarted().isUnderWay).toBe(true)
    await place.import.expire()
    isBlank(place)
    await place.import.take(part)
    place.restarted()
    expect(await place.upload(rows, { importId: 'two' })).toEqual({ kind: 'imported' })
  })

  test('of one that is aborted; another is left alone', async () => {
    const rows = await crawled()
    const part = { importId: 'one', after: 0, frames: logFrames(rows.slice(0, 5)), isLast: false }
    const place = new Place()
    await place.import.take(part)
    await place.import.abort('two')
    expect(await place.import.take({ ...part, importId: 'two' })).toEqual({ kind: 'taken' })
    await place.import.abort('one')
    isBlank(place)
  })

  test('of a part that does not follow', async () => {
    const rows = await crawled()
    const part = { importId: 'one', after: 0, frames: logFrames(rows.slice(0, 5)), isLast: false }
    const place = new Place()
    await place.import.take(part)
    expect(await place.import.take({ ...part, after: 6 })).toEqual({ kind: 'lost' })
    isBlank(place)
    expect(await place.import.take({ ...part, after: 5 })).toEqual({ kind: 'lost' })
  })

  test('of a log without records', async () => {
    const place = new Place()
    const none = { importId: 'one', after: 0, frames: new Uint8Array(), isLast: true }
    expect(await place.import.take(none)).toMatchObject({
      kind: 'refused',
      why: 'it has no records',
    })
    isBlank(place)
  })
})

describe('a record that was made up', () => {
  /** Uploads a log whose record was replaced by another with a valid checksum. */
  async function upload(change: (record: CampaignRecord, records: CampaignRecord[]) => object) {
    const records = (await crawled()).map(decodeRecord)
    const at = records.findIndex((record) => record.kind === 'step')
    const forged = { ...records[at]!, ...change(records[at]!, records) } as CampaignRecord
    const place = new Place()
    const result = await place.upload(records.with(at, forged).map(encodeRecord))
    expect(place.tables()).toEqual([])
    return result
  }

  const step = (change: Partial<Step>) => upload(() => change)

  test.for<[string, Partial<Step>]>([
    ['it fetches a page that is not reserved', { node: 7 as NodeId }],
    ['it names an unknown page', { sitemaps: [9_999 as NodeId] }],
    ['it names an unknown page', { edges: { targets: [9_999 as NodeId], linkScores: [0] } }],
    ['it tells of results of later records', { flushedSeq: 99 }],
    ['it replaces a later record', { replaces: 99 }],
    [
      'its time is more than a day ahead',
      { at: Date.UTC(2200, 0, 1), next: { kind: 'rest' } } as Partial<Step>,
    ],
    ['its time is impossible', { retryAt: 9e15 }],
    [
      'it moves a page that is elsewhere',
      { recalled: { nodes: [0 as NodeId], sums: [[0, 0, 0, 0]] } },
    ],
  ])('is refused: %s', async ([why, change]) => {
    expect(await step(change)).toMatchObject({ kind: 'refused', why })
  })

  test('is refused when it reserves a page that does not wait', async () => {
    const result = await upload(({ next }, records) => {
      const fetches = next.kind === 'reserve' ? next.fetches : []
      const { node } = records.find((record) => record.kind === 'step')!
      return { next: { kind: 'reserve', fetches: [{ ...fetches[0]!, node }] } }
    })
    expect(result).toMatchObject({ kind: 'refused' })
  })

  test('is refused when it creates the campaign again', async () => {
    const result = await upload((_, [created]) => ({ ...created! }))
    expect(result).toMatchObject({ kind: 'refused', why: 'a campaign is created once' })
  })
})

describe('a spec that this version does not accept', () => {
  test.for<[string, object]>([
    [
      'policy: this version knows no policy "clairvoyance"',
      { policy: { name: 'clairvoyance', arms: ['bfs'] } },
    ],
    ['topic: this version knows no scorer "oracle"', { topic: { scorer: 'oracle' } }],
    ['this version knows no option "colour"', { colour: 'blue' }],
    ['budget is out of bounds', { budget: 1e12 }],
    ['memoryMb is out of bounds', { memoryMb: 4_000 }],
    ['no source is called "gopher"', { source: 'gopher' }],
  ])('is refused: %s', async ([why, change]) => {
    const rows = await crawled()
    const created = decodeRecord(rows[0]!) as Created & CampaignRecord
    const spec = { ...created.spec, ...change }
    const place = new Place()
    const result = await place.upload(rows.with(0, encodeRecord({ ...created, spec })))
    expect(result).toMatchObject({ kind: 'refused', why })
    expect(place.tables()).toEqual([])
  })
})

test('no record of any campaign is taken for made up', { timeout: 60_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(course, async (life) => {
      const rows = (await crawl(life)).rows()
      const problems: string[] = []
      const opening = new Opening(
        {
          log: { ...logOf(rows), append: () => {} },
          slice: SLICE,
          snapshots: { replace: () => {}, chunks: () => [] },
          trouble: () => {},
          entropy: () => [1, 2, 3, 4],
        },
        (record, state) => {
          const problem = findRecordProblem(record, Date.UTC(2100, 0, 1), state)
          // The courses starve a campaign of memory as no user can.
          if (problem !== undefined && !problem.startsWith('memoryMb')) problems.push(problem)
        },
      )
      while (opening.advance().kind === 'more');
      expect(problems).toEqual([])
    }),
    { numRuns: 25 },
  )
})

describe('the log of another campaign', () => {
  test('is the same but for its first record, which differs in id and owner alone', async () => {
    const rows = await crawled()
    const frames = logFrames(rows)
    expect(identityIn(rows[0]!)).toEqual({ id: 'test-campaign', owner: MAIN_OWNER })
    expect(renamed(frames, { id: 'test-campaign', owner: MAIN_OWNER })).toBe(frames)
    const [first, ...rest] = recordsIn(renamed(frames, { id: 'other', owner: 'somebody' }))
    expect(rest).toEqual(rows.slice(1))
    expect(decodeRecord(first!)).toEqual({
      ...decodeRecord(rows[0]!),
      id: 'other',
      owner: 'somebody',
    })
  })

  test('of a version that derived the salt from the id keeps its salt', () => {
    const { rows } = readGoldenLogs().find(({ name }) => name === 'store-v1')!
    const [first, ...rest] = recordsIn(renamed(logFrames(rows), { id: 'other', owner: 'me' }))
    const before = fold(rows)!
    const after = fold([first!, ...rest])!
    expect(after.counters).toEqual(before.counters)
    expect(after.nodes.length).toBe(before.nodes.length)
    expect((decodeRecord(first!) as Created).salt).toEqual((decodeRecord(rows[0]!) as Created).salt)
  })
})
