import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ArchiveWriter } from '../../../../src/lib/archive.ts'
import { quantise } from '../../../../src/lib/fixed-point.ts'
import { fold } from '../../../../src/core/campaign/log/fold.ts'
import { findParents } from '../../../../src/core/campaign/insight/parents.ts'
import { pagesAfter } from '../../../../src/core/campaign/results/crawled-page.ts'
import type { CampaignState } from '../../../../src/core/campaign/state/state.ts'
import type { NodeId } from '../../../../src/core/graph/node-table.ts'
import { completePolicy } from '../../../../src/core/rank/policy.ts'
import type { PolicyName } from '../../../../src/core/rank/names.ts'
import { ScriptedCrawl, type PageVersion } from '../../../fixtures/scripted-crawl.ts'
import { statePrint } from '../../../fixtures/state-bytes.ts'

const NODES = 12
const POLICIES = ['fl_deg', 'fl_n', 'fl_e', 'fl_ne', 'sl_ne', 'bfs', 'nr', 'lr_fl'] as const

const score = fc.integer({ min: 0, max: 8_000 }).map((value) => quantise(value / 4096))
const word = fc.nat(0xffffffff)
const version: fc.Arbitrary<PageVersion> = fc.record({
  score,
  title: fc.string({ minLength: 1, maxLength: 5 }),
  simhash: fc.record({ low: word, high: word }),
  links: fc.uniqueArray(fc.record({ to: fc.integer({ min: 1, max: NODES }), linkScore: score }), {
    selector: ({ to }) => to,
    maxLength: 6,
  }),
})

/** Nodes to fetch in order, each with what it says first and, for some, what it says later. */
const course = fc.uniqueArray(
  fc.record({
    node: fc.integer({ min: 1, max: NODES }),
    first: version,
    later: fc.option(version, { nil: undefined }),
  }),
  { selector: ({ node }) => node, minLength: 1, maxLength: 8 },
)

/** What a state knows of pages and links: not how often and when it asked. */
function knowledge(state: CampaignState): Buffer {
  const chunks: Uint8Array[] = []
  const writer = new ArchiveWriter(new Uint8Array(100_000), (chunk) => chunks.push(chunk.slice()))
  state.nodes.archive(writer)
  state.ranker.archive(writer)
  state.content.archive(writer)
  state.aliases.archive(writer)
  writer.finish()
  return Buffer.concat(chunks)
}

/** What each frontier node is expected to score, by every arm. */
function estimates({ nodes, ranker }: CampaignState): unknown[] {
  return Array.from({ length: nodes.length }, (_, i) => i as NodeId)
    .filter((node) => nodes.state(node) === 'queued')
    .map((node) => [node, ...ranker.arms.map((arm) => arm.estimate(node))])
}

/** The same, but for a regression its inputs: what it has learned is not unlearned. */
function sums(state: CampaignState): unknown[] {
  const { nodes, ranker } = state
  if (ranker.sumsOf(0 as NodeId) === undefined) return estimates(state)
  return Array.from({ length: nodes.length }, (_, node) => ranker.sumsOf(node as NodeId))
}

function totals({ counters, progress, hosts }: CampaignState) {
  const { score: sum, relevant } = counters
  return { score: sum, relevant, edges: progress.edges, ofHost: hosts.relevant(0 as never) }
}

function crawl(policy: PolicyName, steps: { node: number; version: PageVersion }[]): ScriptedCrawl {
  const campaign = new ScriptedCrawl(NODES, policy)
  for (const step of steps) campaign.fetch(step.node, step.version)
  return atRest(campaign)
}

/** Hosts are open, and estimates that are put off until a choice are made. */
function atRest(campaign: ScriptedCrawl): ScriptedCrawl {
  const { nodes } = campaign.state
  const known = Array.from({ length: nodes.length }, (_, i) => i as NodeId)
  const waiting = known.find((node) => nodes.state(node) === 'queued')
  if (waiting !== undefined) campaign.reserve(waiting)
  campaign.reserve()
  return campaign
}

