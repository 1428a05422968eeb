import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Holds every page back until `/~release`; `/~log` tells how many were asked for. */
export async function startSlowSite(): Promise<{ origin: string; close: () => void }> {
  const held: ServerResponse[] = []
  let asked = 0
  const server = createServer((request, response) => {
    if (request.url === '/~log') return void response.end(String(asked))
    if (request.url === '/~release') {
      for (const page of held.splice(0)) {
        page.writeHead(200, { 'content-type': 'text/html' }).end('<p>a volcano</p>')
      }
      return void response.end()
    }
    if (request.url === '/robots.txt') return void response.end()
    asked++
    held.push(response)
  })
  server.keepAliveTimeout = 0
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close }
}
