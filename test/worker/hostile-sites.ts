import type { TestProject } from 'vitest/node'
import { ODD_PAGE, serveOddAnswers } from '../fixtures/odd-answers.ts'

/** Real servers that mean no good, for the tests that run inside workerd. */
export async function setup({ provide }: TestProject) {
  const odd = await serveOddAnswers()
  provide('oddAnswers', { origin: odd.origin, answers: odd.answers, page: ODD_PAGE })
  return () => odd.close()
}
