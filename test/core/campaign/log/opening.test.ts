import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { beforeEach, describe, expect, test } from 'vitest'
import { fold } from '../../../../src/core/campaign/log/fold.ts'
import { load } from '../../../../src/core/campaign/log/opening.ts'
import { compressor } from '../../../../src/runtime/compressor.ts'
import { nodeSql } from '../../../../src/runtime/local/node-sql.ts'
import { sqlLog } from '../../../../src/store/log/sql-log.ts'
import { fakeWeb } from '../../../fixtures/fake-web.ts'
import { LocalWorld } from '../../../fixtures/local-world.ts'
import { randomWeb } from '../../../fixtures/random-web.ts'
import { statePrint } from '../../../fixtures/state-bytes.ts'

describe('loading a campaign', () => {
  let world: LocalWorld

  beforeEach(async () => {
    const web = randomWeb(11, 900)
    world = new LocalWorld(web.http)
    await world.run(world.create({ seeds: [web.seed], budget: 450 }))
  })

  function loaded() {
    const { state, generation, tail } = load(world.ports)!
    const rows = world.rows()
    expect(statePrint(rows, state)).toBe(statePrint(rows))
    return { generation, records: tail.records }
  }

  const damage = (generation: number) =>
    world.sqlite.exec(
      `UPDATE snapshot SET chunk = CAST(zeroblob(50) AS BLOB) WHERE place = ${generation * 10_000}`,
    )

  test('begins with the newest snapshot and folds the records after it', () => {
    expect(loaded()).toEqual({ generation: 1, records: world.rows().length - 400 })
    expect(world.troubles).toEqual([])
  })

  test('falls back to the older one when the newest is damaged', () => {
    world.sqlite.exec(`UPDATE snapshot SET chunk = substr(chunk, 1, 500) WHERE place = 10000`)
    expect(loaded()).toEqual({ generation: 0, records: world.rows().length - 200 })
  })

  test('falls back to the whole log when both are damaged, and when there is none', () => {
    damage(0)
    damage(1)
    expect(loaded()).toEqual({ generation: undefined, records: world.rows().length })
    world.sqlite.exec('DROP TABLE snapshot')
    expect(loaded()).toEqual({ generation: undefined, records: world.rows().length })
  })

  test('skips a snapshot that is ahead of the log', () => {
    world.sqlite.exec('DELETE FROM step WHERE seq > 300')
    expect(loaded()).toEqual({ generation: 0, records: 100 })
    expect(world.troubles).toEqual(['a snapshot could not be used and was skipped'])
  })

  test('names the record that cannot be read', () => {
    world.sqlite.exec('DROP TABLE snapshot; UPDATE step SET record = zeroblob(9) WHERE seq = 17')
    expect(() => load(world.ports)).toThrow('record 17')
  })

  test('names a missing record, and does not mistake the next one for it', () => {
    world.sqlite.exec('DROP TABLE snapshot; DELETE FROM step WHERE seq = 18')
    expect(() => load(world.ports)).toThrow('record 18')
  })

  test('keeps writing snapshots, alternating between generations', async () => {
    const web = randomWeb(11, 900)
    const next = new LocalWorld(web.http)
    let campaign = next.create({ seeds: [web.seed], budget: 700 })
    while (next.alarmAt !== undefined) {
      await next.run(campaign, 150)
      campaign = next.reopen()
    }
    const places = next.sqlite.prepare('SELECT place FROM snapshot ORDER BY place').all()
    expect(places.map(({ place }) => place)).toEqual([0, 10_000])
    expect(load(next.ports)!.tail.records).toBeLessThan(200)
  })

  test('a campaign continues when no snapshot can be written', async () => {
    const web = randomWeb(11, 900)
    const next = new LocalWorld(web.http)
    next.sqlite.exec('CREATE TABLE snapshot (place INTEGER PRIMARY KEY, chunk INTEGER) STRICT')
    const campaign = next.create({ seeds: [web.seed], budget: 250 })
    await next.run(campaign)
    expect(campaign.report().counters.fetched).toBe(250)
    expect(next.troubles).toContain('a snapshot could not be written; the log is unaffected')
  })
})

test('a store with records of version 1 is read as it was then', () => {
  const file = new URL('../../../fixtures/stores/v1.sqlite', import.meta.url)
  const log = sqlLog(nodeSql(new DatabaseSync(file, { readOnly: true })), compressor)
  const state = fold(log.after(0))!
  expect(state).toMatchObject({
    seq: 74,
    owner: 'main',
    status: { status: 'running' },
    counters: { fetched: 70, pages: 70, relevant: 50, score: 107.396484375, bodyBytes: 192284 },
  })
  expect(state.nodes.length).toBe(242)
  expect(state.ranker.frontier.size).toBe(171)
  expect(state.ranker.selector.report().arms.map(({ pulls }) => pulls)).toEqual([21, 19, 20, 1, 8])
})

test('a store of the previous version is read, with or without its snapshot, and continues', async () => {
  const world = new LocalWorld(fakeWeb({}).http)
  const file = new URL('../../../fixtures/stores/v2.sqlite', import.meta.url)
  world.sqlite.exec(`ATTACH '${fileURLToPath(file)}' AS old`)
  for (const table of ['step', 'snapshot']) {
    world.sqlite.exec(`CREATE TABLE ${table} AS SELECT * FROM old.${table}`)
  }
  const campaign = world.reopen()
  expect(world.rows()).toHaveLength(231)
  // That version reported this.
  expect(campaign.report()).toMatchObject({
    status: 'completed',
    statusReason: 'budget_exhausted',
    counters: {
      fetched: 191,
      pages: 128,
      relevant: 127,
      failed: 26,
      redirected: 16,
      duplicates: 21,
    },
    known: 299,
    frontier: 95,
    hosts: 6,
    results: { isRebuilding: false },
  })
  // Everything is sent to the results store again, and the budget is raised.
  campaign.rebuild()
  await world.run(campaign)
  expect(await world.pages()).toHaveLength(191)
  campaign.edit({ kind: 'patch', patch: { budget: 195 } })
  await world.run(campaign)
  expect(campaign.report()).toMatchObject({ status: 'completed', counters: { fetched: 195 } })
  expect(world.reopen().report()).toEqual(campaign.report())
})
