import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { drawBar, FetchRate, liveLine, progressLine } from '../../src/cli/progress-line.js'

test('a bar has the requested width, and never shrinks as the share grows', () => {
  const share = fc.double({ min: -1, max: 2, noNaN: true })
  fc.assert(
    fc.property(share, share, fc.integer({ min: 1, max: 60 }), (a, b, width) => {
      const [less, more] = [Math.min(a, b), Math.max(a, b)].map((of) => drawBar(of, width))
      expect(less).toHaveLength(width)
      expect(less!.replaceAll('░', '').length).toBeLessThanOrEqual(more!.replaceAll('░', '').length)
    }),
  )
  expect(drawBar(0, 4)).toBe('░░░░')
  expect(drawBar(0.5, 4)).toBe('██░░')
  expect(drawBar(1, 4)).toBe('████')
})

describe('the fetch rate', () => {
  test('is unknown at first', () => {
    const rate = new FetchRate()
    expect(rate.perMinute).toBeNull()
    rate.add(0, 10)
    expect(rate.perMinute).toBeNull()
    expect(rate.etaMs(100)).toBeNull()
  })

  test('covers the last minute', () => {
    const rate = new FetchRate()
    rate.add(0, 0)
    rate.add(30_000, 300)
    expect(rate.perMinute).toBe(600)
    for (let second = 31; second <= 120; second++) rate.add(second * 1000, 300 + second - 30)
    expect(rate.perMinute).toBe(60)
    expect(rate.etaMs(30)).toBe(30_000)
  })

  test('gives no ETA while nothing is fetched', () => {
    const rate = new FetchRate()
    rate.add(0, 5)
    rate.add(1000, 5)
    expect(rate.perMinute).toBe(0)
    expect(rate.etaMs(100)).toBeNull()
  })
})

describe('the progress line', () => {
  const campaign = {
    name: 'Volcanoes of the whole wide world',
    status: 'running',
    budget: 200,
    progress: { fetched: 50, relevant: 40, remaining: 150, score: 61.2345 },
  } as Parameters<typeof progressLine>[0]

  function steadyRate() {
    const rate = new FetchRate()
    rate.add(0, 0)
    rate.add(60_000, 50)
    return rate
  }

  test('shows progress, harvest rate, score, rate and ETA', () => {
    const line = progressLine(campaign, steadyRate(), 200)
    expect(line).toMatch(/50\/200 {2}harvest 80% {2}score 61\.23 {2}50\/min {2}ETA 3 min$/)
  })

  test.each([
    [30, /Volcanoes… {2}[█▉▊▋▌▍▎▏░]+ {2}50\/200$/],
    [42, /50\/200 {2}ETA 3 min$/],
    [66, /50\/200 {2}harvest 80% {2}50\/min {2}ETA 3 min$/],
  ])('omits the least important figures at %i columns', (width, whole) => {
    expect(progressLine(campaign, steadyRate(), width)).toMatch(whole)
  })

  test('lets no name control the terminal', () => {
    const name = 'red \u001b[31m'
    expect(progressLine({ ...campaign, name }, steadyRate(), 200)).not.toMatch(/\p{Cc}/u)
  })

  test('fits any width', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 200 }), (width) => {
        expect(progressLine(campaign, steadyRate(), width).length).toBeLessThanOrEqual(width)
      }),
    )
  })

  test('overwrites itself, and restores the terminal', () => {
    const written: string[] = []
    const line = liveLine({ write: (text: string) => written.push(text) })
    line.draw('one')
    line.draw('two')
    line.close()
    line.close()
    expect(written).toEqual(['\u001b[?25l\rone\u001b[K', '\rtwo\u001b[K', '\n\u001b[?25h'])
  })
})
