import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { EditRequest } from '../../../src/core/campaign/edits/edit-request.ts'
import type { Spec } from '../../../src/core/spec/spec.ts'
import { BadCorpus, UnknownTopic } from '../../../src/lab/corpus/corpus.ts'
import { type LogCorpus, openLogCorpus } from '../../../src/lab/corpus/log-corpus.ts'
import { quantise } from '../../../src/lib/fixed-point.ts'
import { SEED } from '../../fixtures/chain.ts'
import { exportedLog } from '../../fixtures/exported-log.ts'
import { type FakeAnswer, fakeWeb, page } from '../../fixtures/fake-web.ts'
import { LocalWorld } from '../../fixtures/local-world.ts'
import { isSound, rowsOf } from './rows-of.ts'
import { folderWith } from './written-corpus.ts'

const A = 'https://a.test/a'
const B = 'https://a.test/b'
const C = 'https://b.test/c'
const OLD = 'https://a.test/old'
const OLDER = 'https://a.test/older'

const moved = (location: string) => ({ status: 302, headers: { location } })

/** The corpus of a campaign that crawled all it could of these pages, edited after two of them. */
async function corpusOf(
  web: Record<string, FakeAnswer>,
  spec: Partial<Spec> = {},
  edits: EditRequest[] = [],
): Promise<LogCorpus> {
  const world = new LocalWorld(fakeWeb(web).http)
  const campaign = world.create({ seeds: [SEED], budget: 100, ...spec })
  await world.run(campaign, 2)
  for (const edit of edits) expect(campaign.edit(edit)).toBeUndefined()
  await world.run(campaign)
  const folder = folderWith({ 'campaign.dowser-log': exportedLog(world.rows()) })
  return openLogCorpus(join(folder, 'campaign.dowser-log'))
}

function urlsOf({ graph, url }: LogCorpus): string[] {
  return Array.from({ length: graph.nodeCount }, (_, node) => url(node))
}

/** The score as a log keeps it. */
function scoreOf(words: number): number {
  return quantise(Math.log1p(words))
}

describe('the corpus of a log', () => {
  const WEB = {
    [SEED]: page('start', [
      [A, 'elsewhere'],
      [B, 'a volcano'],
    ]),
    [A]: page('volcano and volcano', [[SEED, 'home']]),
    [B]: page('volcano', [[C, 'volcano, volcano']]),
    [C]: page('nothing'),
  }

  test('has the pages in order of discovery, their scores, and their links with link scores', async () => {
    const corpus = await corpusOf(WEB)
    expect(urlsOf(corpus)).toEqual([SEED, A, B, C])
    expect(rowsOf(corpus.graph)).toEqual([[1, 2], [0], [3], []])
    const { beta, alpha } = corpus.scores('volcano')
    // A title counts as words of its page, and so do the words of its links.
    expect([...beta]).toEqual([1, 4, 4, 0].map(scoreOf))
    expect([...alpha]).toEqual([0, 1, 0, 2].map(scoreOf))
  })

  test('knows where the campaign began and the way it went', async () => {
    const { seeds, crawlOrder, campaign } = await corpusOf(WEB)
    expect([...seeds]).toEqual([0])
    expect([...crawlOrder]).toEqual([0, 2, 3, 1])
    expect(campaign.spec.name).toBe('test')
  })

  test('has its own topic alone', async () => {
    const corpus = await corpusOf(WEB, { topic: { keywords: ['volcano', 'lava'] } })
    expect(corpus.topics).toEqual(['volcano, lava'])
    expect(() => corpus.scores('volcano')).toThrow(UnknownTopic)
  })

  test('leaves out what failed, was barred or was never fetched', async () => {
    const corpus = await corpusOf(
      {
        'https://b.test/robots.txt': {
          headers: { 'content-type': 'text/plain' },
          body: 'User-agent: *\nDisallow: /',
        },
        [SEED]: page('volcano', [
          [A, 'a volcano'],
          [B, 'broken'],
          [C, 'barred'],
        ]),
        [A]: page('volcano', [['https://a.test/later', 'later']]),
        'https://a.test/later': page('never reached'),
      },
      { budget: 3 },
    )
    expect(urlsOf(corpus)).toEqual([SEED, A])
    expect(rowsOf(corpus.graph)).toEqual([[1], []])
  })

  test('takes a link to a page that moved for one to where it led in the end', async () => {
    const corpus = await corpusOf({
      [SEED]: page('start', [
        [OLDER, 'a volcano'],
        [A, 'volcano, volcano'],
      ]),
      [OLDER]: moved('/old'),
      [OLD]: moved('/a'),
      [A]: page('volcano', [
        [OLD, 'myself'],
        [B, 'b'],
      ]),
      [B]: page('b', [[OLD, 'back']]),
    })
    expect(urlsOf(corpus)).toEqual([SEED, A, B])
    expect(rowsOf(corpus.graph)).toEqual([[1], [2], [1]])
    expect(isSound(corpus.graph)).toBe(true)
    // Both links of the seed lead to one page: their words add up.
    expect(corpus.scores('volcano').alpha[0]).toBeCloseTo(Math.log1p(3), 3)
  })

  test('starts where its seeds led, each once', async () => {
    const web = { [SEED]: page('volcano', [[A, 'a']]), [A]: page('a'), [OLD]: moved('/') }
    const corpus = await corpusOf(web, { seeds: [OLD, 'https://a.test/broken', SEED] })
    expect(corpus.seeds).toHaveLength(1)
    expect(corpus.url(corpus.seeds[0]!)).toBe(SEED)
  })

  test('starts from seeds that were added too, unless they had been chosen before', async () => {
    const web = {
      [SEED]: page('volcano', [[A, 'a']]),
      [A]: page('a', [[B, 'b']]),
      [B]: page('b'),
      [C]: page('volcano'),
    }
    const corpus = await corpusOf(web, {}, [{ kind: 'seeds', urls: [A, C] }])
    expect(urlsOf(corpus)).toEqual([SEED, A, B, C])
    expect(Array.from(corpus.seeds, corpus.url)).toEqual([SEED, C])
    expect(Array.from(corpus.crawlOrder, corpus.url)).toEqual([SEED, A, C, B])
  })

  test('takes a verdict on a page for its score, and the last name and topic', async () => {
    const edits: EditRequest[] = [
      { kind: 'labels', labels: [{ seq: 2, worth: 1 }] },
      { kind: 'patch', patch: { name: 'Lava', topic: { keywords: ['lava'] } } },
    ]
    const corpus = await corpusOf(WEB, {}, edits)
    expect(corpus.name).toBe('Lava')
    expect(corpus.scores('lava').beta[0]).toBe(scoreOf(4))
  })

  test('survives pages that moved round in a circle', async () => {
    const corpus = await corpusOf({
      [SEED]: page('volcano', [
        [OLDER, 'older'],
        [OLD, 'old'],
        [A, 'a'],
      ]),
      [OLDER]: moved('/b'),
      [OLD]: moved('/b'),
      [B]: moved('/old'),
      [A]: page('a'),
    })
    expect(urlsOf(corpus)).toEqual([SEED, A])
    expect(rowsOf(corpus.graph)).toEqual([[1], []])
  })

  test('of one page is none', async () => {
    await expect(corpusOf({ [SEED]: page('volcano', [[A, 'broken']]) })).rejects.toThrow(BadCorpus)
  })
})
