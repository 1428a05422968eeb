import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Campaign } from '../../../../src/core/campaign/campaign.ts'
import { fold } from '../../../../src/core/campaign/log/fold.ts'
import { ask, type Asked } from '../../../../src/core/campaign/questions.ts'
import { course, crawl } from '../../../fixtures/random-course.ts'
import { statePrint } from '../../../fixtures/state-bytes.ts'

const URLS = ['https://h0.test/p/0', 'https://h1.test/p/1', 'https://h2.test/7', 'https://x.test/']

/** Everything there is to ask, of nodes near and far. */
function lookAround({ ask: put }: Pick<Campaign, 'ask'>): void {
  const { nodes } = put('frontier', 6)
  for (const { url } of nodes) put('explain', { url, isPrivate: false, now: 0 })
  for (const url of URLS) put('explain', { url, isPrivate: false, now: 0 })
  put('series', 10)
  put('arms', undefined)
  put('skipped', undefined)
}

const asking = (asked: Asked): Pick<Campaign, 'ask'> => ({
  ask: (question, matter) => ask(asked, question, matter),
})

const looking = (campaign: Campaign) =>
  lookAround({ ask: (question, matter) => campaign.ask(question, matter) })

test('a crawl that is looked at after every tick writes the same log as one that is not', async () => {
  await fc.assert(
    fc.asyncProperty(course, async (how) => {
      const looked = await crawl(how, looking)
      expect(looked.rows()).toEqual((await crawl(how)).rows())
    }),
    { numRuns: 10 },
  )
})

test('looking leaves the state as it is, heaps and all', async () => {
  await fc.assert(
    fc.asyncProperty(course, fc.nat(), async (how, cut) => {
      const world = await crawl(how)
      const rows = world.rows()
      const state = fold(rows, 1 + (cut % rows.length))!
      const before = statePrint(rows, state)
      lookAround(asking({ state, log: world.ports.log }))
      expect(statePrint(rows, state)).toBe(before)
    }),
    { numRuns: 10 },
  )
})
