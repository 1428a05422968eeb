import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { FETCH_WORDS } from '../../../../src/client/wording.js'
import {
  FETCH_COUNTERS,
  countStep,
  noCounters,
  type Counters,
} from '../../../../src/core/campaign/state/counters.ts'
import { isCharged, OUTCOMES } from '../../../../src/core/campaign/outcomes.ts'
import type { Step } from '../../../../src/core/campaign/event.ts'
import { course, crawl } from '../../../fixtures/random-course.ts'
import { chain, SEED } from '../../../fixtures/chain.ts'
import { fakeWeb } from '../../../fixtures/fake-web.ts'
import { LocalWorld } from '../../../fixtures/local-world.ts'

const sumOf = (counters: Counters) => FETCH_COUNTERS.reduce((sum, name) => sum + counters[name], 0)

describe('the outcome counters', () => {
  test('add up to the fetches after every record, whatever happens to a campaign', async () => {
    const met = new Set<string>()
    await fc.assert(
      fc.asyncProperty(course, async (how) => {
        const world = await crawl(how, (campaign) => {
          const { counters } = campaign.report()
          expect(sumOf(counters)).toBe(counters.fetched)
        })
        for (const { outcome } of world.steps()) met.add(outcome)
      }),
      { numRuns: 40, seed: 21 },
    )
    expect(met).toContain('duplicate')
    expect(met).toContain('robots_unavailable')
    expect(met).toContain('http_error')
    expect(met).toContain('busy')
  }, 120_000)

  test.each(OUTCOMES)('add up with each outcome, retried or not (%s)', (outcome) => {
    for (const retry of [false, true]) {
      const counters = noCounters()
      countStep(counters, {
        outcome,
        retry,
        score: 0,
        bodyBytes: 0,
        sideRequests: 0,
        skips: {},
      } as Step)
      expect(counters.fetched).toBe(Number(isCharged(outcome)))
      expect(sumOf(counters)).toBe(counters.fetched)
    }
  })

  test('an unavailable robots.txt postpones a fetch, and costs none', async () => {
    const web = fakeWeb({ ...chain(2), 'https://a.test/robots.txt': { status: 503 } })
    const world = new LocalWorld(web.http)
    const campaign = world.create({ seeds: [SEED], budget: 3 })
    await world.tick(campaign)
    expect(campaign.report().counters).toMatchObject({ fetched: 0, retried: 0, postponed: 1 })
  })

  test('have a label each on the dashboard and the command line', () => {
    expect(Object.keys(FETCH_WORDS)).toEqual([...FETCH_COUNTERS])
  })
})
