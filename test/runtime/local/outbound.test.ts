import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { createServer as createRawServer, type AddressInfo, type Socket } from 'node:net'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import { localOutbound } from '../../../src/runtime/local/outbound.ts'
import { inflate } from '../../../src/runtime/inflate.ts'
import { discardBody, readBody } from '../../../src/standards/http/read-body.ts'
import { TEST_CERTIFICATE, TEST_CERTIFICATE_KEY } from '../../fixtures/test-certificate.ts'

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

type Outbound = ReturnType<typeof localOutbound>
type Options = Partial<Parameters<typeof localOutbound>[0]>

function outboundTo(port: number, options: Options = {}): Outbound {
  const allow = ['loopback', `site.test:${port}`]
  const outbound = localOutbound({ allow, lookup: async () => ['127.0.0.1'], ...options })
  closing.push(outbound.close)
  return outbound
}

/** A server that counts connections, and what to close it by. */
async function serve(answer: RequestListener, host = '127.0.0.1', port = 0) {
  const server = createServer(answer)
  const sockets = new Set<Socket>()
  let connections = 0
  server.on('connection', (socket) => {
    connections++
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((done) => server.listen(port, host, done))
  closing.push(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => connections,
    open: () => sockets.size,
    hangUp: () => {
      for (const socket of sockets) socket.destroy()
    },
  }
}

/** A server that writes to each request what it is told, byte by byte. */
async function serveRaw(write: (socket: Socket) => void) {
  let connections = 0
  const server = createRawServer((socket) => {
    connections++
    socket.on('error', () => {})
    socket.on('data', () => write(socket))
    closing.push(() => socket.destroy())
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  closing.push(() => server.close())
  return { port: (server.address() as AddressInfo).port, connections: () => connections }
}

const SECONDS = 1_000
const get = (outbound: Outbound, url: string, signal = AbortSignal.timeout(10 * SECONDS)) =>
  outbound.send(url, { headers: {}, signal, redirect: 'manual' })

async function textOf(outbound: Outbound, url: string): Promise<string> {
  const response = await get(outbound, url)
  const { end, bytes } = await readBody(response, { maxBytes: 1_000_000, inflate })
  expect(end).toBe('whole')
  return new TextDecoder().decode(bytes)
}

/** Runtimes word their errors differently. */
function fails(work: Promise<unknown>): Promise<boolean> {
  return work.then(
    () => false,
    () => true,
  )
}

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((done) => setTimeout(done, 5))
}

describe('a connection', () => {
  test('goes to the address that was looked up, and is kept while another is said', async () => {
    const first = await serve((_, response) => response.end('first'))
    const second = await serve((_, response) => response.end('second'), '127.0.0.2', first.port)
    let address = '127.0.0.1'
    const outbound = outboundTo(first.port, { lookup: async () => [address] })
    const url = `http://site.test:${first.port}/`
    expect(await textOf(outbound, url)).toBe('first')
    address = '127.0.0.2'
    expect(await textOf(outbound, url)).toBe('first')
    first.hangUp()
    await until(() => first.open() === 0)
    await new Promise((done) => setTimeout(done, 20))
    expect(await textOf(outbound, url)).toBe('second')
    expect([first.connections(), second.connections()]).toEqual([1, 1])
  })

  test('goes to the next address where the first refuses it', async () => {
    const { port } = await serve((_, response) => response.end('here'))
    const lookup = async () => ['::1', '127.0.0.3', '127.0.0.1']
    expect(await textOf(outboundTo(port, { lookup }), `http://site.test:${port}/`)).toBe('here')
  })

  test('carries one request after the other, of whatever framing', async () => {
    const { port, connections } = await serve((request, response) => {
      if (request.url === '/chunks') response.write('a')
      if (request.url === '/none') response.writeHead(204)
      response.end()
    })
    const outbound = outboundTo(port)
    for (const path of ['', 'chunks', 'none', '', 'chunks']) {
      await textOf(outbound, `http://site.test:${port}/${path}`)
    }
    expect(connections()).toBe(1)
  })

  test.each([
    ['the server will close it', { connection: 'close' }],
    ['the server waits no longer than a second', { 'keep-alive': 'timeout=1' }],
  ])('is not kept if %s', async (_, headers) => {
    const { port, connections } = await serve((_request, response) => {
      response.writeHead(200, headers).end('page')
    })
    const outbound = outboundTo(port)
    await textOf(outbound, `http://site.test:${port}/`)
    await textOf(outbound, `http://site.test:${port}/`)
    expect(connections()).toBe(2)
  })

  test.each([
    ['more follows than was announced', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nab'],
    ['a second response follows', 'HTTP/1.1 204 No\r\n\r\nHTTP/1.1 200 OK\r\n\r\n'],
    [
      'it has two framings',
      'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n',
    ],
  ])('is not used again if %s', async (_, answer) => {
    const { port, connections } = await serveRaw((socket) => void socket.write(answer))
    const outbound = outboundTo(port)
    await textOf(outbound, `http://site.test:${port}/`)
    await textOf(outbound, `http://site.test:${port}/`)
    expect(connections()).toBe(2)
  })

  test('that says something unasked is closed', async () => {
    const answer = 'HTTP/1.1 204 No\r\n\r\n'
    const { port, connections } = await serveRaw((socket) => {
      socket.write(answer)
      setTimeout(() => socket.write(answer), 20)
    })
    const outbound = outboundTo(port)
    await textOf(outbound, `http://site.test:${port}/`)
    await new Promise((done) => setTimeout(done, 100))
    await textOf(outbound, `http://site.test:${port}/`)
    expect(connections()).toBe(2)
  })

  test('is left by a body that nobody wants', async () => {
    const { port, open } = await serve((_, response) => {
      response.writeHead(200).write('a'.repeat(100_000))
    })
    const outbound = outboundTo(port)
    await discardBody(await get(outbound, `http://site.test:${port}/`))
    await until(() => open() === 0)
    expect(open()).toBe(0)
  })

  test('is made for each of 64 at a time', async () => {
    const waiting: (() => void)[] = []
    const { port, connections } = await serve((_, response) => {
      waiting.push(() => response.end('page'))
      if (waiting.length === 64) for (const answer of waiting) answer()
    })
    const outbound = outboundTo(port)
    const url = `http://site.test:${port}/`
    const texts = await Promise.all(Array.from({ length: 64 }, () => textOf(outbound, url)))
    expect([new Set(texts), connections()]).toEqual([new Set(['page']), 64])
  })

  test('uses no proxy of the environment', async () => {
    const proxy = await serve((_, response) => response.end('proxy'))
    const { port } = await serve((_, response) => response.end('site'))
    const names = ['HTTP_PROXY', 'http_proxy', 'ALL_PROXY', 'NODE_USE_ENV_PROXY']
    for (const name of names) process.env[name] = `http://127.0.0.1:${proxy.port}`
    try {
      expect(await textOf(outboundTo(port), `http://site.test:${port}/`)).toBe('site')
    } finally {
      for (const name of names) delete process.env[name]
    }
    expect(proxy.connections()).toBe(0)
  })
})

describe('a request', () => {
  async function received(send: (outbound: Outbound, port: number) => Promise<unknown>) {
    const requests: { request: IncomingMessage; body: string }[] = []
    const { port } = await serve((request, response) => {
      let body = ''
      request.setEncoding('utf8').on('data', (text: string) => void (body += text))
      request.on('end', () => {
        requests.push({ request, body })
        response.end()
      })
    })
    await send(outboundTo(port), port)
    return { port, ...requests[0]! }
  }

  test('has the host of its URL, its path and query', async () => {
    const { port, request } = await received((outbound, to) =>
      textOf(outbound, `http://site.test:${to}/ü?a=b c#d`),
    )
    expect(request.url).toBe('/%C3%BC?a=b%20c')
    expect(request.headers).toEqual({ host: `site.test:${port}` })
  })

  test('may carry a text', async () => {
    const { request, body } = await received((outbound, port) =>
      outbound.send(`http://site.test:${port}/`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '"é"',
        signal: AbortSignal.timeout(10 * SECONDS),
        redirect: 'manual',
      }),
    )
    expect([request.method, request.headers['content-length'], body]).toEqual(['POST', '4', '"é"'])
  })

  test.each(['a\r\nb', 'a\nb', 'a\0b', 'a\u{1f30b}'])(
    'with a field %j is not sent',
    async (value) => {
      const outbound = outboundTo(9)
      const signal = AbortSignal.timeout(10 * SECONDS)
      const request = { headers: { 'x-odd': value }, signal, redirect: 'manual' } as const
      await expect(outbound.send('http://site.test:9/', request)).rejects.toThrow('cannot be sent')
    },
  )

  test('is given up when it is aborted, in whatever state', async () => {
    const { port, open } = await serve((request, response) => {
      if (request.url === '/body') response.writeHead(200).write('a')
    })
    const outbound = outboundTo(port)
    expect(await fails(get(outbound, `http://site.test:${port}/`, AbortSignal.timeout(50)))).toBe(
      true,
    )
    const response = await get(outbound, `http://site.test:${port}/body`, AbortSignal.timeout(200))
    const { end, bytes } = await readBody(response, { maxBytes: 100, inflate })
    expect([end, bytes.length]).toEqual(['broken', 1])
    await until(() => open() === 0)
    expect(await fails(get(outbound, 'http://site.test/', AbortSignal.abort()))).toBe(true)
    const never = outboundTo(port, { lookup: () => new Promise(() => {}) })
    expect(await fails(get(never, `http://site.test:${port}/`, AbortSignal.timeout(50)))).toBe(true)
  })

  test('fails when all connections are closed', async () => {
    const { port } = await serve(() => {})
    const outbound = outboundTo(port)
    const sent = get(outbound, `http://site.test:${port}/`)
    setTimeout(outbound.close, 50)
    expect(await fails(sent)).toBe(true)
  })
})

describe('a body', () => {
  const TEXT = 'volcano '.repeat(50_000)

  test.each([
    ['gzip', gzipSync(TEXT)],
    ['br', brotliCompressSync(TEXT)],
    ['identity', Buffer.from(TEXT)],
  ])('in %s is decoded, as a stream and as a whole', async (coding, bytes) => {
    const { port } = await serve((_, response) => {
      response.writeHead(200, { 'content-encoding': coding }).end(bytes)
    })
    const outbound = outboundTo(port)
    expect(await textOf(outbound, `http://site.test:${port}/`)).toBe(TEXT)
    const { body } = await get(outbound, `http://site.test:${port}/`)
    expect(await new Response(body).text()).toBe(TEXT)
  })

  test('as a stream can be cancelled, and breaks where the connection does', async () => {
    const { port, open } = await serve((_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).write(gzipSync(TEXT).subarray(0, 900))
      setTimeout(() => response.destroy(), 100)
    })
    const outbound = outboundTo(port)
    const url = `http://site.test:${port}/`
    await (await get(outbound, url)).body?.cancel()
    await until(() => open() === 0)
    const { body } = await get(outbound, url)
    expect(await fails(new Response(body).text())).toBe(true)
  })

  test('that nobody reads makes the server wait', async () => {
    let written = 0
    const { port } = await serve((_, response) => {
      const more = () => {
        while (!response.destroyed && response.write('a'.repeat(65_536))) written += 65_536
      }
      response.writeHead(200).on('drain', more)
      more()
    })
    const outbound = outboundTo(port)
    const { body } = await get(outbound, `http://site.test:${port}/`)
    let before = -1
    while (before !== written) {
      before = written
      await new Promise((done) => setTimeout(done, 100))
    }
    // The buffers of both sockets hold some megabytes.
    expect(written).toBeLessThan(30_000_000)
    await body?.cancel()
  })
})

describe('a secure connection', () => {
  async function serveSecurely(): Promise<number> {
    const server = createSecureServer(
      { cert: TEST_CERTIFICATE, key: TEST_CERTIFICATE_KEY },
      (request, response) => void response.end(`${request.headers.host}`),
    )
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    closing.push(() => {
      server.close()
      server.closeAllConnections()
    })
    return (server.address() as AddressInfo).port
  }

  test('needs a certificate for the name of the URL, or for its address', async () => {
    const port = await serveSecurely()
    const allow = ['loopback', `site.test:${port}`, `other.test:${port}`]
    const outbound = outboundTo(port, { allow, ca: TEST_CERTIFICATE })
    expect(await textOf(outbound, `https://site.test:${port}/`)).toBe(`site.test:${port}`)
    expect(await textOf(outbound, `https://127.0.0.1:${port}/`)).toBe(`127.0.0.1:${port}`)
    expect(await fails(get(outbound, `https://other.test:${port}/`))).toBe(true)
  })

  test('needs a certificate that somebody vouches for, whatever the environment says', async () => {
    const port = await serveSecurely()
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0'
    try {
      expect(await fails(get(outboundTo(port), `https://site.test:${port}/`))).toBe(true)
    } finally {
      delete process.env['NODE_TLS_REJECT_UNAUTHORIZED']
    }
  })

  test('with a server that speaks none, or nothing, fails', async () => {
    const { port } = await serve((_, response) => response.end('plain'))
    expect(await fails(get(outboundTo(port), `https://site.test:${port}/`))).toBe(true)
    const mute = await serveRaw(() => {})
    const url = `https://site.test:${mute.port}/`
    expect(await fails(get(outboundTo(mute.port), url, AbortSignal.timeout(100)))).toBe(true)
  })
})
