import fc from 'fast-check'
import { expect, test } from 'vitest'
import { load } from '../../../../src/core/campaign/log/opening.ts'
import { SLICE } from '../../../../src/core/campaign/codec/slice.ts'
import { runQuery } from '../../../../src/core/campaign/queries.ts'
import { completePolicy } from '../../../../src/core/rank/policy.ts'
import { LocalWorld } from '../../../fixtures/local-world.ts'
import { course, crawl } from '../../../fixtures/random-course.ts'
import { randomWeb } from '../../../fixtures/random-web.ts'

const byName = (arms: readonly { name: string }[]) =>
  arms.toSorted((a, b) => a.name.localeCompare(b.name))

test('the last point of a series is what the report says, at every moment', async () => {
  await fc.assert(
    fc.asyncProperty(course, fc.integer({ min: 2, max: 20 }), async (how, most) => {
      await crawl(how, (campaign) => {
        const report = campaign.report()
        const { points } = campaign.query('series', most)
        expect(points.length).toBeLessThanOrEqual(most)
        expect(points[0]!.seq).toBe(1)
        const { fetched, pages, relevant, score } = report.counters
        expect(points.at(-1)).toMatchObject({
          seq: report.seq,
          at: report.updatedAt,
          fetched,
          pages,
          relevant,
          score,
          known: report.known,
          frontier: report.frontier,
          dollars: report.cost.dollars,
          spent: report.cost.spent,
        })
        const arms = campaign
          .query('arms', undefined)
          .arms.map(({ name, pulls, mean }) => ({ name, pulls, mean }))
        expect(byName(points.at(-1)!.arms)).toEqual(byName(arms))
        expect([[], arms]).toContainEqual(report.arms)
      })
    }),
    { numRuns: 10 },
  )
})

test('every point is what the report said then', async () => {
  const said = new Map<number, number[]>()
  const how = {
    webSeed: 4,
    policy: completePolicy({ name: 'mab_var', resetSteps: 20 }),
    budget: 60,
    pauseAfter: 13,
    reopenAfter: 9,
    stopAfter: 100,
    ties: 'fifo',
    memoryMb: 64,
  } as const
  const world = await crawl(how, (campaign) => {
    const { seq, counters, known, frontier } = campaign.report()
    said.set(seq, [counters.fetched, counters.score, known, frontier])
  })
  const { points } = world.reopen().query('series', 500)
  expect(points.map(({ seq }) => seq)).toEqual(points.map((_, i) => i + 1))
  for (const { seq, fetched, score, known, frontier } of points.filter(({ seq: at }) =>
    said.has(at),
  )) {
    expect([fetched, score, known, frontier]).toEqual(said.get(seq))
  }
})

test('a series goes back to the first record, however often the campaign was reloaded', async () => {
  const web = randomWeb(11, 1500)
  const world = new LocalWorld(web.http)
  let campaign = world.create({ seeds: [web.seed], budget: 1200 })
  while (world.alarmAt !== undefined) {
    await world.run(campaign, 350)
    campaign = world.reopen()
  }
  const series = campaign.query('series', 500)
  expect(series.every).toBe(4)
  expect(series.points.slice(0, -1).map(({ seq }) => seq)).toEqual(
    series.points.slice(0, -1).map((_, i) => 1 + 4 * i),
  )
  expect(campaign.query('series', 2).points).toEqual([series.points[0], series.points.at(-1)])
  const { log, trouble, entropy } = world.ports
  const none = { replace: () => {}, chunks: () => [] }
  const { state } = load({ log, slice: SLICE, trouble, entropy, snapshots: none })!
  expect(runQuery({ state, log }, 'series', 500)).toEqual(series)
})