describe('a page that is fetched again', () => {
  test.each(POLICIES)('with the same content changes only counters and times (%s)', (policy) => {
    fc.assert(
      fc.property(course, (pages) => {
        const campaign = crawl(
          policy,
          pages.map(({ node, first }) => ({ node, version: first })),
        )
        const before = { known: knowledge(campaign.state), totals: totals(campaign.state) }
        for (const { node, first } of pages) campaign.fetch(node, first)
        atRest(campaign)
        expect(totals(campaign.state)).toEqual(before.totals)
        expect(knowledge(campaign.state).equals(before.known)).toBe(true)
        expect(campaign.state.counters.fetched).toBe(1 + 2 * pages.length)
      }),
      { numRuns: 30 },
    )
  })

  test.each(POLICIES)('counts as if only its last version had been seen (%s)', (policy) => {
    fc.assert(
      fc.property(course, (pages) => {
        const twice = crawl(policy, [
          ...pages.map(({ node, first }) => ({ node, version: first })),
          ...pages.flatMap(({ node, later }) => (later ? [{ node, version: later }] : [])),
        ])
        const once = crawl(
          policy,
          pages.map(({ node, first, later }) => ({ node, version: later ?? first })),
        )
        expect(totals(twice.state)).toEqual(totals(once.state))
        expect(sums(twice.state)).toEqual(sums(once.state))
      }),
      { numRuns: 50 },
    )
  })

  test.each(POLICIES)('is the same campaign after a load and under a new policy (%s)', (policy) => {
    fc.assert(
      fc.property(course, (pages) => {
        const campaign = crawl(policy, [
          ...pages.map(({ node, first }) => ({ node, version: first })),
          ...pages.flatMap(({ node, later }) => (later ? [{ node, version: later }] : [])),
        ])
        const { rows, state } = campaign
        expect(statePrint(rows, fold(rows))).toBe(statePrint(rows, state))
      }),
      { numRuns: 20 },
    )
  })

  const page = (title: string, links: PageVersion['links'] = []): PageVersion => ({
    score: 1,
    title,
    simhash: { low: title.length, high: 7 },
    links,
  })

  test('stays as it was if it has not changed or cannot be read', () => {
    const campaign = crawl('fl_ne', [{ node: 1, version: page('one', [{ to: 2, linkScore: 1 }]) }])
    const known = knowledge(campaign.state)
    campaign.fetch(1, { kind: 'not_modified', status: 304 })
    campaign.fetch(1, { kind: 'failed', reason: 'timeout', status: 0 })
    campaign.fetch(1, { kind: 'interrupted' })
    atRest(campaign)
    expect(knowledge(campaign.state).equals(known)).toBe(true)
    expect(campaign.state.counters).toMatchObject({ notModified: 1, failed: 1, interrupted: 1 })
    expect(campaign.state.nodes.state(1 as NodeId)).toBe('crawled')
  })

  test('is no duplicate of itself, and its old text no longer counts', () => {
    const campaign = crawl('fl_ne', [{ node: 1, version: page('one') }])
    campaign.fetch(1, { ...page('one'), score: 2 })
    expect(campaign.state.counters).toMatchObject({ duplicates: 0, score: 2, relevant: 1 })
    const far = { low: 0xffff_ffff, high: 0x1234_5678 }
    campaign.fetch(1, { ...page('one'), simhash: far })
    campaign.fetch(2, page('one'))
    expect(campaign.state.counters.duplicates).toBe(0)
    campaign.fetch(3, { ...page('one'), simhash: far })
    expect(campaign.state.counters.duplicates).toBe(1)
  })

  test('keeps the score that a user gave it', () => {
    const links = [{ to: 2, linkScore: 1 }]
    const campaign = crawl('fl_ne', [{ node: 1, version: page('one', links) }])
    const node = 1 as NodeId
    const edges = { targets: [2 as NodeId], linkScores: [1] }
    const label = { seq: campaign.rows.length - 2, score: 0.5, was: 1, arm: undefined, edges }
    campaign.edit({ kind: 'label', node, ...label })
    campaign.fetch(1, { ...page('one', links), score: 4 })
    atRest(campaign)
    expect(totals(campaign.state)).toMatchObject({ score: 0.5, relevant: 1 })
    const [arm] = campaign.state.ranker.arms
    expect(arm!.queue.value(2 as NodeId)).toBe(0.5)
  })

  test.each(POLICIES)('means the same to a later policy (%s)', (policy) => {
    fc.assert(
      fc.property(course, (pages) => {
        const steps = [
          ...pages.map(({ node, first }) => ({ node, version: first })),
          ...pages.flatMap(({ node, later }) => (later ? [{ node, version: later }] : [])),
        ]
        const changed = crawl('opic', steps)
        changed.edit({ kind: 'patch', patch: { policy: completePolicy({ name: policy }) } })
        atRest(changed)
        expect(estimates(changed.state)).toEqual(estimates(crawl(policy, steps).state))
      }),
      { numRuns: 20 },
    )
  })

  test('is in the results as its last version', () => {
    const campaign = crawl('fl_ne', [{ node: 1, version: page('one') }])
    const first = campaign.state.index.visits.last(1 as NodeId)
    campaign.fetch(1, { kind: 'not_modified', status: 304 })
    campaign.fetch(1, { kind: 'failed', reason: 'timeout', status: 0 })
    campaign.fetch(1, page('two'))
    const log = { append: () => {}, ...campaign.state.history }
    const { pages, replaced } = pagesAfter(first - 1, 100, campaign.state, log)
    expect(pages.map(({ title }) => title)).toEqual(['one', 'two'])
    expect(replaced).toEqual([first])
  })

  test('is a parent of what its last version links to', () => {
    const campaign = crawl('fl_ne', [
      { node: 1, version: page('one', [{ to: 2, linkScore: 1 }]) },
      { node: 2, version: page('two') },
      { node: 3, version: page('three') },
    ])
    const { state } = campaign
    const log = { append: () => {}, ...state.history }
    const parentsOf = (node: number) => {
      const seq = state.index.visits.last(node as NodeId)
      const hub = findParents({ seq, after: 0 }, state, log)
      return hub.best.map(({ url }) => url)
    }
    expect(parentsOf(2)).toEqual(['https://a.test/1', 'https://a.test/0'])
    campaign.fetch(1, page('one', [{ to: 3, linkScore: 1 }]))
    expect(parentsOf(2)).toEqual(['https://a.test/0'])
    expect(parentsOf(3)).toEqual(['https://a.test/1', 'https://a.test/0'])
  })
})
