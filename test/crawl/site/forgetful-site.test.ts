import { expect, onTestFinished, test, vi } from 'vitest'
import type { Http } from '../../../src/crawl/http.ts'
import { Site } from '../../../src/crawl/site/site.ts'
import type { Sites } from '../../../src/crawl/site/sites.ts'
import { DAY_MS, ORIGIN, page, ROBOTS_REQUEST, visitorsOf, World } from './site-world.ts'

/** Behaves as a Durable Object: after ten idle seconds only what was stored is left. */
function forgetful(world: World): Sites {
  let site = new Site(world.deps)
  let calledAt = 0
  return () => {
    if (world.clock - calledAt >= 10_000) site = new Site(world.deps)
    calledAt = world.clock
    return site
  }
}

async function pass(world: World, ms: number) {
  for (let passed = 0; passed < ms; passed += 100) {
    world.clock += 100
    await vi.advanceTimersByTimeAsync(100)
  }
}

test.each([
  [1_000, 25_000],
  [5_000, 6_000],
  [9_000, 20_000],
])(
  'a request is known to its site for as long as it takes, and its pace of %i ms after that',
  async (paceMs, durationMs) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const world = new World()
    const durationsMs = [durationMs]
    const slowAtFirst: Http = async () => {
      await new Promise((done) => setTimeout(done, durationsMs.pop() ?? 0))
      return page()
    }
    const sites = forgetful(world)
    await sites(ORIGIN).robots({ ...ROBOTS_REQUEST, isAgain: true })
    const visit = visitorsOf(world, slowAtFirst, () => sites, 30_000)
    const first = visit('a', paceMs)
    await pass(world, durationMs + paceMs - 900)
    expect((await first).answer.kind).toBe('page')
    const [early] = await Promise.all([visit('b'), pass(world, 100)])
    expect(early.answer.kind).toBe('too_soon')
    await pass(world, 32_000 + paceMs)
    const [late] = await Promise.all([visit('b'), pass(world, 100)])
    expect(late.answer.kind).toBe('page')
    expect(vi.getTimerCount()).toBe(0)
  },
)

test.each([
  ['asks for a slow pace', 'user-agent: *\ncrawl-delay: 20'],
  ['a slow campaign visits', ''],
])('a visit to a site that %s does not begin with its robots.txt each time', async (_, text) => {
  const world = new World()
  world.answer = () => new Response(text)
  const sites = forgetful(world)
  await sites(ORIGIN).robots({ ...ROBOTS_REQUEST, isAgain: true })
  for (let i = 0; i < 6; i++) {
    const hostAskedAt = i === 0 ? 0 : world.clock
    world.clock += 30_000
    // The campaign's own object is gone as well by then.
    const visit = visitorsOf(
      world,
      async () => page(),
      () => sites,
    )
    expect((await visit('a', 1_000, hostAskedAt)).answer.kind).toBe('page')
  }
  expect(world.asked.length).toBeLessThanOrEqual(2)
})

test('an expired robots.txt is fetched again, stored or not', async () => {
  const world = new World()
  const sites = forgetful(world)
  for (let i = 0; i < 3; i++) {
    await sites(ORIGIN).robots({ ...ROBOTS_REQUEST, isAgain: true })
    world.clock += DAY_MS
  }
  expect(world.asked).toHaveLength(3)
})
