import { expect, test } from 'vitest'
import { OUTCOMES, traitsOf } from '../../../src/core/campaign/outcomes.ts'

test('outcome codes are consecutive, so that a record can hold the index', () => {
  expect(OUTCOMES.map((outcome) => traitsOf(outcome).code)).toEqual([...OUTCOMES.keys()])
})

test('outcome codes are those of stored logs', () => {
  expect(OUTCOMES.slice(0, 23)).toEqual([
    'ok',
    'redirect',
    'redirect_loop',
    'timeout',
    'unreachable',
    'closed_early',
    'too_large',
    'not_html',
    'http_error',
    'disallowed',
    'interrupted',
    'fault',
    'busy',
    'refused',
    'duplicate',
    'other_language',
    'robots_unavailable',
    'too_soon',
    'sitemap',
    'no_sitemap',
    'given_up',
    'out_of_scope',
    'side_budget_spent',
  ])
})

test('an outcome in the results was fetched, and is not requeued', () => {
  const results = OUTCOMES.filter((outcome) => traitsOf(outcome).listed).map(traitsOf)
  expect(results.every(({ charged, node }) => charged && node !== 'queued')).toBe(true)
})
