import { describe, expect, test } from 'vitest'
import { MAIN_OWNER } from '../../../src/core/access/access-key.ts'
import { Campaign } from '../../../src/core/campaign/campaign.ts'
import { faultMessage } from '../../../src/core/campaign/evolve/pace.ts'
import type { Source } from '../../../src/core/campaign/fetch/source.ts'
import { chain, SEED } from '../../fixtures/chain.ts'
import { fakeWeb } from '../../fixtures/fake-web.ts'
import { LocalWorld } from '../../fixtures/local-world.ts'

/** A world whose source breaks its promise never to reject, for the URLs that `isPoison`. */
function worldWith(isPoison: (url: string) => boolean): LocalWorld {
  const world = new LocalWorld(fakeWeb(chain(50)).http)
  const { sources } = world.ports
  world.ports.sources = (spec) => {
    const source = sources(spec)
    const fetch: Source['fetch'] = async (request) => {
      if (isPoison(request.url)) throw new TypeError(`cannot read "${request.url}"`)
      return source.fetch(request)
    }
    return { ...source, fetch }
  }
  return world
}

/** Reports a failed tick to the campaign reopened from the log, as a runtime does. */
async function runOn(world: LocalWorld, first: Campaign): Promise<Campaign> {
  let campaign = first
  while (world.alarmAt !== undefined) {
    await world.tick(campaign).catch((error: unknown) => {
      campaign = Campaign.open(world.ports, faultMessage(error))!
    })
  }
  return campaign
}

describe('a tick that fails on our side', () => {
  test('costs a fetch and its node, is on record, and the campaign goes on', async () => {
    const seeds = [SEED, 'https://a.test/10']
    const world = worldWith((url) => url === 'https://a.test/10')
    const campaign = await runOn(world, world.create({ seeds, budget: 8 }))
    expect(campaign.report()).toMatchObject({
      statusReason: 'budget_exhausted',
      counters: { fetched: 8, failed: 1, pages: 7 },
    })
    const faults = world.steps().filter(({ outcome }) => outcome === 'fault')
    expect(faults).toMatchObject([{ fault: 'TypeError: cannot read "https://a.test/10"' }])
    const saved = await world.pages()
    expect(saved.filter(({ outcome }) => outcome === 'fault')).toHaveLength(1)
  })

  test('is followed by a pause that doubles, and the fifth in a row by one without end', async () => {
    const seeds = Array.from({ length: 9 }, (_, i) => `https://a.test/${i}`)
    const world = worldWith(() => true)
    const campaign = await runOn(world, world.create({ seeds, budget: 50 }))
    const report = campaign.report()
    expect(report).toMatchObject({ status: 'paused', statusReason: 'repeated_faults' })
    expect(report.availableActions).toEqual(['resume', 'stop'])
    const times = world.steps().map(({ requestedAt }) => requestedAt)
    const gaps = times.slice(1).map((at, i) => (at - times[i]!) / 1000)
    expect(gaps).toEqual([10, 20, 40, 80])
    expect(
      await world.results.listCampaigns(MAIN_OWNER, { before: undefined, limit: 1 }),
    ).toMatchObject([{ status: 'paused', statusReason: 'repeated_faults' }])
  })

  test('no longer counts when the campaign is resumed', async () => {
    let isBroken = true
    const seeds = Array.from({ length: 9 }, (_, i) => `https://a.test/${i}`)
    const world = worldWith(() => isBroken)
    const campaign = await runOn(world, world.create({ seeds, budget: 12 }))
    isBroken = false
    expect(campaign.edit({ kind: 'resume' })).toBeUndefined()
    const resumed = await runOn(world, campaign)
    expect(resumed.report()).toMatchObject({
      status: 'completed',
      counters: { fetched: 12, failed: 5, pages: 7 },
    })
  })

  test('is not charged when no request was due', async () => {
    const world = worldWith(() => false)
    await world.run(world.create({ seeds: [SEED], budget: 8 }), 2)
    const campaign = Campaign.open(world.ports, 'out of paper')!
    expect(world.records().at(-1)).toMatchObject({ kind: 'faulted', fault: 'out of paper' })
    expect(world.alarmAt! - world.clock).toBe(10_000)
    expect((await runOn(world, campaign)).report().counters).toMatchObject({ fetched: 8, pages: 8 })
  })
})
