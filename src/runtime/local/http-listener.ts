import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { logLine } from '../../lib/log-line.ts'
import { parseAddress, specialUse } from '../../standards/address/ip-address.ts'

type Handler = (request: Request) => Response | Promise<Response>

/** A client that sends its header line by line is let go after this. */
const HEADERS_MS = 10_000
/** A body is read only of callers with a key; an imported log may be large and the line slow. */
const REQUEST_MS = 600_000
const KEEP_ALIVE_MS = 5_000
/** Leaves files to campaigns: a process may have some thousand open. */
const MAX_CONNECTIONS = 1_000
/** What is left of a body after the answer is read this long, so that the client sees the answer. */
const LINGER_MS = 1_000
/** How long requests under way may take when the listener is closed; event streams take forever. */
const CLOSE_MS = 500

export class BusyAddress extends Error {
  constructor(host: string, port: number, why: string) {
    super(`Cannot listen on ${host}:${port}: ${why}`)
  }
}

/** Listens with node:http, which Node, Deno and Bun share: see docs/decisions/0037-http-listener.md. */
export class HttpListener {
  readonly #server: Server
  #isClosing = false

  constructor(handle: Handler) {
    const options = {
      headersTimeout: HEADERS_MS,
      requestTimeout: REQUEST_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      connectionsCheckingInterval: 1_000,
    }
    this.#server = createServer(options, (incoming, outgoing) => {
      if (this.#isClosing) outgoing.setHeader('connection', 'close')
      void answer(handle, incoming, outgoing)
    })
    this.#server.maxConnections = MAX_CONNECTIONS
  }

  listen(port: number, host: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', (error: NodeJS.ErrnoException) =>
        reject(new BusyAddress(host, port, reasonOf(error))),
      )
      this.#server.listen(port, host, () => resolve())
    })
  }

  /** Takes no further connection, and cuts what is not answered within half a second. */
  async close(): Promise<void> {
    this.#isClosing = true
    const closed = new Promise((resolve) => this.#server.close(resolve))
    this.#server.closeIdleConnections()
    const cut = setTimeout(() => this.#server.closeAllConnections(), CLOSE_MS)
    await closed
    clearTimeout(cut)
  }
}

function reasonOf({ code, message }: NodeJS.ErrnoException): string {
  if (code === 'EADDRINUSE')
    return 'another program listens there. Stop it, or choose another port: --port 9000'
  if (code === 'EACCES') return 'this user may not. Choose a port above 1023: --port 8787'
  if (code === 'EADDRNOTAVAIL') return 'this machine has no such address. Choose another: --host'
  return message
}

async function answer(
  handle: Handler,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const client = new AbortController()
  outgoing.once('close', () => client.abort())
  try {
    const request = toRequest(incoming, client.signal)
    const response =
      request === undefined ? new Response(null, { status: 400 }) : await handle(request)
    await send(response, outgoing, client.signal)
  } catch (error) {
    if (!client.signal.aborted) console.error(logLine('an answer broke off', { error }))
    // The client must see that it is not whole.
    outgoing.destroy()
  }
  if (!incoming.complete) setTimeout(() => incoming.destroy(), LINGER_MS).unref()
}

/** Undefined for a request target or a `Host` that make no URL. */
function toRequest(incoming: IncomingMessage, signal: AbortSignal): Request | undefined {
  const { method = 'GET', url = '/', headers } = incoming
  const text = url.startsWith('/') ? `http://${headers.host ?? 'localhost'}${url}` : url
  if (!URL.canParse(text)) return undefined
  const given = new Headers()
  for (let i = 0; i < incoming.rawHeaders.length; i += 2) {
    given.append(incoming.rawHeaders[i]!, incoming.rawHeaders[i + 1]!)
  }
  setClientAddress(given, incoming.socket.remoteAddress ?? '')
  if (method === 'GET' || method === 'HEAD')
    return new Request(text, { method, headers: given, signal })
  const body = Readable.toWeb(incoming) as ReadableStream<Uint8Array>
  return new Request(text, { method, headers: given, signal, body, duplex: 'half' })
}

/**
 * The API counts wrong keys by this header, which Cloudflare sets. From a proxy in one's own network
 * the address is the last that the proxy names; without one, such clients are not counted.
 */
function setClientAddress(headers: Headers, peer: string): void {
  headers.delete('cf-connecting-ip')
  const address = parseAddress(peer.replace(/^::ffff:/, ''))
  const isOwn = address !== undefined && specialUse(address) !== undefined
  const source = isOwn ? headers.get('x-forwarded-for')?.split(',').at(-1)?.trim() : peer
  if (source) headers.set('cf-connecting-ip', source)
}

async function send(
  response: Response,
  outgoing: ServerResponse,
  gone: AbortSignal,
): Promise<void> {
  outgoing.writeHead(response.status, [...response.headers].flat())
  if (response.body === null) return void outgoing.end()
  const reader = response.body.getReader()
  const leave = () => void reader.cancel().catch(() => {})
  gone.addEventListener('abort', leave)
  if (gone.aborted) return leave()
  outgoing.flushHeaders()
  for (;;) {
    const { done, value } = await reader.read()
    if (gone.aborted) return
    if (done) return void outgoing.end()
    if (!outgoing.write(value)) await drained(outgoing, gone)
  }
}

function drained(outgoing: ServerResponse, gone: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      outgoing.off('drain', end)
      gone.removeEventListener('abort', end)
      resolve()
    }
    outgoing.once('drain', end)
    gone.addEventListener('abort', end)
  })
}
