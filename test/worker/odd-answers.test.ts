import { expect, inject, test } from 'vitest'
import { oddOutcome } from '../fixtures/odd-outcome.ts'

const { origin, answers, page } = inject('oddAnswers')

test.each(answers)('an answer is sorted, whatever it is: $path', async ({ path, expected }) => {
  expect(expected).toContain(await oddOutcome(origin + path, page))
})
