import { expect, inject, test } from 'vitest'
import { oddOutcome } from '../fixtures/odd-outcome.ts'

const { origin, answers, page } = inject('oddAnswers')

test.each(answers)('every odd answer has an outcome: $path', async ({ path, inWorkerd }) => {
  const outcome = await oddOutcome(origin + path, page, (...request) => fetch(...request))
  expect(outcome).toBe(inWorkerd)
})
