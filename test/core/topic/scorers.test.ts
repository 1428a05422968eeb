import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { fold } from '../../../src/core/campaign/log/fold.ts'
import { readSnapshot } from '../../../src/core/campaign/log/snapshot.ts'
import type { Lesson, ScorerKind } from '../../../src/core/topic/scorer.ts'
import { buildScorer, SCORERS, type Topic } from '../../../src/core/topic/scorers.ts'
import { fakeWeb, page } from '../../fixtures/fake-web.ts'
import { LocalWorld } from '../../fixtures/local-world.ts'
import { logOf, stateBytes } from '../../fixtures/state-bytes.ts'

/** Scores every page by the lessons so far: 10 for each label, 1 for each page. */
const lessonCount: ScorerKind<'lesson_count', object> = {
  name: 'lesson_count',
  options: {},
  build: () => {
    let lessons: Lesson[] = []
    const count = (kind: Lesson['kind']) => lessons.filter((lesson) => lesson.kind === kind).length
    return {
      scorePage: () => 10 * count('labelled') + count('crawled'),
      scoreLink: () => 0,
      learn: (lesson) => void lessons.push(lesson),
      archive: (archive) => {
        lessons = JSON.parse(archive.text(JSON.stringify(lessons))) as Lesson[]
      },
    }
  },
}

const scorers = SCORERS as unknown as object[]
beforeAll(() => void scorers.push(lessonCount))
afterAll(() => void scorers.pop())

const TOPIC = { scorer: 'lesson_count' } as unknown as Topic
const SEEDS = ['https://a.test/1', 'https://a.test/2', 'https://a.test/3', 'https://a.test/4']
const web = () => fakeWeb(Object.fromEntries(SEEDS.map((url) => [url, page(`of ${url}`)]))).http

/** Two pages crawled and the first of them labelled. */
async function labelledCampaign() {
  const world = new LocalWorld(web())
  const campaign = world.create({ seeds: SEEDS, topic: TOPIC })
  await world.run(campaign, 2)
  campaign.edit({ kind: 'labels', labels: [{ url: SEEDS[0]!, worth: 0.5 }] })
  return { world, campaign }
}

const scores = (world: LocalWorld) => world.steps().map(({ score }) => score)

describe('a scorer that learns', () => {
  test('scores each page by the pages and labels before it', async () => {
    const { world, campaign } = await labelledCampaign()
    await world.run(campaign)
    expect(scores(world)).toEqual([0, 1, 12, 13])
  })

  test('scores the same after the campaign is reopened from its log', async () => {
    const { world } = await labelledCampaign()
    await world.run(world.reopen(), 1)
    await world.run(world.reopen())
    expect(scores(world)).toEqual([0, 1, 12, 13])
  })

  test('scores the same after the campaign is loaded from a snapshot', async () => {
    const { world } = await labelledCampaign()
    const rows = world.rows()
    const { state } = readSnapshot(stateBytes(rows), logOf(rows))
    expect(state.scorer.scorePage('')).toBe(12)
    expect(state.scorer.scorePage('')).toBe(fold(rows)!.scorer.scorePage(''))
  })

  test('is replaced by one that has learned nothing when the topic is edited', async () => {
    const { world, campaign } = await labelledCampaign()
    campaign.edit({ kind: 'patch', patch: { topic: { keywords: ['volcano'] } } })
    campaign.edit({ kind: 'patch', patch: { topic: TOPIC } })
    await world.run(campaign)
    expect(scores(world)).toEqual([0, 1, 0, 1])
  })

  test('is told the title and score of a page, and the verdict on it by its record', async () => {
    const { world } = await labelledCampaign()
    const lessons: Lesson[] = []
    const build = vi.spyOn(lessonCount, 'build').mockReturnValue({
      scorePage: () => 0,
      scoreLink: () => 0,
      learn: (lesson) => void lessons.push(lesson),
      archive: () => undefined,
    })
    fold(world.rows())
    build.mockRestore()
    expect(lessons).toEqual([
      { kind: 'crawled', seq: 2, title: 'of https://a.test/1', score: 0 },
      { kind: 'crawled', seq: 3, title: 'of https://a.test/2', score: 1 },
      { kind: 'labelled', seq: 2, score: 0.5, was: 0 },
    ])
  })
})

test('an option that a recorded topic lacks has its default', () => {
  const factor: ScorerKind<'factor', { factor: number }> = {
    name: 'factor',
    options: {
      factor: {
        kind: { kind: 'integer', min: 1, max: 9 },
        default: 7,
        description: 'What every page scores.',
        flag: { name: 'factor', value: 'N', help: 'what every page scores' },
      },
    },
    build: (options) => ({ scorePage: () => options.factor, scoreLink: () => 0 }),
  }
  scorers.push(factor)
  const score = (topic: object) => buildScorer(topic as Topic).scorePage('')
  expect([score({ scorer: 'factor' }), score({ scorer: 'factor', factor: 2 })]).toEqual([7, 2])
  scorers.pop()
})

test('a topic that names an unknown scorer cannot be used', () => {
  const world = new LocalWorld(web())
  const topic = { scorer: 'tea_leaves' } as unknown as Topic
  expect(() => world.create({ seeds: SEEDS, topic })).toThrow('unknown scorer "tea_leaves"')
})
