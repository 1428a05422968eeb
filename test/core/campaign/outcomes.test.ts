import { expect, test } from 'vitest'
import { OUTCOMES, traitsOf } from '../../../src/core/campaign/outcomes.ts'

test('codes of outcomes leave no gap, so that a record can hold the place in the list', () => {
  expect(OUTCOMES.map((outcome) => traitsOf(outcome).code)).toEqual([...OUTCOMES.keys()])
})

test('codes of outcomes are those that stored logs have', () => {
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

test('a result was fetched, and is not fetched again by itself', () => {
  const results = OUTCOMES.filter((outcome) => traitsOf(outcome).listed).map(traitsOf)
  expect(results.every(({ charged, node }) => charged && node !== 'queued')).toBe(true)
})
