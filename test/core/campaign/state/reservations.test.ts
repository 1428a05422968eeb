import { describe, expect, test } from 'vitest'
import { Campaign } from '../../../../src/core/campaign/campaign.ts'
import { decodeRecord } from '../../../../src/core/campaign/codec/record-codec.ts'
import { fold } from '../../../../src/core/campaign/log/fold.ts'
import type { NodeId } from '../../../../src/core/graph/node-table.ts'
import { fakeWeb } from '../../../fixtures/fake-web.ts'
import { LocalWorld } from '../../../fixtures/local-world.ts'
import { ScriptedCrawl } from '../../../fixtures/scripted-crawl.ts'
import { statePrint } from '../../../fixtures/state-bytes.ts'

const PAGE = { score: 0, title: 'page', simhash: undefined, links: [] }

/** A campaign that is opened from a log, long after its last record. */
function reopened(rows: readonly Uint8Array[]): { world: LocalWorld; campaign: Campaign } {
  const world = new LocalWorld(fakeWeb({}).http)
  for (const [i, row] of rows.entries()) world.ports.log.append(i + 1, row)
  world.clock = Date.UTC(2027, 0, 1)
  return { world, campaign: Campaign.open(world.ports)! }
}

describe('several reservations', () => {
  test('are restored from the log, and from a snapshot', () => {
    const crawl = new ScriptedCrawl(5, 'fl_ne')
    crawl.reserve(1, 2, 3)
    expect(statePrint(crawl.rows, fold(crawl.rows))).toBe(statePrint(crawl.rows, crawl.state))
    const nodes = [...fold(crawl.rows)!.schedule.reservations].map(({ node }) => node)
    expect(nodes).toEqual([1, 2, 3])
  })

  test('are settled one by one, in any order', () => {
    const crawl = new ScriptedCrawl(5, 'fl_ne')
    crawl.reserve(1, 2)
    crawl.settle(2, PAGE, 3)
    const { reservations } = crawl.state.schedule
    expect([...reservations].map(({ node }) => node)).toEqual([1, 3])
    crawl.settle(1, PAGE)
    expect([...reservations].map(({ node }) => node)).toEqual([3])
  })

  test('are each charged if a crash may have come after their requests', () => {
    const crawl = new ScriptedCrawl(5, 'fl_ne')
    crawl.reserve(1, 2, 3)
    const { campaign, world } = reopened(crawl.rows)
    expect(campaign.report().counters).toMatchObject({ fetched: 4, interrupted: 3 })
    const lost = world.records().slice(crawl.rows.length)
    expect(lost.map((record) => record.kind === 'step' && record.node)).toEqual([1, 2, 3])
  })

  test('never exceed the budget, however many are lost', () => {
    const crawl = new ScriptedCrawl(5, 'fl_ne', 3)
    crawl.reserve(1, 2)
    const { campaign } = reopened(crawl.rows)
    expect(campaign.report()).toMatchObject({
      status: 'completed',
      statusReason: 'budget_exhausted',
      counters: { fetched: 3, interrupted: 2 },
    })
  })

  test('are written in the earlier record version if there is only one', () => {
    const crawl = new ScriptedCrawl(5, 'fl_ne')
    crawl.reserve(1)
    crawl.reserve(1, 2)
    expect(crawl.rows.slice(-2).map((row) => row[1])).toEqual([3, 4])
    expect(decodeRecord(crawl.rows.at(-1)!).next).toMatchObject({
      kind: 'reserve',
      fetches: [{ node: 1 as NodeId }, { node: 2 as NodeId }],
    })
  })
})
