import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { UnreadableCampaign } from '../../src/core/campaign/codec/read-record.ts'
import { campaignService } from '../../src/host/campaign-service.ts'
import { heartbeat } from '../../src/host/heartbeat.ts'
import type { Http } from '../../src/crawl/http.ts'
import { resultStore } from '../../src/store/results/result-store.ts'
import { chain, pageRequests, SEED } from '../fixtures/chain.ts'
import { fakeWeb } from '../fixtures/fake-web.ts'
import { HostedWorld, IDENTITY } from '../fixtures/hosted-world.ts'
import { listen } from '../fixtures/webhook-deliveries.ts'

const { id, owner } = IDENTITY

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))
afterEach(() => vi.restoreAllMocks())

const listed = async ({ database }: HostedWorld) =>
  (await resultStore(database).listCampaigns(owner, { before: undefined, limit: 9 }))[0]

describe('a hosted campaign', () => {
  test('ticks to its end, and its results and webhooks are sent', async () => {
    const { http, requests } = fakeWeb(chain(20))
    const world = new HostedWorld(http)
    await listen(world.database, { events: ['campaign.completed'] })
    expect(await world.create({ seeds: [SEED], budget: 8 })).toMatchObject({ status: 'running' })
    await world.run()
    expect(await world.host.query('report', undefined)).toMatchObject({
      status: 'completed',
      counters: { fetched: 8, pages: 8 },
    })
    expect(pageRequests(requests)).toHaveLength(8)
    expect(await listed(world)).toMatchObject({ status: 'completed', fetched: 8 })
    expect(world.delivered).toEqual(['https://receiver.test/'])
  })

  test('is created once, and a blank one is none', async () => {
    const world = new HostedWorld(fakeWeb(chain(3)).http)
    expect(await world.host.isBlank()).toBe(true)
    expect(await world.host.query('report', undefined)).toBeUndefined()
    expect(await world.host.wake(false)).toBe(false)
    await world.create({ seeds: [SEED], budget: 3 })
    const again = await world.create({ seeds: ['https://b.test/'], budget: 5 })
    expect(again).toMatchObject({ spec: { seeds: [SEED], budget: 3 } })
    expect(await world.host.isBlank()).toBe(false)
  })

  test('that rests for long is let go between any two fetches, at no cost', async () => {
    const { http, requests } = fakeWeb(chain(20))
    const world = new HostedWorld(http)
    await world.create({ seeds: [SEED], budget: 5, rate: { perMinute: 4, hostDelayMs: 0 } })
    for (let fetches = 0; fetches < 5; fetches++) {
      await world.ring()
      expect(world.host.letGo()).toBe(true)
    }
    await world.run()
    expect(await world.host.query('report', undefined)).toMatchObject({ counters: { pages: 5 } })
    expect(pageRequests(requests)).toHaveLength(5)
  })

  test('is not let go while an alarm is being answered, nor shortly before a fetch', async () => {
    const answer = Promise.withResolvers<Response>()
    const world = new HostedWorld(() => answer.promise)
    await world.create({ seeds: [SEED, `${SEED}2`, `${SEED}3`] })
    const ticks = world.ring()
    expect(world.host.letGo()).toBe(false)
    answer.resolve(new Response('', { status: 404 }))
    await ticks
    expect(world.alarmAt! - world.clock).toBeLessThanOrEqual(1_000)
    expect(world.host.letGo()).toBe(false)
    await world.run()
    expect(world.host.letGo()).toBe(true)
  })

  test('that is stopped sends nothing more, and continues after a restart', async () => {
    const { http, requests } = fakeWeb(chain(20))
    const world = new HostedWorld(http)
    await world.create({ seeds: [SEED], budget: 6 })
    await world.ring()
    const sent = requests.length
    await world.host.stop(5_000)
    await world.ring()
    expect(requests).toHaveLength(sent)
    world.alarmAt = world.clock += 60_000
    world.restart()
    await world.run()
    expect(await world.host.query('report', undefined)).toMatchObject({
      counters: { fetched: 6, interrupted: 0 },
    })
  })
})

describe('a fetch under way when its campaign is stopped', () => {
  const stopped = async (settle: (answer: PromiseWithResolvers<Response>) => void) => {
    const sent = Promise.withResolvers<void>()
    const answer = Promise.withResolvers<Response>()
    const world = new HostedWorld((url, { signal }) => {
      if (url.endsWith('/robots.txt')) return Promise.resolve(new Response('', { status: 404 }))
      signal.addEventListener('abort', () => answer.reject(new Error('aborted')))
      sent.resolve()
      return answer.promise
    })
    world.restart({ wait: (ms) => new Promise((resolve) => setTimeout(resolve, Math.min(ms, 50))) })
    await world.create({ seeds: [SEED], budget: 5 })
    const ticks = world.ring()
    await sent.promise
    const stop = world.host.stop(5_000)
    settle(answer)
    await Promise.all([ticks, stop])
    return world
  }
  const lastStep = (world: HostedWorld) => world.records().findLast(({ kind }) => kind === 'step')

  test('is awaited, and on record', async () => {
    const found = new Response('<p>a volcano</p>', { headers: { 'content-type': 'text/html' } })
    const world = await stopped(({ resolve }) => resolve(found))
    expect(lastStep(world)).toMatchObject({ outcome: 'ok' })
  })

  test('is aborted after the grace, and interrupted once the campaign is opened again', async () => {
    const world = await stopped(() => {})
    expect(lastStep(world)).toBeUndefined()
    world.restart()
    await world.host.query('report', undefined)
    expect(lastStep(world)).toMatchObject({ outcome: 'interrupted' })
  })
})

