import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Campaign } from '../../../../src/core/campaign/campaign.ts'
import { chain, SEED } from '../../../fixtures/chain.ts'
import { fakeWeb } from '../../../fixtures/fake-web.ts'
import { LocalWorld } from '../../../fixtures/local-world.ts'
import { course, crawl } from '../../../fixtures/random-course.ts'
import { listen } from '../../../fixtures/webhook-deliveries.ts'

/** All that the store holds about campaigns, except when a row was written, which a rebuild may change. */
function contentOf({ resultsSqlite }: LocalWorld): unknown {
  const rows = (query: string) => resultsSqlite.prepare(query).all()
  return {
    pages: rows('SELECT * FROM page ORDER BY seq'),
    campaigns: rows('SELECT *, 0 AS updated_at, 0 AS flushed_seq FROM campaign'),
  }
}

/** What may be lost, or left over. */
const LOSSES: Record<string, string[]> = {
  'all pages': ['DELETE FROM page'],
  'some pages': ['DELETE FROM page WHERE seq % 3 = 0'],
  'the row of the campaign': ['DELETE FROM campaign'],
  everything: ['DELETE FROM page', 'DELETE FROM campaign'],
  'scores that were right': ['UPDATE page SET score = score + 1, title = ?1 || title'],
  'no rest from pages that never were': [
    `INSERT OR IGNORE INTO page SELECT campaign, seq + 1, url, title, outcome, http_status, score,
       estimate, depth, links, body_bytes, duration_ms, fetched_at FROM page`,
    `INSERT OR IGNORE INTO page SELECT campaign, seq + 100000, url, title, outcome, http_status, score,
       estimate, depth, links, body_bytes, duration_ms, fetched_at FROM page`,
  ],
}

function lose({ resultsSqlite }: LocalWorld, statements: readonly string[]): void {
  for (const statement of statements) resultsSqlite.exec(statement.replace('?1', `'x'`))
}

async function crawled(budget: number): Promise<{ world: LocalWorld; campaign: Campaign }> {
  const world = new LocalWorld(fakeWeb(chain(budget)).http)
  const campaign = world.create({
    seeds: [SEED],
    budget,
    rate: { perMinute: 60_000, hostDelayMs: 0 },
  })
  await world.run(campaign)
  return { world, campaign }
}

