import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test } from 'vitest'
import { MAIN_OWNER } from '../../../src/core/access/access-key.ts'
import { Campaign } from '../../../src/core/campaign/campaign.ts'
import { Removal } from '../../../src/core/campaign/removal.ts'
import { CLOUDFLARE_LIMITS, maxRemovalQueries } from '../../../src/core/limits.ts'
import { nodeDatabase, nodeSql } from '../../../src/runtime/local/node-sql.ts'
import type { Database } from '../../../src/store/results/database.ts'
import { removeOldDeliveries } from '../../../src/store/results/delivery-removal.ts'
import { resultRemoval } from '../../../src/store/results/result-removal.ts'
import { removalMark } from '../../../src/store/log/sql-log.ts'
import { webhookStore } from '../../../src/store/results/webhook-store.ts'
import { chain, SEED } from '../../fixtures/chain.ts'
import { fakeWeb } from '../../fixtures/fake-web.ts'
import { LocalWorld } from '../../fixtures/local-world.ts'
import { listen } from '../../fixtures/webhook-deliveries.ts'

const ID = 'test-campaign'
const IDENTITY = { id: ID, owner: MAIN_OWNER }

/** A world with a campaign in it, and what removes it. */
class RemovableWorld extends LocalWorld {
  /** How many of the next calls to the database go well; the others fail. */
  calls = Infinity
  erased = 0

  removal(): Removal {
    const marks = removalMark(nodeSql(this.sqlite))
    return new Removal({
      campaign: () => IDENTITY,
      now: () => this.clock,
      wakeAt: (at) => (this.alarmAt = at),
      trouble: (what) => this.troubles.push(what),
      mark: marks,
      results: resultRemoval(this.#failing(nodeDatabase(this.resultsSqlite))),
      erase: async () => {
        this.erased++
        this.alarmAt = undefined
        for (const table of ['step', 'snapshot', 'removal']) {
          this.sqlite.exec(`DROP TABLE IF EXISTS ${table}`)
        }
      },
    })
  }

  /** Fires the alarm; by default on a new object, as memory may be lost before it fires. */
  async ring(removal = this.removal()): Promise<void> {
    this.clock = Math.max(this.clock, this.alarmAt!)
    this.alarmAt = undefined
    if (removal.isRemoving) await removal.resume(maxRemovalQueries(CLOUDFLARE_LIMITS))
  }

  count(table: string): number {
    return this.resultsSqlite.prepare(`SELECT count(*) AS n FROM ${table}`).get()!['n'] as number
  }

  addPages(count: number): void {
    this.resultsSqlite.exec(`
      INSERT INTO page WITH RECURSIVE n(i) AS (SELECT 1000 UNION ALL SELECT i + 1 FROM n WHERE i < ${999 + count})
      SELECT '${ID}', i, 'http://a.test/', '', 'ok', 200, 0, 0, 0, 0, 0, 0, 0 FROM n`)
  }

  /** Adds deliveries as they are stored while they wait. */
  addDeliveries(webhook: string, count: number, campaign: string): void {
    this.resultsSqlite.exec(`
      INSERT INTO delivery (webhook, id, owner, type, campaign, body, status, attempts, created_at, due_at)
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
      SELECT '${webhook}', format('%06d-${campaign}', i), owner, 'page.relevant', '${campaign}',
        '{}', 'pending', 0, 0, 0 FROM n, webhook WHERE webhook.id = '${webhook}'`)
  }

  tables(): unknown[] {
    return this.sqlite.prepare(`SELECT name FROM sqlite_master WHERE type = 'table'`).all()
  }

  #failing(database: Database): Database {
    const check = () => {
      if (this.calls-- <= 0) throw new Error('D1 is down')
    }
    return {
      all: async (statement) => (check(), database.all(statement)),
      batch: async (statements) => (check(), database.batch(statements)),
    }
  }
}

async function crawled(): Promise<RemovableWorld> {
  const world = new RemovableWorld(fakeWeb(chain(9)).http)
  await world.run(world.create({ seeds: [SEED], budget: 5 }))
  expect(world.count('page')).toBe(5)
  return world
}

