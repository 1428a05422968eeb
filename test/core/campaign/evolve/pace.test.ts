import { describe, expect, test } from 'vitest'
import type { Http } from '../../../../src/crawl/http.ts'
import { SEED } from '../../../fixtures/chain.ts'
import { page } from '../../../fixtures/fake-web.ts'
import { LocalWorld } from '../../../fixtures/local-world.ts'

describe('pace', () => {
  const LINKS = Array.from({ length: 4 }, (_, i): [string, string][] => [
    [`https://a.test/${i}`, 'x'],
    [`https://b.test/${i}`, 'x'],
  ]).flat()

  /** Times of all requests, for robots.txt as well as for pages. */
  async function requestTimes(rate: { perMinute: number; hostDelayMs: number }, robots = '') {
    const times: [host: string, at: number][] = []
    const http: Http = async (url) => {
      times.push([new URL(url).host, world.clock])
      if (url.endsWith('/robots.txt')) return new Response(robots)
      return new Response(page('x', LINKS), { headers: { 'content-type': 'text/html' } })
    }
    const world = new LocalWorld(http)
    await world.run(world.create({ seeds: [SEED], rate, budget: 9 }))
    return times.map(([host, at]) => [host, at - times[0]![1]])
  }

  test('keeps the campaign to its rate', async () => {
    const times = await requestTimes({ perMinute: 60, hostDelayMs: 0 })
    expect(times.map(([, at]) => at)).toEqual(Array.from({ length: 11 }, (_, i) => i * 1000))
  })

  test('keeps each host to its own delay, without making others wait', async () => {
    const times = await requestTimes({ perMinute: 6000, hostDelayMs: 1000 })
    expect(times.slice(0, 5)).toEqual([
      ['a.test', 0],
      ['a.test', 1000],
      ['b.test', 1010],
      ['a.test', 2000],
      ['b.test', 2010],
    ])
  })

  test('is slowed, never quickened, by the Crawl-delay of robots.txt', async () => {
    const slow = await requestTimes(
      { perMinute: 6000, hostDelayMs: 1000 },
      'User-agent: *\nCrawl-delay: 3',
    )
    expect(slow.slice(0, 2)).toEqual([
      ['a.test', 0],
      ['a.test', 3000],
    ])
    expect(slow[3]).toEqual(['a.test', 6000])
    const usual = await requestTimes(
      { perMinute: 6000, hostDelayMs: 1000 },
      'User-agent: *\nCrawl-delay: 0.1',
    )
    expect(usual[3]).toEqual(['a.test', 2000])
  })

  test('counts from the end of a response, so that the host never sees a shorter pause', async () => {
    const seen: number[] = []
    const http: Http = async (url) => {
      if (url.endsWith('/robots.txt')) return new Response('')
      seen.push(world.clock)
      world.clock += 700
      return new Response(page('x'), { headers: { 'content-type': 'text/html' } })
    }
    const world = new LocalWorld(http)
    const rate = { perMinute: 6000, hostDelayMs: 1000 }
    const seeds = [SEED, 'https://a.test/0', 'https://a.test/1']
    await world.run(world.create({ seeds, rate, budget: 3 }))
    expect(seen.map((at) => at - seen[0]!)).toEqual([0, 1700, 3400])
  })

  test('is kept to the millisecond across restarts', async () => {
    const rate = { perMinute: 240, hostDelayMs: 1000 }
    const times = async (reopens: boolean) => {
      const at: string[] = []
      const http: Http = async (url) => {
        if (!url.endsWith('/robots.txt')) at.push(`${world.clock} ${new URL(url).host}`)
        return new Response(page('x', LINKS), { headers: { 'content-type': 'text/html' } })
      }
      const world = new LocalWorld(http)
      let campaign = world.create({ seeds: [SEED], rate, budget: 9 })
      while (world.alarmAt !== undefined) {
        const { alarmAt } = world
        // Not yet due: nothing was sent, so nothing is charged.
        world.clock = alarmAt - 1
        if (reopens) campaign = world.reopen()
        world.alarmAt = alarmAt
        await world.tick(campaign)
      }
      return at
    }
    expect(await times(true)).toEqual(await times(false))
  })
})
