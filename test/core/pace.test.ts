import { describe, expect, test } from 'vitest'
import type { Http } from '../../src/web/http.ts'
import { SEED } from '../fixtures/chain.ts'
import { page } from '../fixtures/fake-web.ts'
import { LocalWorld } from '../fixtures/local-world.ts'

describe('pace', () => {
  const LINKS = Array.from({ length: 4 }, (_, i): [string, string][] => [
    [`https://a.test/${i}`, 'x'],
    [`https://b.test/${i}`, 'x'],
  ]).flat()

  async function requestTimes(rate: { perMinute: number; hostDelayMs: number }, robots = '') {
    const times: [host: string, at: number][] = []
    const http: Http = async (url) => {
      if (url.endsWith('/robots.txt')) return new Response(robots)
      times.push([new URL(url).host, world.clock])
      return new Response(page('x', LINKS), { headers: { 'content-type': 'text/html' } })
    }
    const world = new LocalWorld(http)
    await world.run(world.create({ seeds: [SEED], rate, budget: 9 }))
    return times.map(([host, at]) => [host, at - times[0]![1]])
  }

  test('keeps the campaign to its rate', async () => {
    const times = await requestTimes({ perMinute: 60, hostDelayMs: 0 })
    expect(times.map(([, at]) => at)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8].map((s) => s * 1000))
  })

  test('keeps each host to its own, without making others wait', async () => {
    const times = await requestTimes({ perMinute: 6000, hostDelayMs: 1000 })
    expect(times.slice(0, 5)).toEqual([
      ['a.test', 0],
      ['b.test', 10],
      ['a.test', 1000],
      ['b.test', 1010],
      ['a.test', 2000],
    ])
  })

  test('is slowed, never quickened, by what robots.txt asks for', async () => {
    const slow = await requestTimes(
      { perMinute: 6000, hostDelayMs: 1000 },
      'User-agent: *\nCrawl-delay: 3',
    )
    expect(slow[2]).toEqual(['a.test', 3000])
    const usual = await requestTimes(
      { perMinute: 6000, hostDelayMs: 1000 },
      'User-agent: *\nCrawl-delay: 0.1',
    )
    expect(usual[2]).toEqual(['a.test', 1000])
  })
})
