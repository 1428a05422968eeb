import { describe, expect, test } from 'vitest'
import { costOf } from '../../../../src/core/campaign/cost/cost.ts'
import { noCounters } from '../../../../src/core/campaign/state/counters.ts'
import { noUsage } from '../../../../src/core/campaign/cost/usage.ts'
import { chain, SEED } from '../../../fixtures/chain.ts'
import { fakeWeb } from '../../../fixtures/fake-web.ts'
import { LocalWorld } from '../../../fixtures/local-world.ts'

describe('the cost of a campaign', () => {
  test('is what the platform counted, at its prices, per page and per relevant page', () => {
    const spent = {
      ...noUsage(),
      rowsWritten: 2_000_000,
      resultRowsWritten: 1_000_000,
      requests: 1_000_000,
      awakeMs: 800_000_000,
    }
    const cost = costOf(spent, { ...noCounters(), fetched: 1_000_000, relevant: 500_000 })
    expect(cost.dollars).toBeCloseTo(2 + 1 + 0.15 + 1.28)
    expect(cost.dollarsPerMillionPages).toBeCloseTo(4.43)
    expect(cost.dollarsPerMillionRelevantPages).toBeCloseTo(8.86)
    expect(cost.perPage).toMatchObject({ rowsWritten: 2, awakeMs: 800 })
    expect(cost.perRelevantPage).toMatchObject({ rowsWritten: 4 })
    // The object's rows are used up first.
    expect(cost.freePagesPerDay).toBe(50_000)
  })

  test('has no figures per page before there is one', () => {
    expect(costOf(noUsage(), noCounters())).toMatchObject({
      dollars: 0,
      perPage: null,
      perRelevantPage: null,
      freePagesPerDay: null,
    })
  })

  test('is in the log: each record holds the usage since the one before', async () => {
    const world = new LocalWorld(fakeWeb(chain(9)).http)
    world.ports.spent = () => ({ ...noUsage(), rowsWritten: 2, awakeMs: 30 })
    await world.run(world.create({ seeds: [SEED], budget: 5 }))
    const records = world.rows().length
    const { spent } = world.reopen().report().cost
    expect(spent).toMatchObject({ rowsWritten: 2 * records, awakeMs: 30 * records })
  })
})
