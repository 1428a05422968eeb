import { describe, expect, test } from 'vitest'
import { chain, SEED } from '../../../fixtures/chain.ts'
import { fakeWeb } from '../../../fixtures/fake-web.ts'
import { LocalWorld } from '../../../fixtures/local-world.ts'
import { DEMO_HOME, recordedDemo } from '../../../fixtures/recorded-demo.ts'

describe('the log', () => {
  async function crawl(randomSeed: number): Promise<LocalWorld> {
    const world = new LocalWorld(recordedDemo)
    const campaign = world.create({
      seeds: [DEMO_HOME],
      budget: 150,
      topic: { keywords: ['volcano', 'lava'] },
      rate: { perMinute: 600, hostDelayMs: 100 },
      ties: 'random',
      randomSeed,
    })
    await world.run(campaign)
    return world
  }

  test('of the same campaign with the same seed is identical byte for byte', async () => {
    const [first, second, other] = [await crawl(7), await crawl(7), await crawl(8)]
    expect(first.rows().length).toBeGreaterThan(150)
    expect(second.rows()).toEqual(first.rows())
    expect(other.rows()).not.toEqual(first.rows())
  })

  test('restores the campaign at every tick', async () => {
    const world = new LocalWorld(recordedDemo)
    const campaign = world.create({ seeds: [DEMO_HOME], budget: 60, topic: { keywords: ['lava'] } })
    while (campaign.report().status === 'running') {
      await world.tick(campaign)
      const alarm = world.alarmAt
      expect(world.reopen().report()).toEqual(campaign.report())
      world.alarmAt = alarm
    }
  })

  test('takes under 200 bytes a page on the demo site', async () => {
    const bytes = (await crawl(7)).rows().reduce((sum, row) => sum + row.length, 0)
    expect(bytes / 150).toBeLessThan(200)
  })

  test('takes one row per fetch, besides the first and the last', async () => {
    const world = new LocalWorld(fakeWeb(chain(50)).http)
    await world.run(world.create({ seeds: [SEED], budget: 20 }))
    const kinds = world.records().map((record) => record.kind)
    expect(kinds).toEqual(['created', ...Array.from({ length: 20 }, () => 'step'), 'flushed'])
  })
})
