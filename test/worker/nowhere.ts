import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const CLOSED = `user-agent: *
disallow: /private/`

/** For campaigns that are valid and get nowhere: all are let in but to /private/, every page fails. */
export async function startNowhere(): Promise<{ origin: string; close: () => void }> {
  const server = createServer((request, response) => {
    if (request.url === '/robots.txt') response.end(CLOSED)
    else response.writeHead(500).end()
  })
  server.keepAliveTimeout = 0
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close }
}
