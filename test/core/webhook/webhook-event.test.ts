import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { WEBHOOK_EVENTS } from '../../../src/api/views/event.ts'
import type { Campaign } from '../../../src/core/campaign/campaign.ts'
import { chain, SEED } from '../../fixtures/chain.ts'
import { fakeWeb } from '../../fixtures/fake-web.ts'
import { LocalWorld } from '../../fixtures/local-world.ts'
import { listen, readDeliveries } from '../../fixtures/webhook-deliveries.ts'

function world(): LocalWorld {
  return new LocalWorld(fakeWeb(chain(200)).http)
}

/** The event types that webhooks are notified of, without the pages. */
async function turns({ database }: LocalWorld): Promise<string[]> {
  const deliveries = await readDeliveries(database)
  return deliveries
    .filter(({ type }) => type !== 'page.relevant')
    .map(({ type, body }) => `${type}${body.data.milestone ? ` ${body.data.milestone}` : ''}`)
}

async function pagesTold({ database }: LocalWorld): Promise<number[]> {
  const deliveries = await readDeliveries(database)
  return deliveries.flatMap(({ body }) => body.data.pages ?? []).map(({ seq }) => seq)
}

async function relevantPages(here: LocalWorld): Promise<number[]> {
  const pages = await here.pages()
  return pages.filter(({ score }) => score > 0).map(({ seq }) => seq)
}

const CAMPAIGN = { id: 'test-campaign', owner: 'main' }

const DOWN = () => Promise.reject(new Error('D1 is down'))

describe('webhooks are notified', () => {
  test('of each change of status once, with the figures of that time', async () => {
    const here = world()
    await listen(here.database)
    await here.run(here.create({ seeds: [SEED], budget: 40 }))
    expect(await turns(here)).toEqual([
      'campaign.started',
      'campaign.milestone 25',
      'campaign.milestone 50',
      'campaign.milestone 75',
      'campaign.completed',
    ])
    const deliveries = (await readDeliveries(here.database)).filter(
      ({ type }) => type !== 'page.relevant',
    )
    expect(deliveries.map(({ body }) => body.data.campaign.fetched)).toEqual([0, 10, 20, 30, 40])
    expect(deliveries.at(-1)!.body).toMatchObject({
      type: 'campaign.completed',
      data: { campaign: { status: 'completed', statusReason: 'budget_exhausted', budget: 40 } },
    })
  })

  test('of every relevant page once', async () => {
    const here = world()
    await listen(here.database)
    await here.run(here.create({ seeds: [SEED], budget: 120 }))
    expect(await pagesTold(here)).toEqual(await relevantPages(here))
    expect((await pagesTold(here)).length).toBeGreaterThan(100)
  })

  test('of the pages that wait to be sent in one event, and of none that was sent', async () => {
    const here = world()
    await listen(here.database, { events: ['page.relevant'] })
    const campaign = here.create({ seeds: [SEED], budget: 120 })
    await here.run(campaign, 60)
    expect(await readDeliveries(here.database)).toHaveLength(1)
    here.resultsSqlite.exec('UPDATE delivery SET attempts = 1, due_at = due_at + 60000')
    await here.run(campaign)
    const [sent, waiting, ...more] = await readDeliveries(here.database)
    expect(more).toEqual([])
    expect(sent!.body.data.campaign.fetched).toBeLessThanOrEqual(60)
    expect(waiting!.body.data.campaign.fetched).toBe(120)
    expect(await pagesTold(here)).toEqual(await relevantPages(here))
  })

  test('in bodies that are as described', async () => {
    const here = world()
    await listen(here.database)
    await here.run(here.create({ seeds: [SEED], budget: 40 }))
    for (const { id, type, body } of await readDeliveries(here.database)) {
      expect(body.type).toBe(type)
      expect(WEBHOOK_EVENTS[type].parse(body)).toEqual(body)
      // Standard Webhooks: what is signed has full stops between its parts.
      expect(id).toMatch(/^[0-9a-z-]+$/)
    }
  })

  test('that it was paused, resumed and stopped', async () => {
    const here = world()
    await listen(here.database)
    const campaign = here.create({ seeds: [SEED], budget: 100 })
    await here.run(campaign, 3)
    for (const kind of ['pause', 'resume', 'resume', 'stop'] as const) campaign.edit({ kind })
    await campaign.flush()
    expect(await turns(here)).toEqual([
      'campaign.started',
      'campaign.paused',
      'campaign.resumed',
      'campaign.cancelled',
    ])
  })

  test('that it continues with a larger budget, and of no milestone twice', async () => {
    const here = world()
    await listen(here.database)
    const campaign = here.create({ seeds: [SEED], budget: 8 })
    await here.run(campaign)
    campaign.edit({ kind: 'patch', patch: { budget: 40 } })
    await here.run(campaign)
    expect(await turns(here)).toEqual([
      'campaign.started',
      'campaign.milestone 25',
      'campaign.milestone 50',
      'campaign.milestone 75',
      'campaign.completed',
      'campaign.resumed',
      'campaign.completed',
    ])
  })

  test('of only the highest milestone that one fetch reaches', async () => {
    const here = world()
    await listen(here.database)
    await here.run(here.create({ seeds: [SEED], budget: 2 }))
    expect(await turns(here)).toEqual([
      'campaign.started',
      'campaign.milestone 50',
      'campaign.completed',
    ])
  })

  test('of all that happened while the database was down, however much that was', async () => {
    const here = world()
    await listen(here.database)
    const { save } = here.ports.results
    here.ports.results.save = DOWN
    let campaign = here.create({ seeds: [SEED], budget: 150 })
    await here.run(campaign, 80)
    campaign.edit({ kind: 'pause' })
    campaign.edit({ kind: 'resume' })
    // Events to be sent are in the log, and nowhere else.
    campaign = here.reopen()
    here.ports.results.save = save
    await here.run(campaign)
    expect(await turns(here)).toEqual([
      'campaign.started',
      'campaign.milestone 25',
      'campaign.milestone 50',
      'campaign.paused',
      'campaign.resumed',
      'campaign.milestone 75',
      'campaign.completed',
    ])
    expect(await pagesTold(here)).toEqual(await relevantPages(here))
  })

  test('once that it cannot be read, and again when that happens again', async () => {
    const here = world()
    await listen(here.database)
    const campaign = here.create({ seeds: [SEED], budget: 40 })
    await campaign.flush()
    for (const at of [1, 2, 3]) await here.results.markUnreadable(CAMPAIGN, here.clock + at, 0)
    expect(await turns(here)).toEqual(['campaign.started', 'campaign.failed'])
    const failed = (await readDeliveries(here.database)).at(-1)!
    expect(WEBHOOK_EVENTS['campaign.failed'].parse(failed.body)).toMatchObject({
      data: { campaign: { status: 'failed', statusReason: 'unreadable' } },
    })
    await here.run(campaign, 5)
    await campaign.flush()
    await here.results.markUnreadable(CAMPAIGN, here.clock, 0)
    expect(await turns(here)).toEqual(['campaign.started', 'campaign.failed', 'campaign.failed'])
  })
})

