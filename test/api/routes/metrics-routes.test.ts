import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { metricsText } from '../../../src/api/routes/metrics-routes.ts'
import type { RunningCampaign } from '../../../src/core/campaign/results/campaign-summary.ts'
import { parseExposition } from '../../fixtures/exposition.ts'

const CAMPAIGN: RunningCampaign = {
  id: '01k9x2m7qe4h8r0zvb',
  name: 'Volcanoes',
  budget: 1000,
  fetched: 500,
  relevant: 188,
  score: 96.4375,
  updatedAt: 61_500,
}

describe('the metrics', () => {
  test('count campaigns by status, those of which there are none too', () => {
    const text = metricsText({ byStatus: [{ status: 'paused', campaigns: 3 }], running: [] }, 0)
    const { samples } = parseExposition(text).get('dowser_campaigns')!
    expect(
      Object.fromEntries(samples.map(({ labels, value }) => [labels['status'], value])),
    ).toEqual({ running: 0, paused: 3, completed: 0, failed: 0, cancelled: 0 })
  })

  test('tell of each running campaign what was fetched, found and when', () => {
    const text = metricsText({ byStatus: [], running: [CAMPAIGN] }, 64_000)
    const values = [...parseExposition(text)].flatMap(([name, { samples }]) =>
      samples
        .filter(({ labels }) => labels['id'] === CAMPAIGN.id && labels['name'] === CAMPAIGN.name)
        .map(({ value }) => [name, value]),
    )
    expect(Object.fromEntries(values)).toEqual({
      dowser_campaign_fetched_total: 500,
      dowser_campaign_budget: 1000,
      dowser_campaign_relevant: 188,
      dowser_campaign_score: 96.4375,
      dowser_campaign_idle_seconds: 2.5,
    })
  })

  test('can be read whatever a campaign is called', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: 'binary-ascii', maxLength: 20 }), { maxLength: 5 }),
        fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }),
        (names, score) => {
          const running = names.map((name, i) => ({ ...CAMPAIGN, id: `${i}`, name, score }))
          const families = parseExposition(metricsText({ byStatus: [], running }, 0))
          const { samples } = families.get('dowser_campaign_score')!
          expect(samples.map(({ labels }) => labels['name'])).toEqual(names)
          for (const { value } of samples) expect(value).toBe(score)
        },
      ),
    )
  })
})
