import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { eventStream } from '../../../src/api/campaigns/event-stream.ts'
import { BusyCampaign } from '../../../src/core/campaign/readers.ts'
import { CampaignUpdate, PageUpdateView } from '../../../src/api/views/event.ts'
import type { Campaign } from '../../../src/core/campaign/campaign.ts'
import { chain, SEED } from '../../fixtures/chain.ts'
import { readEvents, type ReadEvent } from '../../fixtures/event-reader.ts'
import { fakeWeb } from '../../fixtures/fake-web.ts'
import { LocalWorld } from '../../fixtures/local-world.ts'

const RECORDS_A_PART = 20

/** A campaign that goes on while whoever watches it sleeps. */
class Watched {
  readonly world: LocalWorld
  readonly campaign: Campaign
  readonly sleeps: number[] = []
  intervalMs = 1_000
  asks = 0
  ends = 0

  constructor(pages: number, rate = { perMinute: 60, hostDelayMs: 0 }) {
    this.world = new LocalWorld(fakeWeb(chain(pages)).http)
    this.campaign = this.world.create({ seeds: [SEED], budget: pages, rate })
  }

  /** How often the campaign has no time, from now on. */
  busy = 0

  #ask = async (from: number | undefined) => {
    this.asks++
    if (this.busy-- > 0) throw new BusyCampaign(700)
    return this.campaign.query('news', { from, limit: RECORDS_A_PART })
  }

  async connect(lastEventId: number | undefined): Promise<ReadableStream<Uint8Array>> {
    return eventStream(await this.#ask(lastEventId), {
      ask: this.#ask,
      now: () => this.world.clock,
      sleep: (ms) => this.#sleep(ms),
      ended: () => void this.ends++,
      intervalMs: this.intervalMs,
    })
  }

  async #sleep(ms: number): Promise<void> {
    this.sleeps.push(ms)
    const until = this.world.clock + ms
    while ((this.world.alarmAt ?? Infinity) <= until) await this.world.tick(this.campaign)
    this.world.clock = Math.max(this.world.clock, until)
  }

  /** What one connection brings until it ends. */
  async transcript(lastEventId?: number) {
    return readEvents(await new Response(await this.connect(lastEventId)).text())
  }

  /** The pages of the log: what a watcher must be told, in this order. */
  async pages(): Promise<number[]> {
    await this.campaign.flush()
    return (await this.world.pages()).map(({ seq }) => seq)
  }
}

function pagesOf(events: ReadEvent[]): number[] {
  return events.filter(({ type }) => type === 'page').map(({ data }) => data['seq'] as number)
}

