import type { ServerResponse } from 'node:http'
import { onLoopback, type LoopbackServer } from '../fixtures/loopback.ts'

/**
 * Holds back every page until it is released. A path begins with the name of the test that it is
 * for: `/~asked/name` tells how many pages of it were asked for, `/~release/name` lets them go.
 */
export function startSlowSite(): Promise<LoopbackServer> {
  const asked = new Map<string, number>()
  const held = new Map<string, ServerResponse[]>()
  return onLoopback((request, response) => {
    const [, first = '', second = ''] = (request.url ?? '/').split('/')
    if (first === 'robots.txt') return void response.end()
    if (first === '~asked') return void response.end(String(asked.get(second) ?? 0))
    if (first === '~release') {
      for (const page of held.get(second) ?? []) {
        page.writeHead(200, { 'content-type': 'text/html' }).end('<p>a volcano</p>')
      }
      held.delete(second)
      return void response.end()
    }
    asked.set(first, (asked.get(first) ?? 0) + 1)
    held.set(first, [...(held.get(first) ?? []), response])
  })
}
