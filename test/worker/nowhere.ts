import { onLoopback, type LoopbackServer } from '../fixtures/loopback.ts'

const CLOSED = `user-agent: *
disallow: /private/`

/** For campaigns that are valid and get nowhere: all are let in but to /private/, every page fails. */
export function startNowhere(): Promise<LoopbackServer> {
  return onLoopback((request, response) => {
    if (request.url === '/robots.txt') response.end(CLOSED)
    else response.writeHead(500).end()
  })
}
