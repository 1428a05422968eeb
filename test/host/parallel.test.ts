import { describe, expect, test } from 'vitest'
import { draw } from '../../src/lib/draw.ts'
import { fold } from '../../src/core/campaign/log/fold.ts'
import { load } from '../../src/core/campaign/log/opening.ts'
import { encodeRecord } from '../../src/core/campaign/codec/record-codec.ts'
import { WHOLE_LOG } from '../../src/core/campaign/codec/slice.ts'
import { CLOUDFLARE_LIMITS } from '../../src/core/limits.ts'
import { completePolicy } from '../../src/core/rank/policy.ts'
import { compressor } from '../../src/runtime/compressor.ts'
import { nodeSql } from '../../src/runtime/local/node-sql.ts'
import { sqlLog } from '../../src/store/log/sql-log.ts'
import { sqlSnapshots } from '../../src/store/log/sql-snapshots.ts'
import { page, fakeWeb, type FakeAnswer } from '../fixtures/fake-web.ts'
import { randomWeb } from '../fixtures/random-web.ts'
import { statePrint } from '../fixtures/state-bytes.ts'
import { TimedWorld, type TimedRequest } from '../fixtures/timed-world.ts'

const FULL_SPEED = { perMinute: 60_000, hostDelayMs: 0 }

/** Pages of `sites` sites, each of which links to the next pages of all of them. */
function sitesWeb(sites: number, pages: number): Record<string, FakeAnswer> {
  const urlOf = (i: number) => `https://s${i % sites}.test/${i}`
  return Object.fromEntries(
    Array.from({ length: pages }, (_, i) => {
      const links = Array.from({ length: sites }, (__, n): [string, string] => [
        urlOf(i + n + 1),
        'a volcano',
      ])
      return [urlOf(i), page(`a volcano ${i}`, links)]
    }),
  )
}

const SEED = 'https://s0.test/0'

function mostAtATime(requests: readonly TimedRequest[]): number {
  return Math.max(...requests.map(({ from }) => requests.filter(isOpenAt(from)).length))
}

function isOpenAt(at: number) {
  return ({ from, to }: TimedRequest) => from <= at && at < to
}

/** Requests that are sent to a site before the pause after the one before is over. */
function tooSoon(requests: readonly TimedRequest[], pauseMs: number): TimedRequest[] {
  const bySite = Map.groupBy(requests, ({ site }) => site)
  return [...bySite.values()].flatMap((ofSite) =>
    ofSite.slice(1).filter(({ from }, i) => from < ofSite[i]!.to + pauseMs),
  )
}

describe('several fetches at a time', () => {
  test('are under way on different sites, up to the number that the spec allows', async () => {
    const { http } = fakeWeb(sitesWeb(12, 400))
    const world = new TimedWorld(http, () => 200)
    await world.create({ seeds: [SEED], budget: 200, parallel: 6, rate: FULL_SPEED })
    await world.runToEnd()
    expect(await world.host.query('report', undefined)).toMatchObject({
      status: 'completed',
      counters: { fetched: 200, pages: 200 },
    })
    expect(mostAtATime(world.requests)).toBe(6)
    expect(tooSoon(world.requests, 0)).toEqual([])
  })

  test('bring five times the pages where answers take their time', async () => {
    const secondsWith = async (parallel: number) => {
      const world = new TimedWorld(fakeWeb(sitesWeb(12, 400)).http, () => 200)
      const began = world.time.now()
      await world.create({ seeds: [SEED], budget: 200, parallel, rate: FULL_SPEED })
      await world.runToEnd()
      return (world.time.now() - began) / 1_000
    }
    expect((await secondsWith(1)) / (await secondsWith(6))).toBeGreaterThan(5)
  })

  test('write one row for each fetch once their number is reached', async () => {
    const world = new TimedWorld(fakeWeb(sitesWeb(12, 400)).http, () => 200)
    await world.create({ seeds: [SEED], budget: 200, parallel: 6, rate: FULL_SPEED })
    await world.runToEnd()
    const kinds = Map.groupBy(world.records(), ({ kind }) => kind)
    expect(kinds.get('step')).toHaveLength(200)
    expect(kinds.get('scheduled')?.length ?? 0).toBeLessThan(6)
  })

  test('are no more than the platform allows', async () => {
    const world = new TimedWorld(fakeWeb(sitesWeb(20, 400)).http, () => 200)
    world.begin({ limits: CLOUDFLARE_LIMITS })
    await world.create({ seeds: [SEED], budget: 100, parallel: 64, rate: FULL_SPEED })
    await world.runToEnd()
    expect(mostAtATime(world.requests)).toBe(CLOUDFLARE_LIMITS.maxParallel)
  })

  test('leave a campaign of one site as it is', async () => {
    const world = new TimedWorld(fakeWeb(sitesWeb(1, 50)).http, () => 200)
    await world.create({ seeds: [SEED], budget: 30, parallel: 6, rate: FULL_SPEED })
    await world.runToEnd()
    expect(mostAtATime(world.requests)).toBe(1)
    expect(world.records().filter(({ kind }) => kind === 'scheduled')).toEqual([])
  })

  test('keep the rate of the campaign, robots.txt included', async () => {
    const world = new TimedWorld(fakeWeb(sitesWeb(12, 400)).http, () => 3_000)
    await world.create({
      seeds: [SEED],
      budget: 150,
      parallel: 6,
      rate: { perMinute: 60, hostDelayMs: 0 },
    })
    await world.runToEnd()
    const busiest = world.requests.map(
      ({ from }) => world.requests.filter((other) => isWithinAMinute(other.from, from)).length,
    )
    expect(Math.max(...busiest)).toBeLessThanOrEqual(60)
    expect(Math.max(...busiest)).toBeGreaterThan(50)
    expect(mostAtATime(world.requests)).toBeGreaterThan(2)
  })

  test('go on elsewhere while one site hangs', async () => {
    const web = fakeWeb(sitesWeb(6, 400))
    const hangs = (url: string) => url.includes('//s3.test/') && !url.endsWith('robots.txt')
    const world = new TimedWorld(web.http, (url) => (hangs(url) ? 900 : 50))
    await world.create({ seeds: [SEED], budget: 100, parallel: 3, rate: FULL_SPEED })
    await world.runToEnd()
    const [hung] = world.requests.filter(({ url }) => hangs(url))
    const meanwhile = world.requests.filter(({ from, isPage }) => isPage && isOpenAt(from)(hung!))
    expect(meanwhile.length).toBeGreaterThan(10)
  })

  test('choose again what was reserved and not sent, when another page tells more', async () => {
    const pages = {
      'https://a.test/': page('hub', [
        ['https://b.test/', 'a volcano'],
        ['https://c.test/', 'sheep'],
        ['https://d.test/', 'sheep'],
      ]),
      'https://b.test/': page('sheep', [['https://e.test/', 'a volcano, a volcano']]),
    }
    // What is next is reserved a second ahead, and b.test answers within that second.
    const takesMs = (url: string) => (url === 'https://b.test/' ? 2_500 : 0)
    const world = new TimedWorld(fakeWeb(pages).http, takesMs)
    await world.create({
      seeds: ['https://a.test/'],
      parallel: 3,
      rate: { perMinute: 60, hostDelayMs: 0 },
      policy: completePolicy({ name: 'fl_e' }),
    })
    await world.runToEnd()
    const released = world.records().flatMap((record) => record.released ?? [])
    expect(released).not.toEqual([])
    const sent = world.requests.filter(({ isPage }) => isPage).map(({ site }) => site)
    expect(sent.toSorted()).toEqual(['a.test', 'b.test', 'c.test', 'd.test', 'e.test'])
  })
})