describe('a stream of events', () => {
  test('begins with the campaign as it is, and now', async () => {
    const watched = new Watched(30)
    await watched.world.run(watched.campaign, 10)
    const { events, retryMs } = await watched.transcript()
    expect(events[0]).toMatchObject({ type: 'campaign', id: 11, data: { status: 'running' } })
    expect(pagesOf(events)[0]).toBe(12)
    expect(retryMs).toBe(3_600_000)
  })

  test('tells each page once and ends with the campaign', async () => {
    const watched = new Watched(30)
    const { events } = await watched.transcript(0)
    expect(pagesOf(events)).toEqual(await watched.pages())
    expect(events.at(-1)).toMatchObject({
      type: 'campaign',
      data: { status: 'completed', statusReason: 'budget_exhausted', nextTickAt: null },
    })
  })

  test('is made of what its schemas describe', async () => {
    const { events } = await new Watched(10).transcript(0)
    const schemas = { campaign: CampaignUpdate, page: PageUpdateView }
    for (const { type, data } of events) {
      expect(schemas[type as 'campaign' | 'page'].parse(data)).toEqual(data)
    }
  })

  test('of a campaign that has ended says so and closes', async () => {
    const watched = new Watched(5)
    await watched.world.run(watched.campaign)
    const { events, retryMs } = await watched.transcript()
    expect(events).toHaveLength(1)
    expect(events[0]).toMatchObject({ type: 'campaign', data: { status: 'completed' } })
    expect(retryMs).toBe(3_600_000)
    expect(watched.asks).toBe(1)
    expect(watched.sleeps).toEqual([])
  })

  test('goes on after the last event seen, cut at any byte, and loses and repeats none', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(9_000), { maxLength: 12 }), async (cuts) => {
        const watched = new Watched(35)
        const events: ReadEvent[] = []
        let seen = 0
        for (const cut of cuts) {
          const whole = new Uint8Array(
            await new Response(await watched.connect(seen)).arrayBuffer(),
          )
          const part = new TextDecoder().decode(whole.subarray(0, cut))
          events.push(...readEvents(part).events)
          seen = events.at(-1)?.id ?? 0
        }
        events.push(...(await watched.transcript(seen)).events)
        expect(pagesOf(events)).toEqual(await watched.pages())
        expect(events.at(-1)).toMatchObject({ data: { status: 'completed' } })
      }),
      { numRuns: 15 },
    )
  })

  test('resumed after each of its events tells exactly the pages that follow', async () => {
    const watched = new Watched(25)
    const { events } = await watched.transcript(0)
    for (const [place, { id }] of events.entries()) {
      const rest = await watched.transcript(id)
      expect(pagesOf(rest.events)).toEqual(pagesOf(events.slice(place + 1)))
      expect(rest.events.at(-1)).toMatchObject({ type: 'campaign', data: { status: 'completed' } })
    }
  })

  test('of thousands of pages comes in parts, and ends before it has asked too often', async () => {
    const watched = new Watched(2_000, { perMinute: 60_000, hostDelayMs: 0 })
    await watched.world.run(watched.campaign)
    const pages: number[] = []
    let connections = 0
    for (let seen = 0; ; connections++) {
      watched.asks = 0
      const { events, retryMs } = await watched.transcript(seen)
      expect(watched.asks).toBeLessThanOrEqual(40)
      pages.push(...pagesOf(events))
      seen = events.at(-1)!.id
      if (retryMs !== 1_000) break
    }
    expect(connections).toBe(2)
    expect(pages).toHaveLength(2_000)
    expect(new Set(pages).size).toBe(2_000)
    expect(watched.sleeps).toEqual([])
  })

  test('sleeps until the next page, a second at least and a quarter of a minute at most', async () => {
    const slow = new Watched(4, { perMinute: 6, hostDelayMs: 0 })
    await slow.transcript(0)
    // The first is for its robots.txt.
    expect(slow.sleeps.slice(1)).toEqual([9_500, 10_000, 10_000, 10_000])
    const slower = new Watched(4, { perMinute: 1, hostDelayMs: 0 })
    await slower.transcript(0)
    expect(Math.max(...slower.sleeps)).toBe(15_000)
    const fast = new Watched(40, { perMinute: 600, hostDelayMs: 0 })
    await fast.transcript(0)
    expect(new Set(fast.sleeps)).toEqual(new Set([1_000]))
  })

  test('looks for news no more often than its client wants, and loses none', async () => {
    const watched = new Watched(600, { perMinute: 600, hostDelayMs: 0 })
    watched.intervalMs = 10_000
    const { events } = await watched.transcript(0)
    const minutes = watched.sleeps.reduce((sum, ms) => sum + ms, 0) / 60_000
    expect(minutes).toBeGreaterThanOrEqual(1)
    expect(new Set(watched.sleeps)).toEqual(new Set([10_000]))
    expect(pagesOf(events)).toEqual(await watched.pages())
  })

  test('says something now and then while a campaign is paused', async () => {
    const watched = new Watched(10)
    watched.campaign.edit({ kind: 'pause' })
    await watched.campaign.flush()
    const { events, comments, retryMs } = await watched.transcript()
    expect(events).toHaveLength(1)
    expect(comments.length).toBeGreaterThan(35)
    expect(new Set(comments)).toEqual(new Set(['ping']))
    expect(retryMs).toBe(1_000)
  })

  test('tells of a page again when it is labelled', async () => {
    const watched = new Watched(10)
    await watched.world.run(watched.campaign, 5)
    watched.campaign.edit({ kind: 'labels', labels: [{ url: SEED, worth: 0.5 }] })
    const { events } = await watched.transcript(6)
    expect(events[1]).toMatchObject({ type: 'page', id: 7, data: { seq: 2, url: SEED } })
  })

  test('asks no more once its client has left', async () => {
    const watched = new Watched(1_000)
    const reader = (await watched.connect(undefined)).getReader()
    await reader.read()
    await reader.cancel()
    const { asks } = watched
    for (let i = 0; i < 50; i++) await new Promise((done) => setImmediate(done))
    expect(watched.asks).toBeLessThanOrEqual(asks + 1)
    const later = watched.asks
    for (let i = 0; i < 50; i++) await new Promise((done) => setImmediate(done))
    expect(watched.asks).toBe(later)
  })

  test('waits where the campaign has no time, and then goes on', async () => {
    const watched = new Watched(30)
    await watched.world.run(watched.campaign)
    const stream = await watched.connect(0)
    watched.busy = 3
    const { events, comments } = readEvents(await new Response(stream).text())
    expect(pagesOf(events)).toEqual(await watched.pages())
    expect(watched.sleeps).toEqual([700, 700, 700])
    expect(comments).toEqual(['ping', 'ping', 'ping'])
  })

  test('says that it is over once, by itself or when its client leaves', async () => {
    const whole = new Watched(30)
    await whole.transcript(0)
    expect(whole.ends).toBe(1)
    const left = new Watched(30)
    const reader = (await left.connect(0)).getReader()
    await reader.read()
    expect(left.ends).toBe(0)
    await reader.cancel()
    expect(left.ends).toBe(1)
  })

  test('that begins beyond the log begins now', async () => {
    const watched = new Watched(5)
    const { events } = await watched.transcript(1_000_000)
    expect(events[0]).toMatchObject({ type: 'campaign', id: 1 })
    expect(pagesOf(events)).toEqual(await watched.pages())
  })
})
