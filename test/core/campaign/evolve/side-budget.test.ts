import { describe, expect, test } from 'vitest'
import type { Campaign } from '../../../../src/core/campaign/campaign.ts'
import type { Spec } from '../../../../src/core/spec/spec.ts'
import { sideBudget } from '../../../../src/core/campaign/evolve/side-budget.ts'
import { draw } from '../../../../src/lib/draw.ts'
import { fakeWeb, page } from '../../../fixtures/fake-web.ts'
import { LocalWorld } from '../../../fixtures/local-world.ts'
import { LURE, manyOrigins, type ManyOrigins, type Sent } from '../../../fixtures/many-origins.ts'

/** A page of 5,000 links is long. */
const LIMITS = { timeoutMs: 1_000, bodyBytes: 5_000_000 }

function lured(many: ManyOrigins, spec: Partial<Spec> = {}) {
  let world: LocalWorld | undefined
  const { http, sent } = manyOrigins(many, () => world!.clock)
  world = new LocalWorld(http)
  return { world, sent, campaign: world.create({ seeds: [LURE], limits: LIMITS, ...spec }) }
}

async function crawl(many: ManyOrigins, spec: Partial<Spec> = {}) {
  const crawled = lured(many, spec)
  await crawled.world.run(crawled.campaign)
  return { ...crawled, report: crawled.campaign.report() }
}

function gaps(sent: readonly Sent[]): number[] {
  return sent.slice(1).map(({ at }, i) => at - sent[i]!.at)
}

const ofTrap = (sent: readonly Sent[]) => sent.filter(({ url }) => url.includes('.trap.test'))

describe.each([true, false])('200 origins of one site (barred: %s)', (bars) => {
  test("get requests for robots.txt and pages at the campaign's rate, and no faster", async () => {
    const { sent } = await crawl({ origins: 200, bars }, { budget: 300 })
    expect(ofTrap(sent)).toHaveLength(bars ? 200 : 400)
    expect(Math.min(...gaps(sent))).toBeGreaterThanOrEqual(1_000)
  })

  test("get requests at their site's pace, however fast the campaign may be", async () => {
    const rate = { perMinute: 60_000, hostDelayMs: 1_000 }
    const { sent, world } = await crawl({ origins: 200, bars }, { budget: 300, rate })
    expect(ofTrap(sent)).toHaveLength(bars ? 200 : 400)
    expect(Math.min(...gaps(ofTrap(sent)))).toBeGreaterThanOrEqual(1_000)
    // A visit in vain is a row: they are few.
    expect(world.rows().length).toBeLessThan(6 * sent.length)
  })

  test('keep the pace on average if each robots.txt redirects, which takes requests without a pause', async () => {
    const { sent } = await crawl({ origins: 40, bars, redirects: 5 }, { budget: 300 })
    const trap = ofTrap(sent)
    expect(trap).toHaveLength(40 * (bars ? 6 : 7))
    for (const [i, { at }] of trap.entries()) {
      // Each redirect chain sent so far, except the last, was followed by its pause.
      expect(at - trap[0]!.at).toBeGreaterThanOrEqual((i - 6) * 1_000)
    }
  })
})

