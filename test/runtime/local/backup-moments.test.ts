import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Campaign } from '../../../src/core/campaign/campaign.ts'
import { decodeRecord } from '../../../src/core/campaign/codec/record-codec.ts'
import { compressor } from '../../../src/runtime/compressor.ts'
import { fitLogToResults, readLog } from '../../../src/runtime/local/backup/campaign-copy.ts'
import { nodeDatabase, nodeSql } from '../../../src/runtime/local/node-sql.ts'
import { sqlLog } from '../../../src/store/log/sql-log.ts'
import { sqlSnapshots } from '../../../src/store/log/sql-snapshots.ts'
import { listSaved } from '../../../src/store/results/campaign-rows.ts'
import { resultStore } from '../../../src/store/results/result-store.ts'
import { LocalWorld } from '../../fixtures/local-world.ts'
import { randomWeb } from '../../fixtures/random-web.ts'
import { listen, readDeliveries } from '../../fixtures/webhook-deliveries.ts'

const BUDGET = 90
const RUNS = 25

let dir: string
let copies = 0

beforeAll(() => (dir = mkdtempSync(join(tmpdir(), 'dowser-'))))
afterAll(() => rmSync(dir, { recursive: true }))

function copyOf(sqlite: DatabaseSync): DatabaseSync {
  const file = join(dir, `${copies++}.sqlite`)
  sqlite.prepare('VACUUM INTO ?').run(file)
  return new DatabaseSync(file)
}

/** What the results hold of a campaign, except when its row was written. */
function contentOf(results: DatabaseSync): unknown {
  const rows = (query: string) => results.prepare(query).all()
  return {
    pages: rows('SELECT * FROM page ORDER BY seq'),
    campaigns: rows('SELECT *, 0 AS updated_at, 0 AS flushed_seq FROM campaign'),
  }
}

/** How far the results of the original had come, as each record says. */
function flushedSeqs(log: DatabaseSync): number[] {
  const rows = [...sqlLog(nodeSql(log), compressor).after(0)]
  return rows.map((row) => decodeRecord(row).flushedSeq)
}

/** A moment to copy the results, one to copy the log, one to rebuild the results: in ticks. */
const moments = fc.record({
  web: fc.integer({ min: 0, max: 50 }),
  perMinute: fc.constantFrom(60, 600, 60_000),
  results: fc.integer({ min: 0, max: 120 }),
  log: fc.integer({ min: 0, max: 120 }),
  rebuild: fc.option(fc.integer({ min: 0, max: 200 })),
})

type Moments = typeof moments extends fc.Arbitrary<infer T> ? T : never

/** Copies the results, and the log some ticks later, as a backup does while the product runs. */
async function backUp(when: Moments) {
  const web = randomWeb(when.web, 200)
  const world = new LocalWorld(web.http)
  await listen(world.database)
  const rate = { perMinute: when.perMinute, hostDelayMs: 0 }
  const campaign = world.create({ seeds: [web.seed], budget: BUDGET, rate })
  let ticks = 0
  const run = async (upTo: number) => {
    for (; ticks < upTo; ticks++) {
      if (ticks === when.rebuild) campaign.rebuild()
      if (world.alarmAt !== undefined) await world.tick(campaign)
    }
  }
  await run(when.results)
  const results = copyOf(world.resultsSqlite)
  const copiedAt = world.clock
  await run(when.results + when.log)
  const log = copyOf(world.sqlite)
  return { world, results, log, copiedAt }
}

function open(world: LocalWorld, log: DatabaseSync, results: DatabaseSync): Campaign {
  const sql = nodeSql(log)
  const ports = {
    ...world.ports,
    log: sqlLog(sql, compressor),
    snapshots: sqlSnapshots(sql),
    results: resultStore(nodeDatabase(results)),
  }
  world.clock = Date.now()
  world.alarmAt = world.clock
  return Campaign.open(ports)!
}

test('whenever results and log are copied, the campaign goes on, and each result is there and told once', async () => {
  await fc.assert(
    fc.asyncProperty(moments, async (when) => {
      const { world, results, log, copiedAt } = await backUp(when)
      const database = nodeDatabase(results)
      const savedSeq = (await listSaved(database))[0]?.flushedSeq ?? 0
      const toldSeq = Math.max(...flushedSeqs(log))
      fitLogToResults(nodeSql(log), { copiedAt, savedSeq })

      const campaign = open(world, log, results)
      await world.run(campaign)
      expect(campaign.report()).toMatchObject({ status: 'completed' })
      expect(campaign.report().counters.fetched).toBeLessThanOrEqual(BUDGET)

      const deliveries = await readDeliveries(database)
      const told = deliveries.flatMap(({ body }) => body.data.pages ?? []).map(({ seq }) => seq)
      expect(new Set(told).size).toBe(told.length)
      const scored = results.prepare('SELECT seq FROM page WHERE score > 0').all()
      const untold = scored.map(({ seq }) => seq as number).filter((seq) => !told.includes(seq))
      // The original itself notified its webhooks between the two copies.
      expect(untold.filter((seq) => seq <= savedSeq || seq > toldSeq)).toEqual([])

      const before = contentOf(results)
      campaign.rebuild()
      world.alarmAt = world.clock
      await world.run(campaign)
      expect(contentOf(results)).toEqual(before)
    }),
    { numRuns: RUNS },
  )
})

test('a log that fits its results is left as it is', async () => {
  const { results, log } = await backUp({
    web: 3,
    perMinute: 600,
    results: 200,
    log: 0,
    rebuild: null,
  })
  const [row] = await listSaved(nodeDatabase(results))
  const sql = nodeSql(log)
  const { seq } = readLog(sql, Infinity)
  const savedSeq = row!.flushedSeq
  expect(fitLogToResults(sql, { copiedAt: Date.now(), savedSeq })).toBe(false)
  expect(readLog(sql, Infinity).seq).toBe(seq)
})
