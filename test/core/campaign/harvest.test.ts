import { expect, test } from 'vitest'
import { keywordCount } from '../../../src/core/topic/scorers/keyword-count.ts'
import { LocalWorld } from '../../fixtures/local-world.ts'
import { recordedDemo, DEMO_HOME } from '../../fixtures/recorded-demo.ts'

const KEYWORDS = ['volcano', 'volcanoes', 'lava', 'eruption', 'magma', 'crater']
/** The demo site's pages about volcanoes mention them six times or more, its others hardly ever. */
const ON_TOPIC = Math.log(1 + 6)

/** How many pages on topic 200 fetches bring, guided by those keywords. */
async function harvest(keywords: string[]): Promise<number> {
  const scorer = keywordCount.build({ keywords: KEYWORDS })
  const scores = new Map<string, number>()
  const world = new LocalWorld(async (url) => {
    const answer = await recordedDemo(url)
    if (answer.status === 200)
      scores.set(url.split('?')[0]!, scorer.scorePage(await answer.clone().text()))
    return answer
  })
  await world.run(world.create({ seeds: [DEMO_HOME], budget: 200, topic: { keywords } }))
  return [...scores.values()].filter((score) => score >= ON_TOPIC).length
}

test('200 fetches bring over 100 pages on topic where a blind crawl brings fewer than 30', async () => {
  expect(await harvest(KEYWORDS)).toBeGreaterThan(100)
  // A keyword that is nowhere leaves first in, first out: breadth-first.
  expect(await harvest(['zzz'])).toBeLessThan(30)
})
