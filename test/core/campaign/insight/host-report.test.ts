import fc from 'fast-check'
import { expect, test } from 'vitest'
import { course, crawl } from '../../../fixtures/random-course.ts'

test('the figures of all hosts add up to those of the campaign', async () => {
  await fc.assert(
    fc.asyncProperty(course, async (how) => {
      const campaign = (await crawl(how)).reopen()
      const hosts = campaign.query('hosts', { from: undefined, limit: 1_000 })
      const sum = (figure: 'fetched' | 'relevant' | 'frontier') =>
        hosts.reduce((total, host) => total + host[figure], 0)
      const { counters, frontier } = campaign.report()
      expect({ ...counters, frontier }).toMatchObject({
        fetched: sum('fetched'),
        relevant: sum('relevant'),
        frontier: sum('frontier'),
      })
    }),
    { numRuns: 15 },
  )
})
