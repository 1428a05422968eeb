import { describe, expect, test } from 'vitest'
import type { Http } from '../../../src/crawl/http.ts'
import { chain, pageRequests, SEED } from '../../fixtures/chain.ts'
import { fakeWeb } from '../../fixtures/fake-web.ts'
import { LocalWorld } from '../../fixtures/local-world.ts'

describe('pause and resume', () => {
  test('stop the ticks and start them again', async () => {
    const web = fakeWeb(chain(50))
    const world = new LocalWorld(web.http)
    const campaign = world.create({ seeds: [SEED], budget: 6 })
    await world.run(campaign, 3)
    expect(campaign.edit({ kind: 'pause' })).toBeUndefined()
    await world.run(campaign)
    expect(campaign.report()).toMatchObject({
      status: 'paused',
      statusReason: 'user',
      nextTickAt: null,
    })
    expect(pageRequests(web.requests)).toHaveLength(3)
    expect(campaign.edit({ kind: 'resume' })).toBeUndefined()
    await world.run(campaign)
    expect(campaign.report()).toMatchObject({ status: 'completed', counters: { fetched: 6 } })
    expect(campaign.edit({ kind: 'resume' })).toEqual({ reason: 'unavailable' })
  })

  test('write nothing when repeated', async () => {
    const world = new LocalWorld(fakeWeb(chain(5)).http)
    const campaign = world.create({ seeds: [SEED] })
    campaign.edit({ kind: 'pause' })
    const rows = world.rows().length
    expect(campaign.edit({ kind: 'pause' })).toBeUndefined()
    expect(world.rows()).toHaveLength(rows)
  })

  test('during a fetch keep its outcome and charge it once', async () => {
    const web = fakeWeb(chain(50))
    let hold: Promise<void> | undefined
    const http: Http = async (url, init) => {
      await hold
      return web.http(url, init)
    }
    const world = new LocalWorld(http)
    const campaign = world.create({ seeds: [SEED], budget: 4 })
    await world.tick(campaign)
    let release = () => {}
    hold = new Promise((done) => (release = done))
    const ticking = world.tick(campaign)
    campaign.edit({ kind: 'pause' })
    campaign.edit({ kind: 'resume' })
    campaign.edit({ kind: 'pause' })
    await campaign.tick()
    release()
    await ticking
    expect(campaign.report()).toMatchObject({ status: 'paused', counters: { fetched: 2 } })
    campaign.edit({ kind: 'resume' })
    await world.run(campaign)
    expect(pageRequests(web.requests)).toHaveLength(4)
  })
})
