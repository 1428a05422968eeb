import { describe, expect, test } from 'vitest'
import { topicSchema, type AnyScorer } from '../../../src/api/bodies/topic-schema.ts'
import { keywordCount } from '../../../src/core/topic/scorers/keyword-count.ts'

describe('a topic', () => {
  const schema = topicSchema([keywordCount])

  test('needs no scorer, and does not keep the name of the default one', () => {
    const keywords = ['lava']
    expect(schema.parse({ keywords })).toEqual({ keywords })
    expect(schema.parse({ keywords, scorer: 'keyword_count' })).toEqual({ keywords })
  })

  test.each([
    [{ keywords: ['lava'], scorer: 'tea_leaves' }, ['scorer'], 'must be keyword_count'],
    [{ keywords: ['lava'], depth: 3 }, [], 'unknown key "depth"; known are keywords, scorer'],
    [{ keywords: ['?!'] }, ['keywords'], /every page would score 0/],
  ])('cannot be %j', (topic, path, message) => {
    const { error } = schema.safeParse(topic)
    expect(error!.issues).toMatchObject([{ path, message: expect.stringMatching(message) }])
  })
})

describe('with a second scorer a topic', () => {
  const likeness: AnyScorer = {
    name: 'likeness',
    options: {
      neighbours: {
        kind: { kind: 'integer', min: 1, max: 9 },
        default: 3,
        description: 'Pages compared with.',
      },
    },
  }
  const schema = topicSchema([keywordCount, likeness])

  test('has the options of the scorer that it names, with their defaults', () => {
    expect(schema.parse({ keywords: ['lava'] })).toEqual({ keywords: ['lava'] })
    expect(schema.parse({ scorer: 'likeness' })).toEqual({ scorer: 'likeness', neighbours: 3 })
  })

  test.each([
    [{ scorer: 'likeness', keywords: ['lava'] }, /unknown key "keywords"/],
    [{ scorer: 'likeness', neighbours: 0 }, /from 1 to 9/],
    [{ scorer: 'tea_leaves' }, /must name one of keyword_count, likeness/],
    ['volcanoes', /must be an object/],
  ])('cannot be %j', (topic, message) => {
    const { error } = schema.safeParse(topic)
    expect(error!.issues).toMatchObject([{ message: expect.stringMatching(message) }])
  })
})
