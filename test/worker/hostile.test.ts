import { expect, inject, test } from 'vitest'
import {
  create,
  FULL_SPEED,
  getJson,
  hasEnded,
  until,
  type Campaign,
  type Pages,
} from './client.ts'

const site = inject('hostileSite')

interface Hostile extends Campaign {
  memory: { limitMb: number; usedMb: number; shelved: number }
}

interface Log {
  asked: string[]
  intrusions: number
}

async function crawl(spec: { seeds: string[]; budget: number; memoryMb: number }) {
  const { id } = await create({
    name: 'Volcanoes',
    topic: { keywords: ['volcano', 'lava'] },
    rate: FULL_SPEED,
    // So that five million bytes of nested tags are read, and do not merely exceed the cap.
    // Each port is a site: half the budget would be left for the one that is busy.
    limits: { timeoutMs: 2_000, bodyBytes: 6_000_000, perSite: null },
    ...spec,
  })
  const campaign = (await until(id, hasEnded)) as Hostile
  const { pages } = await getJson<Pages>(`/v1/campaigns/${id}/pages?limit=1000`)
  return { campaign, outcomes: new Map(pages.map(({ url, outcome }) => [url, outcome])) }
}

async function siteLog(): Promise<Log> {
  return (await fetch(site.log)).json()
}

test('a hostile site costs a campaign its budget, and nothing else', async () => {
  const before = (await siteLog()).asked.length
  const seeds = [...site.pages.map(({ url }) => url), site.busy, site.many]
  const { campaign, outcomes } = await crawl({ seeds, budget: 120, memoryMb: 8 })
  expect(campaign).toMatchObject({
    status: 'completed',
    statusReason: 'budget_exhausted',
    progress: { fetched: 120, remaining: 0, interrupted: 0 },
  })
  for (const { url, outcomes: expected } of site.pages) {
    expect([url, expected]).toEqual([url, expect.arrayContaining([outcomes.get(url)])])
  }
  expect([...outcomes.values()]).not.toContain('fault')
  expect(campaign.progress['busy']).toBeGreaterThan(0)
  // Half of a page's 10,000 links are accepted, and a redirect led to each private address.
  expect(campaign.progress['known']).toBeLessThan(5_200)
  expect(campaign.progress['hosts']).toBe(5)
  expect(campaign.memory.usedMb).toBeLessThanOrEqual(8)

  const { asked, intrusions } = await siteLog()
  expect(asked.slice(before).filter((url) => !url.endsWith('/robots.txt'))).toHaveLength(120)
  expect(intrusions).toBe(0)
})

test('100,000 variants of a page do not outgrow the memory', async () => {
  const { campaign } = await crawl({ seeds: [site.variants], budget: 110, memoryMb: 4 })
  const { progress, memory } = campaign
  expect(['budget_exhausted', 'frontier_empty']).toContain(campaign.statusReason)
  expect(progress['fetched']).toBeLessThanOrEqual(110)
  expect(progress['known']).toBeLessThanOrEqual(100_000)
  expect(memory.usedMb).toBeLessThanOrEqual(4)
})

test('100,000 variants of a page are recognised as one, and cost little', async () => {
  const { campaign, outcomes } = await crawl({ seeds: [site.variants], budget: 110, memoryMb: 8 })
  expect(campaign.statusReason).toBe('frontier_empty')
  expect([...outcomes.values()].filter((outcome) => outcome === 'ok')).toHaveLength(1)
  expect([...outcomes.values()].filter((outcome) => outcome === 'duplicate')).toHaveLength(21)
  expect(campaign.progress).toMatchObject({ fetched: 22, givenUp: 979, known: 1_001 })
})
