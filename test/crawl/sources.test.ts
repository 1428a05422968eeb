import { expect, test } from 'vitest'
import type { FetchAnswer } from '../../src/core/campaign/fetch/source.ts'
import type { CrawlSource, SourceKinds } from '../../src/crawl/crawl-source.ts'
import { LocalWorld } from '../fixtures/local-world.ts'

const STUB = 'stub'

/** A recorded graph: each node lists the nodes it links to. An identity has an origin and a path. */
const GRAPH: Record<string, string[]> = {
  'graph://g/1': ['graph://g/2', 'graph://g/3'],
  'graph://g/2': ['graph://g/3'],
  'graph://g/3': [],
}

/** A source that reads no web, and what it was built for. */
function stubKind(): { kinds: SourceKinds; builtFor: string[] } {
  const builtFor: string[] = []
  const kinds: SourceKinds = {
    stub: ({ now }) => {
      return ({ name }) => {
        builtFor.push(name)
        return stubSource(now)
      }
    },
  }
  return { kinds, builtFor }
}

function stubSource(now: () => number): CrawlSource {
  return {
    siteOf: () => 'graph',
    fetch: async ({ url }) => ({
      requestedAt: now(),
      durationMs: 1,
      bodyBytes: 0,
      crawlDelayMs: undefined,
      contentSignals: undefined,
      sitemaps: [],
      sideRequests: 0,
      answer: answerOf(url),
    }),
    leave: async () => {},
  }
}

function answerOf(url: string): FetchAnswer {
  const links = (GRAPH[url] ?? []).map((target) => {
    return { url: target, anchor: '', window: 'volcano', rel: [] }
  })
  const facts = { language: undefined, noindex: false, canonical: undefined, feeds: [] }
  const text = `volcano ${url}`
  return { kind: 'page', status: 200, title: url, text, links, skips: {}, ...facts }
}

const noWeb = () => Promise.reject(new TypeError('nothing is asked of the web'))

test('a campaign crawls the source that its spec names', async () => {
  const world = new LocalWorld(noWeb, stubKind().kinds)
  await world.run(world.create({ seeds: ['graph://g/1'], source: STUB }))
  const pages = await world.pages()
  expect(pages.map(({ url }) => url).toSorted()).toEqual([
    'graph://g/1',
    'graph://g/2',
    'graph://g/3',
  ])
})

test('a reopened campaign goes on with the source named in its log', async () => {
  const world = new LocalWorld(noWeb, stubKind().kinds)
  await world.run(world.create({ seeds: ['graph://g/1'], source: STUB }), 1)
  await world.run(world.reopen())
  expect(await world.pages()).toHaveLength(3)
})

test('its source is built again after an edit of the spec, and only then', async () => {
  const { kinds, builtFor } = stubKind()
  const world = new LocalWorld(noWeb, kinds)
  const campaign = world.create({ seeds: ['graph://g/1'], source: STUB, name: 'one' })
  await world.run(campaign, 1)
  const before = builtFor.length
  campaign.edit({ kind: 'patch', patch: { name: 'two' } })
  await world.run(campaign)
  expect(builtFor.slice(before)).toEqual(['two'])
  expect(await world.pages()).toHaveLength(3)
})

test('a name that no source has is refused', () => {
  const world = new LocalWorld(noWeb, {})
  expect(() => world.create({ seeds: ['graph://g/1'], source: STUB })).toThrow(
    'no source is called',
  )
})
