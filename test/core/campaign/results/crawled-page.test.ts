import { describe, expect, test } from 'vitest'
import { MAIN_OWNER } from '../../../../src/core/access/access-key.ts'
import { chain, SEED } from '../../../fixtures/chain.ts'
import { fakeWeb } from '../../../fixtures/fake-web.ts'
import { LocalWorld } from '../../../fixtures/local-world.ts'

describe('results', () => {
  test('reach the results store, each fetch once, with its figures', async () => {
    const world = new LocalWorld(fakeWeb(chain(50)).http)
    const campaign = world.create({ seeds: [SEED], budget: 120 })
    await world.run(campaign)
    const pages = await world.pages()
    expect(pages.length).toBe(campaign.report().counters.fetched)
    expect(pages[0]).toMatchObject({ url: SEED, depth: 0, estimate: null, outcome: 'ok' })
    expect(pages[2]).toMatchObject({ url: 'https://a.test/1', depth: 2, httpStatus: 200 })
    const [summary] = await world.results.listCampaigns(MAIN_OWNER, {
      before: undefined,
      limit: 10,
    })
    expect(summary).toMatchObject({ id: 'test-campaign', status: 'completed' })
  })

  test('requested while others are being saved include the last page', async () => {
    const world = new LocalWorld(fakeWeb(chain(50)).http)
    const { save } = world.ports.results
    let arrive = () => {}
    const campaign = world.create({ seeds: [SEED], budget: 20 })
    await world.run(campaign, 3)
    world.ports.results.save = async (...args) => {
      await new Promise<void>((done) => (arrive = done))
      return save(...args)
    }
    const slow = campaign.flush()
    await Promise.resolve()
    await world.tick(campaign)
    world.ports.results.save = save
    const asked = campaign.flush()
    arrive()
    await Promise.all([slow, asked])
    const pages = await world.pages()
    expect(pages).toHaveLength(4)
  })

  test('wait while the store is down and the crawl continues, and arrive when it is back', async () => {
    const world = new LocalWorld(fakeWeb(chain(50)).http)
    const save = world.ports.results.save
    world.ports.results.save = () => Promise.reject(new Error('D1 is down'))
    const campaign = world.create({ seeds: [SEED], budget: 20 })
    await world.run(campaign, 30)
    expect(campaign.report()).toMatchObject({ status: 'completed', counters: { fetched: 20 } })
    expect(world.alarmAt).toBeDefined()
    expect(world.troubles.length).toBeGreaterThan(0)
    world.ports.results.save = save
    await world.run(campaign)
    const pages = await world.pages()
    expect(pages).toHaveLength(20)
    expect(world.alarmAt).toBeUndefined()
  })
})
