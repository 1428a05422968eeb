import { afterAll, beforeAll, expect, test } from 'vitest'
import { addressGuard } from '../../../src/standards/address/address-guard.ts'
import { startHostileSite, type HostileSite } from '../../fixtures/hostile-site.ts'
import { localSources } from '../../fixtures/local-source.ts'
import { LocalWorld } from '../../fixtures/local-world.ts'

let site: HostileSite
beforeAll(async () => {
  site = await startHostileSite()
})
afterAll(() => site.close())

const limits = { timeoutMs: 2_000, bodyBytes: 6_000_000 }

/** The real network on a test clock, so that the pauses between retries cost no time. */
function hostileWorld(): LocalWorld {
  const world = new LocalWorld(fetch)
  world.ports.sources = localSources({
    http: (url, init) => fetch(url, init),
    now: () => world.clock,
    userAgent: 'Dowser/test',
    guard: addressGuard(site.hosts),
  }).of
  return world
}

test('a campaign over a hostile site comes to an end, with an outcome for each page', async () => {
  const world = hostileWorld()
  const campaign = world.create({ seeds: site.pages.map(({ url }) => url), budget: 500, limits })
  await world.run(campaign)
  expect(campaign.report()).toMatchObject({ status: 'completed', statusReason: 'frontier_empty' })
  const outcomes = new Map((await world.pages()).map(({ url, outcome }) => [url, outcome]))
  for (const { url, outcomes: expected } of site.pages) {
    expect([url, expected]).toEqual([url, expect.arrayContaining([outcomes.get(url)])])
  }
  expect(world.troubles).toEqual([])
  expect(site.intrusions()).toBe(0)
})

test('a host that answers nothing but 429 is requested less and less often', async () => {
  const world = hostileWorld()
  const campaign = world.create({ seeds: [site.busy], budget: 12 })
  await world.run(campaign)
  expect(campaign.report()).toMatchObject({
    statusReason: 'budget_exhausted',
    counters: { fetched: 12, busy: 12 },
  })
  const at = world.steps().map(({ requestedAt }) => requestedAt)
  const pauses = at.slice(1).map((later, i) => Math.round((later - at[i]!) / 1_000))
  expect(pauses).toEqual(pauses.toSorted((a, b) => a - b))
  expect(pauses.at(-1)).toBeGreaterThan(300)
})
