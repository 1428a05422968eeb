import type { TestProject } from 'vitest/node'
import { startHostileSite } from '../fixtures/hostile-site.ts'
import { onLoopback } from '../fixtures/loopback.ts'
import { ODD_PAGE, serveOddAnswers } from '../fixtures/odd-answers.ts'

/** Real servers that mean no good, for the tests that run inside workerd. */
export async function setup({ provide }: TestProject) {
  const odd = await serveOddAnswers()
  provide('oddAnswers', { origin: odd.origin, answers: odd.answers, page: ODD_PAGE })

  const hostile = await startHostileSite()
  const log = await onLoopback((_request, response) => {
    response.end(JSON.stringify({ asked: hostile.asked, intrusions: hostile.intrusions() }))
  })
  const { pages, variants, many, busy, hosts } = hostile
  provide('hostileSite', { pages, variants, many, busy, log: `${log.origin}/` })
  provide('hostileHosts', hosts)

  return () => {
    odd.close()
    hostile.close()
    log.close()
  }
}