describe('5,000 origins of one site', () => {
  test.each([
    ['at once', { perMinute: 60_000, hostDelayMs: 0 }],
    ['in their pace', { perMinute: 60_000, hostDelayMs: 1_000 }],
  ])('that bar every page cost a small campaign few requests and few rows, %s', async (_, rate) => {
    const { sent, world, report } = await crawl(
      { origins: 5_000, bars: true },
      { budget: 10, rate },
    )
    expect(sent.length).toBeLessThanOrEqual(10 + sideBudget(10))
    expect(world.rows().length).toBeLessThan(6 * sent.length)
    expect(report).toMatchObject({
      status: 'completed',
      statusReason: 'side_budget_spent',
      counters: { fetched: 1, sideRequests: sideBudget(10), sideBudgetSpent: 4_971 },
      frontier: 0,
    })
  })

  test('leave the pages of hosts whose robots.txt is known to be fetched', async () => {
    const { report } = await crawl({ origins: 5_000, bars: true, own: 5 }, { budget: 10 })
    expect(report).toMatchObject({ statusReason: 'side_budget_spent', counters: { pages: 6 } })
  })

  test('are explained: why each was not fetched, how many there are, and what to do', async () => {
    const { campaign, world } = await crawl({ origins: 5_000, bars: true }, { budget: 10 })
    expect(
      campaign.query('explain', {
        url: 'https://s4999.trap.test/',
        now: world.clock,
        isPrivate: false,
      }),
    ).toEqual(
      expect.objectContaining({
        kind: 'excluded',
        reason: 'side_budget_spent',
        seq: null,
        hint: expect.stringContaining('Raise the budget'),
        why: expect.stringMatching(/robots\.txt.*the budget allows no more of these/),
      }),
    )
    expect(campaign.query('skipped', undefined).nodes).toMatchObject([
      { reason: 'side_budget_spent', count: 4_971 },
      { reason: 'disallowed', count: 29 },
    ])
  })

  test('are fetched with a larger budget, as far as it allows', async () => {
    const { campaign, world, sent } = await crawl({ origins: 5_000, bars: true }, { budget: 10 })
    const before = sent.length
    campaign.edit({ kind: 'patch', patch: { budget: 30 } })
    expect(campaign.report()).toMatchObject({ status: 'running', frontier: 4_970 })
    await world.run(campaign)
    expect(campaign.report()).toMatchObject({ statusReason: 'side_budget_spent' })
    expect(sent.length - before).toBe(20)
    expect(world.reopen().report()).toEqual(campaign.report())
  })

  test('are the same after a reload at any moment', async () => {
    const once = await crawl({ origins: 300, bars: true, own: 3 }, { budget: 10 })
    const { world, sent, campaign } = lured({ origins: 300, bars: true, own: 3 }, { budget: 10 })
    let living: Campaign = campaign
    while (world.alarmAt !== undefined) {
      const { alarmAt } = world
      // Not yet due: nothing was sent.
      world.clock = alarmAt - 1
      living = world.reopen()
      world.alarmAt = alarmAt
      await world.tick(living)
    }
    expect(living.report()).toEqual(once.report)
    expect(sent).toEqual(once.sent)
  })
})

test.each([1, 2, 3])(
  'no more requests are ever sent than budget and side budget, crashes included (seed %i)',
  async (seed) => {
    const { world, sent, campaign } = lured(
      { origins: 500, bars: seed % 2 === 0, redirects: seed },
      { budget: 15, rate: { perMinute: 60_000, hostDelayMs: 0 } },
    )
    let living = campaign
    for (let i = 0; world.alarmAt !== undefined; i++) {
      world.clock = Math.max(world.clock, world.alarmAt)
      world.alarmAt = undefined
      if (draw(seed, i) % 4 === 0) living = await cutOff(world, living)
      else await living.tick()
    }
    expect(sent.length).toBeLessThanOrEqual(15 + sideBudget(15))
    expect(living.report().status).toBe('completed')
  },
)

test('a campaign that crashes again and again still has requests for other hosts', async () => {
  const links: [string, string][] = [['https://b.test/', 'a volcano']]
  const pages = { 'https://a.test/': page('a volcano', links), 'https://b.test/': page('lava') }
  const world = new LocalWorld(fakeWeb(pages).http)
  let campaign = world.create({ seeds: ['https://a.test/'], budget: 20 })
  for (let crash = 0; crash < 15; crash++) {
    world.clock = world.alarmAt!
    campaign = await cutOff(world, campaign)
  }
  await world.run(campaign)
  expect(campaign.report()).toMatchObject({
    statusReason: 'frontier_empty',
    counters: { interrupted: 15, pages: 2, sideBudgetSpent: 0 },
  })
})

/** The visit goes on, and its record is lost with the campaign that would have written it. */
async function cutOff(world: LocalWorld, campaign: Campaign): Promise<Campaign> {
  const { append } = world.ports.log
  world.ports.log.append = () => {
    throw new Error('power cut')
  }
  await campaign.tick().catch(() => {})
  world.ports.log.append = append
  return world.reopen()
}

test('a crawl of one page a host spends its whole budget, in a row a page', async () => {
  const pages = Array.from({ length: 60 }, (_, i) => [
    `https://h${i}.test/`,
    page(`a volcano ${i}`, [[`https://h${i + 1}.test/`, 'a volcano']]),
  ])
  const world = new LocalWorld(fakeWeb(Object.fromEntries(pages)).http)
  const rate = { perMinute: 60, hostDelayMs: 1_000 }
  const campaign = world.create({ seeds: ['https://h0.test/'], budget: 50, rate })
  await world.run(campaign)
  expect(campaign.report()).toMatchObject({
    statusReason: 'budget_exhausted',
    counters: { pages: 50, sideRequests: 50, postponed: 0 },
  })
})
