import type { CampaignSummary } from '../../src/core/campaign/results/campaign-summary.ts'
import { isCharged } from '../../src/core/campaign/outcomes.ts'
import type { Check } from './evidence.ts'

export const noPageIsTwiceInD1: Check = ({ pages }) => {
  const rows = [...Map.groupBy(pages, ({ url }) => url)]
  return rows
    .filter(([, same]) => same.length > 1)
    .map(([url, same]) => `${url} is in D1 as ${same.map(({ seq }) => seq).join(' and ')}`)
}

/** Row by row: what was fetched to its end, and nothing else. */
export const logIsD1: Check = ({ log, pages }) => {
  const rows = new Map(pages.map((page) => [page.seq, page]))
  const results = log.steps.filter(({ outcome }) => isCharged(outcome) && outcome !== 'interrupted')
  const expected = new Set(results.map(({ seq }) => seq))
  const surplus = pages.filter(({ seq }) => !expected.has(seq))
  return [
    ...surplus.map(({ seq, url }) => `D1 has a row ${seq} (${url}) that the log does not have`),
    ...results.flatMap(({ seq, ...step }) => {
      const row = rows.get(seq)
      if (row === undefined) return [`step ${seq} (${step.url}) is not in D1`]
      const differing = COMPARED.filter((field) => row[field] !== step[field])
      return differing.map(
        (field) => `${field} of step ${seq} is ${row[field]} in D1 and ${step[field]} in the log`,
      )
    }),
  ]
}

const COMPARED = ['url', 'title', 'outcome', 'httpStatus', 'score', 'bodyBytes', 'links'] as const

export const d1KnowsTheCampaign: Check = ({ summary, log: { state } }) => {
  if (summary === undefined) return ['D1 does not know it']
  const { fetched, relevant, score } = state.counters
  const expected: Partial<CampaignSummary> = {
    name: state.spec.name,
    ...state.status,
    budget: state.spec.budget,
    fetched,
    relevant,
    score,
  }
  const fields = Object.keys(expected) as (keyof CampaignSummary)[]
  return fields
    .filter((field) => summary[field] !== expected[field])
    .map((field) => `its ${field} is ${summary[field]} in D1 and ${expected[field]} in the log`)
}
