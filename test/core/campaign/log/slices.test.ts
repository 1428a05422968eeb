import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Campaign } from '../../../../src/core/campaign/campaign.ts'
import { load, Opening } from '../../../../src/core/campaign/log/opening.ts'
import { completePolicy } from '../../../../src/core/rank/policy.ts'
import { countReads } from '../../../fixtures/count-reads.ts'
import { LocalWorld } from '../../../fixtures/local-world.ts'
import { course, crawl } from '../../../fixtures/random-course.ts'
import { randomWeb } from '../../../fixtures/random-web.ts'
import { statePrint } from '../../../fixtures/state-bytes.ts'

const RECORDS = 20

/** Opens slice by slice; the load is interrupted after `interruptAfter` slices and begins again. */
function* openings(world: LocalWorld, interruptAfter: number): Generator<Opening> {
  let opening = new Opening(world.ports)
  for (let slices = 1; ; slices++) {
    yield opening
    if (slices === interruptAfter) opening = new Opening(world.ports)
  }
}

function openInSlices(world: LocalWorld, interruptAfter: number) {
  world.ports.slice = { records: RECORDS, bytes: Infinity }
  const reads = countReads(world)
  const slices: number[] = []
  for (const opening of openings(world, interruptAfter)) {
    const progress = opening.advance()
    slices.push(reads())
    if (progress.kind === 'open') return { state: progress.loaded.state, slices }
  }
  throw new Error('it does not end')
}

describe('a log that is read in slices', () => {
  test('gives the same state, even when the load was interrupted', async () => {
    await fc.assert(
      fc.asyncProperty(course, fc.nat(10), async (how, interruptAfter) => {
        const world = await crawl({ ...how, budget: 60 })
        const rows = world.rows()
        world.sqlite.exec('DROP TABLE IF EXISTS snapshot')
        const { state, slices } = openInSlices(world, interruptAfter)
        expect(statePrint(rows, state)).toBe(statePrint(rows))
        // One record is read to see that there is more, and one to check what log the snapshot belongs to.
        expect(Math.max(...slices)).toBeLessThanOrEqual(2 * RECORDS + 3)
      }),
      { numRuns: 25 },
    )
  }, 60_000)

  test('continues where an interrupted load stopped', async () => {
    const web = randomWeb(11, 900)
    const world = new LocalWorld(web.http)
    await world.run(world.create({ seeds: [web.seed], budget: 150 }))
    world.sqlite.exec('DROP TABLE IF EXISTS snapshot')
    world.ports.slice = { records: RECORDS, bytes: Infinity }
    for (let slices = 0; slices < 5; slices++) new Opening(world.ports).advance()
    const { state, tail } = load(world.ports)!
    expect(statePrint(world.rows(), state)).toBe(statePrint(world.rows()))
    expect(tail.records).toBe(world.rows().length - 5 * RECORDS)
  })
})

describe('a policy that is changed late in a long log', () => {
  async function crawlTo(change: (campaign: Campaign, world: LocalWorld) => Campaign) {
    const web = randomWeb(11, 300)
    const world = new LocalWorld(web.http)
    const spec = { seeds: [web.seed], budget: 150, topic: { keywords: ['lava'] } }
    let campaign = world.create({ ...spec, policy: completePolicy({ name: 'opic' }) })
    await world.run(campaign, 100)
    campaign = change(campaign, world)
    await world.run(campaign)
    return { world, campaign }
  }

  const policy = completePolicy({ name: 'mab_epsilon' })
  const edit = (campaign: Campaign) =>
    expect(campaign.edit({ kind: 'patch', patch: { policy, budget: 160 } })).toBeUndefined()

  test('is on record at once, learns the log in slices, and then chooses as ever', async () => {
    const atOnce = await crawlTo((campaign) => {
      edit(campaign)
      return campaign
    })
    const inSlices = await crawlTo((campaign, world) => {
      world.ports.slice = { records: RECORDS, bytes: Infinity }
      const reads = countReads(world)
      edit(campaign)
      expect(reads()).toBeLessThanOrEqual(RECORDS + 1)
      expect(campaign.needsReload).toBe(true)
      expect(world.records().at(-1)).toMatchObject({ kind: 'edited', next: { kind: 'rest' } })
      expect(openInSlices(world, 3).slices.length).toBeGreaterThan(5)
      return world.reopen()
    })
    const nodesOf = ({ world }: typeof atOnce) => world.steps().map(({ node }) => node)
    expect(nodesOf(inSlices)).toEqual(nodesOf(atOnce))
    expect(inSlices.campaign.report().arms).toEqual(atOnce.campaign.report().arms)
    expect(inSlices.campaign.report().counters.fetched).toBe(160)
  })

  test('wakes a campaign that had spent its budget', async () => {
    const { world, campaign } = await crawlTo((unchanged) => unchanged)
    expect(campaign.report().statusReason).toBe('budget_exhausted')
    world.ports.slice = { records: RECORDS, bytes: Infinity }
    edit(campaign)
    expect(world.alarmAt).toBe(world.clock)
    const reopened = world.reopen()
    expect(reopened.report()).toMatchObject({ status: 'running', nextTickAt: world.clock })
    await world.run(reopened)
    expect(reopened.report().counters.fetched).toBe(160)
  })

  test('waits for the end of a fetch that is under way', async () => {
    const { world, campaign } = await crawlTo((unchanged) => unchanged)
    campaign.edit({ kind: 'patch', patch: { budget: 155 } })
    world.ports.slice = { records: RECORDS, bytes: Infinity }
    const fetching = world.tick(campaign)
    const request = { kind: 'patch', patch: { policy } } as const
    let isReady = false
    const ready = campaign.readyFor(request).then(() => (isReady = true))
    await Promise.resolve()
    expect(isReady).toBe(false)
    await Promise.all([fetching, ready])
    expect(campaign.edit(request)).toBeUndefined()
    expect(campaign.needsReload).toBe(true)
    const reopened = world.reopen()
    await world.run(reopened)
    expect(reopened.report()).toMatchObject({ counters: { fetched: 155 } })
  })
})