/** Ticks, then brings D1 up to date and dies: the log does not know how far D1 has come. */
async function live(here: LocalWorld, first: Campaign, lives: number[]): Promise<void> {
  let campaign = first
  for (const ticks of lives) {
    await here.run(campaign, ticks)
    await campaign.flush()
    campaign = here.reopen()
  }
  await here.run(campaign)
}

test('a flush repeated after a crash repeats no event and loses none', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 6 }), async (lives) => {
      const here = world()
      await listen(here.database)
      await live(here, here.create({ seeds: [SEED], budget: 70 }), lives)
      expect(await turns(here)).toEqual([
        'campaign.started',
        'campaign.milestone 25',
        'campaign.milestone 50',
        'campaign.milestone 75',
        'campaign.completed',
      ])
      expect(await pagesTold(here)).toEqual(await relevantPages(here))
    }),
    { numRuns: 15 },
  )
})

test('a batch that arrives after later ones changes no event', async () => {
  const here = world()
  await listen(here.database)
  const { save } = here.ports.results
  const late: (() => Promise<void>)[] = []
  const campaign = here.create({ seeds: [SEED], budget: 60 })
  await here.run(campaign, 20)
  here.ports.results.save = (batch) => {
    late.push(() => save(batch))
    return DOWN()
  }
  await campaign.flush()
  here.ports.results.save = save
  await here.run(campaign)
  const before = await readDeliveries(here.database)
  for (const arrive of late) await arrive()
  await campaign.flush()
  expect(await readDeliveries(here.database)).toEqual(before)
  expect(late.length).toBeGreaterThan(0)
})

describe('a webhook is notified only of', () => {
  const deliveries = async (wants: Parameters<typeof listen>[1]) => {
    const here = world()
    await listen(here.database, wants)
    await here.run(here.create({ seeds: [SEED], budget: 8 }))
    return (await readDeliveries(here.database)).map(({ type }) => type)
  }

  test('the events it wants', async () => {
    expect(await deliveries({ events: ['campaign.completed'] })).toEqual(['campaign.completed'])
  })

  test('the campaign it wants', async () => {
    expect(await deliveries({ campaign: 'another-campaign' })).toEqual([])
    expect(await deliveries({ campaign: 'test-campaign' })).not.toEqual([])
  })

  test('what happens while it is active', async () => {
    expect(await deliveries({ active: false })).toEqual([])
  })

  test('the campaigns of its owner', async () => {
    expect(await deliveries({ owner: 'somebody else' })).toEqual([])
  })
})