async function toldOf({ database }: RemovableWorld, campaign: string): Promise<string[]> {
  const query = 'SELECT DISTINCT webhook FROM delivery WHERE campaign = ?'
  const rows = await database.all<{ webhook: string }>({ query, values: [campaign] })
  return rows.map(({ webhook }) => webhook)
}

function expectNothingLeft(world: RemovableWorld): void {
  expect([world.count('page'), world.count('campaign'), world.count('idempotency')]).toEqual([
    0, 0, 0,
  ])
  expect(world.tables()).toEqual([])
  expect(world.alarmAt).toBeUndefined()
}

describe('the removal of a campaign', () => {
  test('removes a small one at once', async () => {
    const world = await crawled()
    expect(await world.removal().begin()).toBe('removed')
    expectNothingLeft(world)
  })

  test('removes a large one in rounds of bounded statements, and hides it at once', async () => {
    const world = await crawled()
    world.addPages(40_000)
    expect(await world.removal().begin()).toBe('removing')
    expect(world.count('page')).toBe(38_005)
    expect(await world.results.listCampaigns(MAIN_OWNER, { before: undefined, limit: 10 })).toEqual(
      [],
    )
    await world.ring()
    expect(world.count('page')).toBe(8_005)
    await world.ring()
    expectNothingLeft(world)
  })

  test('removes its idempotency keys, and leaves the others', async () => {
    const world = await crawled()
    world.resultsSqlite.exec(
      `INSERT INTO idempotency VALUES ('${MAIN_OWNER}', 'a', '', '${ID}', 0), ('${MAIN_OWNER}', 'b', '', 'other', 0)`,
    )
    await world.removal().begin()
    expect(world.count('idempotency')).toBe(1)
  })

  test('removes webhooks for this campaign alone, with their deliveries', async () => {
    const world = new RemovableWorld(fakeWeb(chain(9)).http)
    const { id } = await listen(world.database)
    await world.run(world.create({ seeds: [SEED], budget: 5 }))
    // What it has heard so far is of another campaign: it was to hear of all.
    world.resultsSqlite.exec(`UPDATE delivery SET campaign = 'other'`)
    await webhookStore(world.database).change(MAIN_OWNER, id, { campaign: ID })
    expect(world.count('delivery')).toBeGreaterThan(0)
    await world.removal().begin()
    expect([world.count('webhook'), world.count('delivery')]).toEqual([0, 0])
  })

  test('searches the deliveries of webhooks in parts, and removes its own', async () => {
    const world = await crawled()
    for (const id of ['01m7h3aaaaaaaaaaaa', '01m7h3bbbbbbbbbbbb'])
      await listen(world.database, { id })
    await listen(world.database, { id: '01m7h3abbbbbbbbbbb', owner: 'acme' })
    world.addDeliveries('01m7h3aaaaaaaaaaaa', 2_500, ID)
    world.addDeliveries('01m7h3bbbbbbbbbbbb', 20_000, 'other')
    world.addDeliveries('01m7h3bbbbbbbbbbbb', 10, ID)
    world.addDeliveries('01m7h3abbbbbbbbbbb', 10, ID)
    const removal = world.removal()
    expect(await removal.begin()).toBe('removing')
    // No more than two statements may take.
    expect(world.count('delivery')).toBe(20_520)
    expect(world.count('page')).toBe(5)
    await world.ring(removal)
    expect(world.count('page')).toBe(5)
    while (world.alarmAt !== undefined) await world.ring(removal)
    expect(world.count('delivery')).toBe(20_010)
    expect(await toldOf(world, ID)).toEqual(['01m7h3abbbbbbbbbbb'])
    expectNothingLeft(world)
  })

  test('restarts its search of the deliveries after a crash', async () => {
    const world = await crawled()
    const { id } = await listen(world.database)
    world.addDeliveries(id, 3_000, ID)
    world.addDeliveries(id, 3_000, 'other')
    expect(await world.removal().begin()).toBe('removing')
    while (world.alarmAt !== undefined) await world.ring()
    expect(world.count('delivery')).toBe(3_000)
    expectNothingLeft(world)
  })

  test('of one with its own webhook leaves deliveries beyond one statement to the heartbeat', async () => {
    const world = await crawled()
    const { id } = await listen(world.database, { campaign: ID })
    world.addDeliveries(id, 2_500, ID)
    expect(await world.removal().begin()).toBe('removed')
    expect([world.count('webhook'), world.count('delivery')]).toEqual([0, 1_500])
    for (const left of [500, 0]) {
      await removeOldDeliveries(world.database, '', 1_000)
      expect(world.count('delivery')).toBe(left)
    }
  })

  test('leaves another campaign as it is', async () => {
    const world = await crawled()
    world.resultsSqlite.exec(`UPDATE page SET campaign = 'other' WHERE seq > 3`)
    await world.removal().begin()
    expect(world.count('page')).toBeGreaterThan(0)
  })

  test.each([0, 1, 2, 3, 4, 5, 6, 7, 8])(
    'is resumed wherever the database failed or a crash came: after %i calls',
    async (calls) => {
      const world = await crawled()
      world.addPages(3_500)
      world.calls = calls
      const first = world.removal()
      expect(await first.begin()).toBe('removing')
      expect(first.isRemoving).toBe(true)
      expect(world.alarmAt).toBeDefined()
      world.calls = 1
      await world.ring()
      world.calls = Infinity
      while (world.alarmAt !== undefined) await world.ring()
      // What is left then is the row by which the heartbeat knows that it has to be taken away.
      expect(world.tables()).toEqual([])
      expect(world.count('page')).toBe(0)
      await resultRemoval(nodeDatabase(world.resultsSqlite)).removeCampaign(IDENTITY)
      expectNothingLeft(world)
    },
  )

  test('is tried again every half minute while the database is down', async () => {
    const world = await crawled()
    world.calls = 0
    const removal = world.removal()
    expect(await removal.begin()).toBe('removing')
    for (let i = 0; i < 3; i++) {
      expect(world.alarmAt! - world.clock).toBe(30_000)
      await world.ring()
    }
    world.calls = Infinity
    await world.ring()
    expectNothingLeft(world)
  })

  test('discards the result of a fetch under way', async () => {
    const site = fakeWeb(chain(9))
    let answer: () => void = () => {}
    const asked = new Promise<void>((arrived) => {
      site.http = holdingBack(site.http, arrived, new Promise((done) => (answer = done)))
    })
    const world = new RemovableWorld((url, init) => site.http(url, init))
    const removal = world.removal()
    const ports = removal.disableWrites(world.ports)
    const campaign = Campaign.create(IDENTITY, { ...world.spec, seeds: [SEED] }, ports)
    await campaign.flush()
    const ticking = campaign.tick()
    await asked
    expect(await removal.begin()).toBe('removed')
    answer()
    await ticking
    await campaign.flush()
    expectNothingLeft(world)
  })

  test('waits for a save of results that is under way', async () => {
    const world = new RemovableWorld(fakeWeb(chain(9)).http)
    const { save } = world.ports.results
    let arrive: () => void = () => {}
    const way = new Promise<void>((done) => (arrive = done))
    world.ports.results = { save: async (...rows) => (await way, save(...rows)) }
    const removal = world.removal()
    const campaign = Campaign.create(
      IDENTITY,
      { ...world.spec, seeds: [SEED] },
      removal.disableWrites(world.ports),
    )
    const flushing = campaign.flush()
    const removing = removal.begin()
    arrive()
    await flushing
    expect(await removing).toBe('removed')
    expectNothingLeft(world)
  })
})

type Http = ReturnType<typeof fakeWeb>['http']

/** Pages only: robots.txt comes at once. */
function holdingBack(http: Http, arrived: () => void, until: Promise<void>): Http {
  return async (url, init) => {
    if (url.endsWith('/robots.txt')) return http(url, init)
    arrived()
    await until
    return http(url, init)
  }
}

test('the removal mark is seen by whoever opens the campaign next', async () => {
  const sqlite = new DatabaseSync(':memory:')
  const marks = removalMark(nodeSql(sqlite))
  expect([marks.isSet(), marks.hasLog()]).toEqual([false, false])
  marks.set()
  expect(removalMark(nodeSql(sqlite)).isSet()).toBe(true)
})