describe('a tick that fails', () => {
  test('is on record, and the campaign opened again from its log continues', async () => {
    const world = new HostedWorld(fakeWeb(chain(20)).http)
    await world.create({ seeds: [SEED, 'https://a.test/9'], budget: 4 })
    await world.ring()
    world.sqlite.exec(`CREATE TRIGGER no_room BEFORE INSERT ON step
      WHEN instr(NEW.record, CAST('no room' AS BLOB)) = 0
      BEGIN SELECT RAISE(ABORT, 'no room'); END`)
    await world.ring()
    world.sqlite.exec('DROP TRIGGER no_room')
    await world.run()
    const report = await world.host.query('report', undefined)
    expect(report).toMatchObject({ status: 'completed', counters: { fetched: 4, failed: 1 } })
    expect(console.error).toHaveBeenCalledWith(
      expect.stringMatching(/^campaign=test-campaign a tick failed; .*no room/),
    )
  })
})

describe('an unreadable log', () => {
  const damaged = async () => {
    const world = new HostedWorld(fakeWeb(chain(20)).http)
    await world.create({ seeds: [SEED], budget: 4 })
    await world.ring()
    world.sqlite.exec(`CREATE TABLE kept AS SELECT * FROM step WHERE seq = 2;
      UPDATE step SET record = zeroblob(30) WHERE seq = 2`)
    world.restart()
    return world
  }

  test('is an error to every caller, and to the list a failed campaign', async () => {
    const world = await damaged()
    const service = campaignService(world.platform, owner)
    const calls = [
      service.query(id, 'report', undefined),
      service.edit(id, { kind: 'pause' }),
      service.rebuild(id),
    ]
    for (const call of calls) await expect(call).rejects.toThrow(UnreadableCampaign)
    await world.ring()
    await world.run(0)
    expect(await listed(world)).toMatchObject({ status: 'failed', statusReason: 'unreadable' })
    expect(world.alarmAt).toBe(world.clock + 600_000)
  })

  test('is tried again, and a campaign that can be read again continues', async () => {
    const world = await damaged()
    await world.ring()
    world.sqlite.exec('UPDATE step SET record = (SELECT record FROM kept) WHERE seq = 2')
    await world.run()
    expect(await listed(world)).toMatchObject({
      status: 'completed',
      statusReason: expect.anything(),
    })
  })

  test('can be removed', async () => {
    const world = await damaged()
    expect(await campaignService(world.platform, owner).remove(id)).toBe('removed')
    expect(await listed(world)).toBeUndefined()
  })
})

describe('the removal of a campaign', () => {
  test('ends the fetch under way, which writes nothing more, and leaves nothing', async () => {
    const sent = Promise.withResolvers<void>()
    const http: Http = (url, { signal }) => {
      if (url.endsWith('/robots.txt')) return Promise.resolve(new Response('', { status: 404 }))
      sent.resolve()
      return new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(new Error('aborted')))
      })
    }
    const world = new HostedWorld(http)
    await world.create({ seeds: [SEED] })
    const ticks = world.ring()
    await sent.promise
    const service = campaignService(world.platform, owner)
    expect(await service.remove(id)).toBe('removed')
    await ticks
    world.restart()
    expect(await world.host.isBlank()).toBe(true)
    expect(await service.query(id, 'report', undefined)).toBeUndefined()
    expect(await listed(world)).toBeUndefined()
    expect(world.alarmAt).toBeUndefined()
  })

  test('is refused when the campaign has changed since it was seen', async () => {
    const world = new HostedWorld(fakeWeb(chain(9)).http)
    const { seq } = (await world.create({ seeds: [SEED] }))!
    await world.ring()
    expect(await world.host.remove([seq])).toBe('changed')
    expect(await world.host.isBlank()).toBe(false)
  })
})

describe('a heartbeat', () => {
  const overdue = async () => {
    const world = new HostedWorld(fakeWeb(chain(9)).http)
    await world.create({ seeds: [SEED], budget: 3 })
    world.alarmAt = undefined
    world.clock += 600_000
    return world
  }

  test('wakes a campaign that lost its alarm', async () => {
    const world = await overdue()
    await heartbeat(world.platform, world.clock)
    expect(world.alarmAt).toBe(world.clock)
    await world.run()
    expect(await listed(world)).toMatchObject({ status: 'completed' })
  })

  test('marks a campaign that lost its log', async () => {
    const world = await overdue()
    world.sqlite.exec('DROP TABLE step')
    world.restart()
    await heartbeat(world.platform, world.clock)
    expect(await listed(world)).toMatchObject({ status: 'failed', statusReason: 'unreadable' })
    const service = campaignService(world.platform, owner)
    await expect(service.query(id, 'report', undefined)).rejects.toThrow(UnreadableCampaign)
    expect((await service.results(id))?.campaignName).toBe('')
    expect(await service.remove(id)).toBe('removed')
    expect(await listed(world)).toBeUndefined()
  })
})
