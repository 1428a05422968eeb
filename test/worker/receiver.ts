import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestProject } from 'vitest/node'
import type { Received } from './received.ts'

/**
 * Receives webhooks on loopback. A path like `/500/name` is answered with that status, `/204/name`
 * being the kind one; `/busy/name` with a 503 and when to come again, `/moved/name` with a redirect
 * to `/204/moved`, `/inside/name` with one to `elsewhere`; `/endless/name` with a 200 that goes on
 * and on, `/silent/name` never. `/~log/name` tells what came under that name.
 */
async function startReceiver(elsewhere = ''): Promise<{ server: Server; origin: string }> {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    const path = request.url ?? '/'
    const [, how = '', name] = path.split('/')
    if (how === '~log') {
      return void response.end(
        JSON.stringify(received.filter((one) => one.path.endsWith(`/${name}`))),
      )
    }
    received.push(await read(request, path))
    if (how === 'busy') return void response.writeHead(503, { 'retry-after': '7200' }).end()
    if (how === 'moved') return void response.writeHead(307, { location: '/204/moved' }).end()
    if (how === 'inside') return void response.writeHead(307, { location: elsewhere }).end()
    if (how === 'endless') return goOn(response)
    if (how === 'silent') return
    response.writeHead(Number(how)).end()
  })
  // A connection closed for idleness while a request is on its way would look like a failure.
  server.keepAliveTimeout = 0
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

function goOn(response: ServerResponse): void {
  response.writeHead(200)
  const timer = setInterval(() => response.write('more'), 10)
  response.on('close', () => clearInterval(timer))
}

async function read(request: IncomingMessage, path: string): Promise<Received> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return {
    method: request.method!,
    path,
    headers: request.headers as Record<string, string>,
    body: Buffer.concat(chunks).toString(),
  }
}

export async function setup({ provide }: TestProject) {
  const closed = await startReceiver()
  const open = await startReceiver(`${closed.origin}/200/inside`)
  provide('receiver', { origin: open.origin, private: closed.origin })
  provide('receiverHosts', [new URL(open.origin).host])
  return () => {
    for (const { server } of [open, closed]) {
      server.close()
      server.closeAllConnections()
    }
  }
}
