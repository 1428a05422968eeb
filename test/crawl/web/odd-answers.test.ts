import { afterAll, expect, test } from 'vitest'
import { ODD_PAGE, serveOddAnswers } from '../../fixtures/odd-answers.ts'
import { oddOutcome } from '../../fixtures/odd-outcome.ts'

const site = await serveOddAnswers()
afterAll(site.close)

test.each(site.answers)(
  'an answer is sorted, whatever it is: $path',
  async ({ path, expected }) => {
    expect(expected).toContain(await oddOutcome(site.origin + path, ODD_PAGE))
  },
)
