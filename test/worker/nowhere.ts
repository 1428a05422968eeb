import { onLoopback, type LoopbackServer } from '../fixtures/loopback.ts'

const CLOSED = `user-agent: *
disallow: /private/`

/** A site for valid campaigns that get nowhere: robots.txt bars only /private/, every page fails. */
export function startNowhere(): Promise<LoopbackServer> {
  return onLoopback((request, response) => {
    if (request.url === '/robots.txt') response.end(CLOSED)
    else response.writeHead(500).end()
  })
}
