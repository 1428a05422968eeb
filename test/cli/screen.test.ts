import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bar } from '../../src/cli/bar.js'
import { liveLine } from '../../src/cli/live-line.js'
import { Pace } from '../../src/cli/pace.js'
import { progressLine } from '../../src/cli/progress-line.js'
import { listing } from '../../src/cli/table.js'
import { FETCH_COUNTERS } from '../../src/core/campaign/state/counters.ts'
import { otherFetches } from '../../src/client/wording.js'

describe('a table', () => {
  interface Row {
    n: number
    name: string | null
  }
  const columns = [
    { title: 'N', of: ({ n }: Row) => n },
    { title: 'NAME', of: ({ name }: Row) => name, wide: true },
  ]
  const rows: Row[] = [
    { n: 5, name: 'short' },
    { n: 1200, name: 'a name that is longer than the screen is wide' },
    { n: 7, name: null },
  ]

  test('has figures to the right, texts to the left, and a dash for nothing', () => {
    expect(listing(rows, columns).split('\n')).toEqual([
      '   N  NAME',
      '   5  short',
      '1200  a name that is longer than the screen is wide',
      '   7  –',
    ])
  })

  test('is no wider than the screen', () => {
    for (const line of listing(rows, columns, 24).split('\n')) {
      expect(line.length).toBeLessThanOrEqual(24)
    }
  })

  test('lets no page drive the terminal', () => {
    const name = '\u001b[2J\u009b2Jred\nblue \u202eeulb'
    expect(listing([{ n: 1, name }], columns)).not.toMatch(/(?!\n)[\p{Cc}\u202e]/u)
    expect(listing([{ n: 1, name }], columns).split('\n')).toHaveLength(2)
  })

  test('may be as long as a campaign has pages', () => {
    const many = Array.from({ length: 300_000 }, (_, n) => ({ n, name: 'x' }))
    expect(listing(many, columns).split('\n')).toHaveLength(many.length + 1)
  })

  test('of nothing is its titles', () => {
    expect(listing([], columns)).toBe('N  NAME')
  })
})

test('a bar is as long as it is asked to be, and never shrinks with a larger share', () => {
  const share = fc.double({ min: -1, max: 2, noNaN: true })
  fc.assert(
    fc.property(share, share, fc.integer({ min: 1, max: 60 }), (a, b, width) => {
      const [less, more] = [Math.min(a, b), Math.max(a, b)].map((of) => bar(of, width))
      expect(less).toHaveLength(width)
      expect(less!.replaceAll('░', '').length).toBeLessThanOrEqual(more!.replaceAll('░', '').length)
    }),
  )
  expect(bar(0, 4)).toBe('░░░░')
  expect(bar(0.5, 4)).toBe('██░░')
  expect(bar(1, 4)).toBe('████')
})

describe('the pace', () => {
  test('is unknown at first', () => {
    const pace = new Pace()
    expect(pace.perMinute).toBeNull()
    pace.saw(0, 10)
    expect(pace.perMinute).toBeNull()
    expect(pace.etaMs(100)).toBeNull()
  })

  test('is that of the last minute', () => {
    const pace = new Pace()
    pace.saw(0, 0)
    pace.saw(30_000, 300)
    expect(pace.perMinute).toBe(600)
    for (let second = 31; second <= 120; second++) pace.saw(second * 1000, 300 + second - 30)
    expect(pace.perMinute).toBe(60)
    expect(pace.etaMs(30)).toBe(30_000)
  })

  test('says nothing of the end while nothing is fetched', () => {
    const pace = new Pace()
    pace.saw(0, 5)
    pace.saw(1000, 5)
    expect(pace.perMinute).toBe(0)
    expect(pace.etaMs(100)).toBeNull()
  })
})

describe('the line of a campaign', () => {
  const campaign = {
    name: 'Volcanoes of the whole wide world',
    status: 'running',
    budget: 200,
    progress: { fetched: 50, relevant: 40, remaining: 150, score: 61.2345 },
  } as Parameters<typeof progressLine>[0]

  function paced() {
    const pace = new Pace()
    pace.saw(0, 0)
    pace.saw(60_000, 50)
    return pace
  }

  test('tells how far, how good, how fast and how long', () => {
    const line = progressLine(campaign, paced(), 200)
    expect(line).toMatch(/50\/200 {2}harvest 80% {2}score 61\.23 {2}50\/min {2}ETA 3 min$/)
  })

  test.each([
    [30, /Volcanoes… {2}[█▉▊▋▌▍▎▏░]+ {2}50\/200$/],
    [42, /50\/200 {2}ETA 3 min$/],
    [66, /50\/200 {2}harvest 80% {2}50\/min {2}ETA 3 min$/],
  ])('leaves out what matters least on a screen of %i columns', (width, whole) => {
    expect(progressLine(campaign, paced(), width)).toMatch(whole)
  })

  test('lets no name drive the terminal', () => {
    const name = 'red \u001b[31m'
    expect(progressLine({ ...campaign, name }, paced(), 200)).not.toMatch(/\p{Cc}/u)
  })

  test('fits into any width', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 200 }), (width) => {
        expect(progressLine(campaign, paced(), width).length).toBeLessThanOrEqual(width)
      }),
    )
  })

  test('is drawn over itself, and leaves the terminal as it was', () => {
    const written: string[] = []
    const line = liveLine({ write: (text: string) => written.push(text) })
    line.draw('one')
    line.draw('two')
    line.close()
    line.close()
    expect(written).toEqual(['\u001b[?25l\rone\u001b[K', '\rtwo\u001b[K', '\n\u001b[?25h'])
  })
})

test('the fetches shown beside the pages are all the others, and none is missing', () => {
  const counts = fc.record(
    Object.fromEntries(FETCH_COUNTERS.map((name) => [name, fc.nat(900)])),
  ) as fc.Arbitrary<Record<(typeof FETCH_COUNTERS)[number], number>>
  fc.assert(
    fc.property(counts, (came) => {
      const fetched = Object.values(came).reduce((sum, fetches) => sum + fetches, 0)
      const others = otherFetches({ ...came, fetched } as Parameters<typeof otherFetches>[0])
      const shown = [...others.text.matchAll(/\d+/g)].map(([fetches]) => Number(fetches))
      expect(others.fetches).toBe(fetched - came.pages)
      expect(shown.reduce((sum, fetches) => sum + fetches, 0)).toBe(others.fetches)
      expect(others.text).toContain(`${came.failed} failed`)
    }),
  )
})