function isWithinAMinute(at: number, from: number): boolean {
  return at >= from && at < from + 60_000
}

const POLICIES = [
  completePolicy({ name: 'fl_ne' }),
  completePolicy({ name: 'fl_ne', batch: 5 }),
  completePolicy({ name: 'mab_var', arms: ['fl_deg', 'fl_e', 'bfs'] }),
  completePolicy({ name: 'opic', greed: 0.5 }),
]

describe.each([1, 2, 3, 4, 5, 6, 7, 8])('a course with crashes and edits (seed %i)', (seed) => {
  const chance = (i: number) => draw(seed, i) / 2 ** 32
  const parallel = [2, 3, 4, 6, 16, 64][seed % 6]!
  const pauseMs = [0, 20, 300][seed % 3]!
  const budget = 120

  test('keeps budget, pace, one fetch a site, and an exact log', async () => {
    const web = randomWeb(seed, 300, 12)
    let draws = 0
    const world = new TimedWorld(web.http, () => Math.floor(chance(1_000 + draws++) ** 3 * 900))
    const rate = { perMinute: seed % 2 === 0 ? 60_000 : 600, hostDelayMs: pauseMs }
    const policy = POLICIES[seed % POLICIES.length]!
    const memoryMb = seed % 5 === 0 ? 4 : 64
    await world.create({ seeds: [web.seed], budget, parallel, rate, policy, memoryMb })
    for (let i = 0; i < 60; i++) {
      await world.runFor(1 + Math.floor(chance(i) * 900))
      await disturb(world, chance(100 + i), i)
    }
    await world.time.during(world.host.edit({ kind: 'resume' }))
    await world.runToEnd()
    const report = (await world.time.during(world.host.query('report', undefined)))!
    expect(report.status).toBe('completed')
    const sent = world.requests.filter(({ isPage }) => isPage)
    expect(sent.length).toBeLessThanOrEqual(budget)
    expect(report.counters.fetched).toBeLessThanOrEqual(budget)
    expect(sent.length).toBeLessThanOrEqual(report.counters.fetched)
    expect(mostAtATime(sent)).toBeLessThanOrEqual(parallel)
    expect(tooSoon(world.requests, pauseMs)).toEqual([])
    expectExactLog(world)
  })
})

async function disturb(world: TimedWorld, chance: number, i: number): Promise<void> {
  const { host, time } = world
  if (chance < 0.2) return world.begin()
  if (chance < 0.35) await time.during(host.edit({ kind: i % 2 === 0 ? 'pause' : 'resume' }))
  else if (chance < 0.5) {
    const policy = POLICIES[i % POLICIES.length]!
    await time.during(host.edit({ kind: 'patch', patch: { policy } }))
  } else if (chance < 0.6) await time.during(host.edit({ kind: 'resume' }))
}

/** The log folds to what snapshots hold, says each record again, and settles what it reserves once. */
function expectExactLog(world: TimedWorld): void {
  const sql = nodeSql(world.sqlite)
  const log = sqlLog(sql, compressor)
  const rows = [...log.after(0)]
  const toHex = (row: Uint8Array) => Buffer.from(row).toString('hex')
  expect(world.records().map((record) => toHex(encodeRecord(record)))).toEqual(rows.map(toHex))
  const troubles: unknown[] = []
  const loaded = load({
    log,
    slice: WHOLE_LOG,
    snapshots: { ...sqlSnapshots(sql), replace: () => {} },
    entropy: () => [1, 2, 3, 4],
    trouble: (...trouble) => troubles.push(trouble),
  })!
  expect(troubles).toEqual([])
  expect(loaded.generation).toBeDefined()
  expect(statePrint(rows, loaded.state)).toBe(statePrint(rows, fold(rows)))
}
