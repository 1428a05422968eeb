import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Campaign } from '../../../../src/core/campaign/campaign.ts'
import { fold } from '../../../../src/core/campaign/log/fold.ts'
import { runQuery, type QueryContext } from '../../../../src/core/campaign/queries.ts'
import { course, crawl } from '../../../fixtures/random-course.ts'
import { statePrint } from '../../../fixtures/state-bytes.ts'

const URLS = ['https://h0.test/p/0', 'https://h1.test/p/1', 'https://h2.test/7', 'https://x.test/']

/** Runs every query that changes nothing, about nodes near and far. */
function lookAround({ query }: Pick<Campaign, 'query'>): void {
  const { nodes } = query('frontier', 6)
  for (const { url } of nodes) query('explain', { url, isPrivate: false, now: 0 })
  for (const url of URLS) query('explain', { url, isPrivate: false, now: 0 })
  query('series', 10)
  query('arms', undefined)
  query('skipped', undefined)
}

const inContext = (context: QueryContext): Pick<Campaign, 'query'> => ({
  query: (query, args) => runQuery(context, query, args),
})

const looking = (campaign: Campaign) =>
  lookAround({ query: (query, args) => campaign.query(query, args) })

test('a crawl that is queried after every tick writes the same log as one that is not', async () => {
  await fc.assert(
    fc.asyncProperty(course, async (how) => {
      const looked = await crawl(how, looking)
      expect(looked.rows()).toEqual((await crawl(how)).rows())
    }),
    { numRuns: 10 },
  )
})

test('queries leave the state as it is, heaps included', async () => {
  await fc.assert(
    fc.asyncProperty(course, fc.nat(), async (how, cut) => {
      const world = await crawl(how)
      const rows = world.rows()
      const state = fold(rows, 1 + (cut % rows.length))!
      const before = statePrint(rows, state)
      lookAround(inContext({ state, log: world.ports.log }))
      expect(statePrint(rows, state)).toBe(before)
    }),
    { numRuns: 10 },
  )
})
