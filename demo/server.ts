import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { actOut } from './act-out.ts'
import { answerText, type DemoAnswer } from './answer.ts'
import { createDemoSite, DEMO_HOSTS, type DemoSite } from './site.ts'

/** The demo web is for this machine alone. */
const ADDRESS = '127.0.0.1'

/** A request as it arrived, answered or not. */
export interface AccessEntry {
  /** Milliseconds since the epoch. */
  at: number
  method: string
  host: string
  /** The path with its query. */
  path: string
  status: number
  kind: 'robots' | 'page'
}

export interface DemoServer {
  site: DemoSite
  /** Ends open and delayed connections at once. */
  close(): Promise<void>
}

export interface DemoServerOptions {
  /** One for each host; 0 takes any free port. */
  ports: readonly number[]
  log?: (entry: AccessEntry) => void
}

export class PortUnavailable extends Error {
  readonly port: number
  constructor(port: number, cause: NodeJS.ErrnoException) {
    const trouble = cause.code === 'EADDRINUSE' ? 'is busy' : `cannot be used (${cause.message})`
    super(`port ${port} ${trouble}`, { cause })
    this.port = port
  }
}

export async function startDemoServer(options: DemoServerOptions): Promise<DemoServer> {
  const { ports, log = () => {} } = options
  if (ports.length !== DEMO_HOSTS) {
    throw new RangeError(`the demo server needs ${DEMO_HOSTS} ports, not ${ports.length}`)
  }
  const servers = await listenOnAll(ports)
  const hosts = servers.map((server) => `${ADDRESS}:${(server.address() as AddressInfo).port}`)
  const site = createDemoSite(hosts.map((host) => `http://${host}`))
  for (const [i, server] of servers.entries()) serve(server, { site, host: hosts[i]!, log })
  return { site, close: () => closeAll(servers) }
}

async function listenOnAll(ports: readonly number[]): Promise<Server[]> {
  const servers: Server[] = []
  try {
    for (const port of ports) servers.push(await listen(port))
  } catch (error) {
    await closeAll(servers)
    throw error
  }
  return servers
}

function listen(port: number): Promise<Server> {
  const server = createServer()
  // The site exists once all ports are known; until then a caller is turned away, not kept waiting.
  server.on('request', turnAway)
  return new Promise((resolve, reject) => {
    server.once('error', (cause) => reject(new PortUnavailable(port, cause)))
    server.listen(port, ADDRESS, () => resolve(server))
  })
}

function turnAway(_request: IncomingMessage, response: ServerResponse): void {
  response.destroy()
}

interface Desk {
  site: DemoSite
  host: string
  log: (entry: AccessEntry) => void
}

function serve(server: Server, { site, host, log }: Desk): void {
  server.off('request', turnAway)
  server.on('request', (request, response) => {
    const { method = 'GET', url: path = '/' } = request
    const answer = answerFor(method, `http://${host}${path}`, site)
    const kind = path.split('?')[0] === '/robots.txt' ? 'robots' : 'page'
    // Recorded before the answer, so that a client that dies while waiting is recorded too.
    log({ at: Date.now(), method, host, path, status: answer.status, kind })
    actOut(answer, request, response)
  })
}

function answerFor(method: string, url: string, site: DemoSite): DemoAnswer {
  if (method === 'GET' || method === 'HEAD') return site.answer(url)
  return answerText('this web can only be read\n', { status: 405, headers: { allow: 'GET, HEAD' } })
}

async function closeAll(servers: readonly Server[]): Promise<void> {
  await Promise.all(servers.map(close))
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