describe('a rebuild', () => {
  test.each(Object.entries(LOSSES))(
    'restores what was there after the loss of %s',
    async (_, loss) => {
      await fc.assert(
        fc.asyncProperty(course, async (how) => {
          const world = await crawl(how)
          const campaign = world.reopen()
          const before = contentOf(world)
          lose(world, loss)
          campaign.rebuild()
          await world.run(campaign)
          expect(contentOf(world)).toEqual(before)
          expect(campaign.report().results).toMatchObject({ isRebuilding: false })
          expect(world.reopen().report()).toEqual(campaign.report())
        }),
        { numRuns: 8, seed: 14 },
      )
    },
  )

  test('proceeds in runs of bounded size, and reports its progress', async () => {
    const { world, campaign } = await crawled(1_300)
    const before = contentOf(world)
    lose(world, LOSSES['everything']!)
    let saves = 0
    const { save } = world.ports.results
    world.ports.results.save = (batch) => (saves++, save(batch))
    campaign.rebuild()
    const seen: number[] = []
    while (world.alarmAt !== undefined) {
      saves = 0
      await world.tick(campaign)
      expect(saves).toBeLessThanOrEqual(3)
      seen.push(campaign.report().results.saved)
    }
    expect(seen).toEqual([600, 1200, 1301])
    expect(contentOf(world)).toEqual(before)
  })

  test('continues where it was after a crash at any point', async () => {
    const { world, campaign } = await crawled(1_300)
    const before = contentOf(world)
    lose(world, LOSSES['everything']!)
    campaign.rebuild()
    const sent: number[] = []
    const { save } = world.ports.results
    world.ports.results.save = (batch) => (sent.push(batch.upTo), save(batch))
    while (world.alarmAt !== undefined) await world.tick(world.reopen())
    expect(contentOf(world)).toEqual(before)
    expect(sent.slice(0, 6)).toEqual([200, 400, 600, 800, 1000, 1200])
    expect(sent).toHaveLength(7)
  })

  test('requested again while under way is the same one', async () => {
    const { world, campaign } = await crawled(1_300)
    campaign.rebuild()
    await world.tick(campaign)
    const rows = world.rows().length
    campaign.rebuild()
    world.reopen().rebuild()
    expect(world.rows()).toHaveLength(rows)
    await world.run(campaign)
    campaign.rebuild()
    expect(campaign.report().results).toMatchObject({ saved: 0, isRebuilding: true })
  })

  test('is not undone by a run that was under way when it was requested', async () => {
    const world = new LocalWorld(fakeWeb(chain(20)).http)
    const campaign = world.create({ seeds: [SEED], budget: 20 })
    await world.run(campaign, 5)
    await campaign.flush()
    const before = await world.pages()
    const { save } = world.ports.results
    let arrive = () => {}
    world.ports.results.save = async (batch) => {
      await new Promise<void>((done) => (arrive = done))
      await save(batch)
    }
    campaign.edit({ kind: 'pause' })
    const slow = campaign.flush()
    await Promise.resolve()
    campaign.rebuild()
    world.ports.results.save = save
    arrive()
    await slow
    lose(world, LOSSES['all pages']!)
    campaign.rebuild()
    await world.run(campaign)
    expect(before).toHaveLength(5)
    expect(await world.pages()).toEqual(before)
  })

  test('of a running campaign holds up no fetch, and ends with the campaign', async () => {
    const world = new LocalWorld(fakeWeb(chain(400)).http)
    const campaign = world.create({ seeds: [SEED], budget: 400 })
    await world.run(campaign, 300)
    await campaign.flush()
    lose(world, LOSSES['everything']!)
    campaign.rebuild()
    await world.run(campaign)
    expect(campaign.report()).toMatchObject({ status: 'completed', counters: { fetched: 400 } })
    expect(await world.pages()).toHaveLength(400)
  })

  test('of a slow campaign does not wait for its next fetch', async () => {
    const world = new LocalWorld(fakeWeb(chain(400)).http)
    const campaign = world.create({ seeds: [SEED], budget: 900 })
    await world.run(campaign, 300)
    campaign.edit({ kind: 'patch', patch: { rate: { perMinute: 1, hostDelayMs: 0 } } })
    await campaign.flush()
    await world.tick(campaign)
    lose(world, LOSSES['everything']!)
    campaign.rebuild()
    const due = campaign.report().nextTickAt!
    await campaign.flush()
    expect(world.clock).toBeLessThan(due)
    expect((await world.pages()).length).toBeGreaterThan(299)
  })

  test('repeats no event to webhooks, even if the campaign’s own row was lost', async () => {
    const world = new LocalWorld(fakeWeb(chain(60)).http)
    await listen(world.database)
    const campaign = world.create({ seeds: [SEED], budget: 40 })
    await world.run(campaign)
    const deliveries = () =>
      world.resultsSqlite.prepare('SELECT webhook, id, type, body FROM delivery ORDER BY id').all()
    // Sent events leave the table: pages would join those that wait.
    world.resultsSqlite.exec(
      `UPDATE delivery SET status = 'delivered', attempts = 1, due_at = NULL`,
    )
    const before = deliveries()
    expect(before.length).toBeGreaterThan(2)
    lose(world, LOSSES['everything']!)
    campaign.rebuild()
    await world.run(campaign)
    expect(deliveries()).toEqual(before)
    campaign.edit({ kind: 'patch', patch: { budget: 45 } })
    await world.run(campaign)
    expect(deliveries().length).toBeGreaterThan(before.length)
  })

  test.each(['running', 'paused', 'completed', 'cancelled'] as const)(
    'leaves the campaign as it is (%s)',
    async (status) => {
      const world = new LocalWorld(fakeWeb(chain(60)).http)
      const campaign = world.create({ seeds: [SEED], budget: status === 'completed' ? 5 : 60 })
      await world.run(campaign, 8)
      if (status === 'paused') campaign.edit({ kind: 'pause' })
      if (status === 'cancelled') campaign.edit({ kind: 'stop' })
      const { results: _, seq: __, ...before } = campaign.report()
      expect(before.status).toBe(status)
      campaign.rebuild()
      await campaign.flush()
      expect(campaign.report()).toMatchObject({ ...before, updatedAt: expect.any(Number) })
      expect(world.reopen().report()).toMatchObject({ ...before, updatedAt: expect.any(Number) })
    },
  )
})
