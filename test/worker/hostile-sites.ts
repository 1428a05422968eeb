import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestProject } from 'vitest/node'
import { startHostileSite } from '../fixtures/hostile-site.ts'
import { ODD_PAGE, serveOddAnswers } from '../fixtures/odd-answers.ts'

/** Real servers that mean no good, for the tests that run inside workerd. */
export async function setup({ provide }: TestProject) {
  const odd = await serveOddAnswers()
  provide('oddAnswers', { origin: odd.origin, answers: odd.answers, page: ODD_PAGE })

  const hostile = await startHostileSite()
  const logServer = createServer((_request, response) => {
    response.end(JSON.stringify({ asked: hostile.asked, intrusions: hostile.intrusions() }))
  })
  await new Promise<void>((done) => logServer.listen(0, '127.0.0.1', done))
  const log = `http://127.0.0.1:${(logServer.address() as AddressInfo).port}/`
  const { pages, variants, many, busy, hosts } = hostile
  provide('hostileSite', { pages, variants, many, busy, log })
  provide('hostileHosts', hosts)

  return () => {
    odd.close()
    hostile.close()
    logServer.close()
  }
}
