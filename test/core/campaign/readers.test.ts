import { describe, expect, test } from 'vitest'
import { READS_OF_A_CAMPAIGN } from '../../../src/core/access/limits.ts'
import { BURST_SECONDS, ReadBudget } from '../../../src/core/access/read-budget.ts'
import { logPart } from '../../../src/core/campaign/log/log-file.ts'
import { BusyCampaign, Readers } from '../../../src/core/campaign/readers.ts'
import { chain, SEED } from '../../fixtures/chain.ts'
import { fakeWeb } from '../../fixtures/fake-web.ts'
import { LocalWorld } from '../../fixtures/local-world.ts'

const PAGES = 200
const STREAMS = 20
/** A tick of a campaign that crawls 250 pages a second. */
const TICK_MS = 4

/** A campaign with a counted log, and its readers. */
async function campaignOf(pages: number, isCrawling = true) {
  const world = new LocalWorld(fakeWeb(chain(2 * PAGES)).http)
  const readers = new Readers([
    new ReadBudget(
      READS_OF_A_CAMPAIGN,
      () => world.clock,
      () => isCrawling,
    ),
  ])
  let reads = 0
  const { log } = world.ports
  const counted = {
    ...log,
    read: (seq: number) => {
      reads++
      return log.read(seq)
    },
    *after(seq: number) {
      for (const record of log.after(seq)) {
        reads += 0.25
        yield record
      }
    },
  }
  world.ports.log = readers.counted(counted)
  const rate = { perMinute: 60_000, hostDelayMs: 0 }
  const campaign = world.create({ seeds: [SEED], budget: 2 * PAGES, rate })
  await world.run(campaign, pages)
  return { world, readers, campaign, counted: world.ports.log, reads: () => reads }
}

type Reading = Awaited<ReturnType<typeof campaignOf>>

const QUERIES: Record<string, (reading: Reading) => unknown> = {
  news: ({ campaign }) => campaign.query('news', { from: 0, limit: 200 }),
  decisions: ({ campaign }) => campaign.query('decisions', { from: PAGES, limit: 200 }),
  parents: ({ campaign }) => campaign.query('parents', { seq: 2, after: 0 }),
  frontier: ({ campaign }) => campaign.query('frontier', 100),
  'a part of the log': ({ counted }) => logPart(counted, 0, PAGES),
}

/** Counts what so many readers read without a pause, from one tick to the next. */
async function hammer(reading: Reading, ticks: number, work: () => unknown) {
  const { world, readers, campaign, reads } = reading
  const readBefore = reads()
  let refused = 0
  for (let tick = 0; tick < ticks; tick++) {
    for (let stream = 0; stream < STREAMS; stream++) {
      try {
        readers.run(work)
      } catch (error) {
        if (!(error instanceof BusyCampaign)) throw error
        refused++
      }
    }
    world.clock += TICK_MS
    if (world.alarmAt !== undefined) await world.tick(campaign)
  }
  return { read: reads() - readBefore, refused }
}

describe('readers of a log whose campaign crawls', () => {
  test.each(Object.entries(QUERIES))(
    'are held to what the crawl can spare (%s)',
    async (_name, ask) => {
      const reading = await campaignOf(PAGES)
      const work = () => ask(reading)
      const before = reading.reads()
      reading.readers.run(work)
      const atOnce = reading.reads() - before
      const ticks = 100
      const { read, refused } = await hammer(reading, ticks, work)
      const { besideCrawl } = READS_OF_A_CAMPAIGN
      // The tick itself reads a few.
      const seconds = BURST_SECONDS + (ticks * TICK_MS) / 1_000
      const spared = besideCrawl * seconds + atOnce + 3 * ticks
      expect(read).toBeLessThanOrEqual(spared)
      expect(refused).toBeGreaterThan(ticks)
      expect(reading.campaign.report().counters.fetched).toBe(PAGES + ticks)
    },
  )

  test('get staggered retry times, and are served then', async () => {
    const { world, readers, campaign } = await campaignOf(PAGES)
    const work = () => campaign.query('news', { from: 0, limit: 200 })
    const waits: number[] = []
    while (waits.length < 10) {
      try {
        readers.run(work)
      } catch (error) {
        waits.push((error as BusyCampaign).waitMs)
      }
    }
    expect(waits).toEqual(waits.toSorted((a, b) => a - b))
    expect(new Set(waits).size).toBe(waits.length)
    world.clock += waits[0]!
    expect(readers.run(work).upTo).toBe(PAGES)
  })

  test('may read more while nothing is crawled', async () => {
    const readBy = async (isCrawling: boolean) => {
      const reading = await campaignOf(PAGES, isCrawling)
      const work = () => reading.campaign.query('news', { from: 0, limit: 200 })
      await hammer(reading, 1, work)
      reading.world.clock += 2_000
      return (await hammer(reading, 1, work)).read
    }
    expect(await readBy(false)).toBeGreaterThan(2 * (await readBy(true)))
  })

  test('accumulate no credit during a pause, however long it was', async () => {
    const reading = await campaignOf(PAGES)
    const work = () => reading.campaign.query('news', { from: 0, limit: 200 })
    const first = (await hammer(reading, 1, work)).read
    reading.world.clock += 3_600_000
    const later = (await hammer(reading, 1, work)).read
    expect(Math.abs(later - first)).toBeLessThanOrEqual(2 * PAGES + 3)
  })

  test('are charged for a query that fails', async () => {
    const { readers } = await campaignOf(1)
    const fail = () => {
      throw new RangeError('no')
    }
    for (let i = 0; i < 10; i++) expect(() => readers.run(fail)).toThrow(RangeError)
    const burst = BURST_SECONDS * READS_OF_A_CAMPAIGN.besideCrawl
    for (let i = 0; i < burst / 10 - 10; i++) readers.run(() => {})
    expect(() => readers.run(() => {})).toThrow(BusyCampaign)
  })
})
