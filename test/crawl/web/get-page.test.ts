import { once } from 'node:events'
import type { RequestListener, ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { inflate } from '../../../src/runtime/inflate.ts'
import type { PageLimits } from '../../../src/core/spec/limits.ts'
import { getPage } from '../../../src/crawl/web/get-page.ts'
import { refusedOrigin, serve } from '../serve.ts'

const HTML = { 'content-type': 'text/html' }
const limits: PageLimits = { timeoutMs: 5_000, bodyBytes: 10_000, oversized: 'refuse' }
const client = { http: fetch, userAgent: 'Dowser/1.0', inflate }

async function fetchFrom(handler: RequestListener, given = limits) {
  const site = await serve(handler)
  return getPage(`${site.origin}/dir/page`, client, given)
}

const answering =
  (status: number, headers: Record<string, string>, body: string | Buffer = ''): RequestListener =>
  (_, response) =>
    response.writeHead(status, headers).end(body)

const failure = (reason: string, status: number) => ({ kind: 'failed', reason, status })

const text = (fetched: Awaited<ReturnType<typeof getPage>>) =>
  fetched.kind === 'html' ? new TextDecoder().decode(fetched.bytes) : fetched

describe('a request', () => {
  test('names the crawler, and what types and codings it accepts', async () => {
    let asked: NodeJS.Dict<string | string[]> = {}
    await fetchFrom((request, response) => {
      asked = request.headers
      response.writeHead(200, HTML).end()
    })
    expect(asked).toMatchObject({ 'user-agent': 'Dowser/1.0', 'accept-encoding': 'gzip, br' })
    expect(asked['accept']).toContain('text/html')
  })

  test('calls http without a receiver, which workerd insists on', async () => {
    const receivers: unknown[] = []
    const http = function (this: unknown) {
      receivers.push(this)
      return Promise.resolve(new Response('', { headers: HTML }))
    }
    await getPage('http://a.test/', { ...client, http }, limits)
    expect(receivers).toEqual([undefined])
  })
})

describe('a page', () => {
  test.each(['text/html; charset=utf-8', 'TEXT/HTML', 'application/xhtml+xml'])(
    'of type %s is read',
    async (type) => {
      expect(text(await fetchFrom(answering(200, { 'content-type': type }, '<p>x')))).toBe('<p>x')
    },
  )

  describe('that is larger than its limit, where such pages are cut', () => {
    const cut: PageLimits = { ...limits, oversized: 'cut' }
    const body = 'x'.repeat(limits.bodyBytes + 1)

    test.each<[string, Record<string, string>, string | Buffer]>([
      ['of a size that it announces', { 'content-length': String(body.length) }, body],
      ['compressed', { 'content-encoding': 'gzip' }, gzipSync(body)],
    ])('is read up to there, %s', async (_, headers, sent) => {
      const fetched = await fetchFrom(answering(200, { ...HTML, ...headers }, sent), cut)
      expect(text(fetched)).toBe(body.slice(1))
    })

    test('is read up to there and hung up on if it has no end', async () => {
      let closed: Promise<unknown> = Promise.resolve()
      const fetched = await fetchFrom((_, response) => {
        closed = once(response, 'close')
        response.writeHead(200, HTML)
        pour(response)
      }, cut)
      expect(text(fetched)).toHaveLength(limits.bodyBytes)
      await closed
    })
  })

  test('may be compressed', async () => {
    const headers = { ...HTML, 'content-encoding': 'gzip' }
    expect(text(await fetchFrom(answering(200, headers, gzipSync('<p>x'))))).toBe('<p>x')
  })

  test('without a type is one if it begins with a tag, or with nothing', async () => {
    expect(text(await fetchFrom(answering(200, {}, '\uFEFF\n <p>x')))).toContain('<p>x')
    expect(text(await fetchFrom(answering(200, {})))).toBe('')
    expect(await fetchFrom(answering(200, {}, '%PDF-1.7'))).toMatchObject({ reason: 'not_html' })
  })

  test('may be empty', async () => {
    expect(text(await fetchFrom(answering(200, HTML)))).toBe('')
    expect(await fetchFrom(answering(204, {}))).toMatchObject({ kind: 'html', status: 204 })
  })

  test('may be exactly as long as the cap', async () => {
    const body = 'x'.repeat(limits.bodyBytes)
    expect(text(await fetchFrom(answering(200, HTML, body)))).toBe(body)
  })
})

describe('a redirect', () => {
  test.each([301, 302, 303, 307, 308])('with status %i is not followed', async (status) => {
    const fetched = await fetchFrom(answering(status, { location: '../to?x#y' }))
    expect(fetched).toMatchObject({ kind: 'redirect', status })
    expect(fetched.kind === 'redirect' && fetched.to).toMatch(/^http:\/\/127.0.0.1:\d+\/to\?x$/)
  })

  test('may name its target in bare UTF-8, which is what most servers send', async () => {
    const bare = Buffer.from('/caf\u00e9').toString('latin1')
    const fetched = await fetchFrom(answering(302, { location: bare }))
    expect(fetched.kind === 'redirect' && fetched.to).toMatch(/\/caf%C3%A9$/)
    const latin = await fetchFrom(answering(302, { location: '/caf\u00e9' }))
    expect(latin.kind === 'redirect' && latin.to).toMatch(/\/caf%C3%A9$/)
  })

  test('may name no usable target', async () => {
    const none = { kind: 'redirect', to: undefined }
    expect(await fetchFrom(answering(302, {}))).toEqual({ ...none, status: 302 })
    expect(await fetchFrom(answering(304, {}))).toEqual({ ...none, status: 304 })
    const mail = answering(301, { location: 'mailto:a@b.test' })
    expect(await fetchFrom(mail)).toEqual({ ...none, status: 301 })
  })
})

describe('a failure', () => {
  test('is unreachable where nobody listens', async () => {
    const origin = await refusedOrigin()
    expect(await getPage(`${origin}/`, client, limits)).toMatchObject(failure('unreachable', 0))
  })

  test('is unreachable when the connection closes before any header', async () => {
    const fetched = await fetchFrom((request) => request.socket.destroy())
    expect(fetched).toMatchObject(failure('unreachable', 0))
  })

  test('is a time-out when no header comes in time', async () => {
    const fetched = await fetchFrom(() => {}, { ...limits, timeoutMs: 50 })
    expect(fetched).toMatchObject(failure('timeout', 0))
  })

  test('is a time-out when the body comes for too long', async () => {
    const fetched = await fetchFrom(dripping(20), { ...limits, timeoutMs: 200 })
    expect(fetched).toMatchObject(failure('timeout', 200))
    expect(fetched.kind === 'failed' && fetched.bodyBytes).toBeGreaterThan(0)
  })

  test('is a time-out at half time when the body merely drips', async () => {
    const fetched = await fetchFrom(dripping(1), { ...limits, timeoutMs: 2_000 })
    expect(fetched).toMatchObject(failure('timeout', 200))
    // About 130 would have come in the whole time.
    expect(fetched.kind === 'failed' && fetched.bodyBytes).toBeLessThan(100)
  })

  test('is none when a short page takes its time', async () => {
    const slow: RequestListener = (_, response) => {
      response.writeHead(200, HTML).write('<p>'.padEnd(100))
      setTimeout(() => response.end('x'), 700)
    }
    expect(await fetchFrom(slow, { ...limits, timeoutMs: 1_000 })).toMatchObject({ kind: 'html' })
  })

  test('leaves no timer behind, whatever it is', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const headers = { 'content-type': 'text/html' }
    const answers = [
      () => Promise.resolve(new Response('<p>', { headers })),
      () => Promise.resolve(new Response('x'.repeat(20_000), { headers })),
      () => Promise.resolve(new Response('', { status: 404 })),
      () => Promise.reject(new TypeError('no')),
    ]
    for (const http of answers) await getPage('http://a.test/', { ...client, http }, limits)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('is an early close when fewer bytes come than were announced', async () => {
    const fetched = await fetchFrom((_, response) => {
      response.writeHead(200, { ...HTML, 'content-length': '100' })
      response.write('<p>half', () => response.socket?.end())
    })
    expect(fetched).toEqual({ ...failure('closed_early', 200), bodyBytes: 7 })
  })

  test('is an early close when the last chunk never comes', async () => {
    const fetched = await fetchFrom((_, response) => {
      response.writeHead(200, HTML).write('<p>half', () => response.socket?.destroy())
    })
    expect(fetched).toMatchObject(failure('closed_early', 200))
  })

  test('is an early close when a compressed body is cut or is none', async () => {
    const headers = { ...HTML, 'content-encoding': 'gzip' }
    const junk = answering(200, headers, 'not gzip at all')
    expect(await fetchFrom(junk)).toMatchObject(failure('closed_early', 200))
    const fetched = await fetchFrom((_, response) => {
      const body = gzipSync('x'.repeat(5_000))
      response.writeHead(200, { ...headers, 'content-length': String(body.length) })
      response.write(body.subarray(0, 20), () => response.socket?.destroy())
    })
    expect(fetched).toMatchObject(failure('closed_early', 200))
  })

  test('is a page too large by its own word, which is not read', async () => {
    const body = 'x'.repeat(limits.bodyBytes + 1)
    const headers = { ...HTML, 'content-length': String(body.length) }
    const fetched = await fetchFrom(answering(200, headers, body))
    expect(fetched).toEqual({ ...failure('too_large', 200), bodyBytes: 0 })
  })

  test('is a page without end, which is read up to the cap and hung up on', async () => {
    let closed: Promise<unknown> = Promise.resolve()
    const fetched = await fetchFrom((_, response) => {
      closed = once(response, 'close')
      response.writeHead(200, HTML)
      pour(response)
    })
    expect(fetched).toEqual({ ...failure('too_large', 200), bodyBytes: limits.bodyBytes })
    await closed
  })

  test('is a page too large once decompressed', async () => {
    const headers = { ...HTML, 'content-encoding': 'gzip' }
    const bomb = gzipSync(Buffer.alloc(5_000_000))
    const fetched = await fetchFrom(answering(200, headers, bomb))
    expect(fetched).toMatchObject(failure('too_large', 200))
  })

  test.each(['application/pdf', 'text/plain', 'image/svg+xml'])(
    'is a document of type %s, which is hung up on',
    async (type) => {
      let closed: Promise<unknown> = Promise.resolve()
      const fetched = await fetchFrom((_, response) => {
        closed = once(response, 'close')
        response.writeHead(200, { 'content-type': type })
        pour(response)
      })
      expect(fetched).toEqual({ ...failure('not_html', 200), bodyBytes: 0 })
      await closed
    },
  )

  test('is a coding that the request did not accept', async () => {
    const fetched = await fetchFrom(answering(200, { ...HTML, 'content-encoding': 'zstd' }, 'x'))
    expect(fetched).toMatchObject(failure('not_html', 200))
  })

  test.each([400, 404, 410, 500, 503])('is the status %i', async (status) => {
    const fetched = await fetchFrom(answering(status, HTML, '<p>sorry'))
    expect(fetched).toEqual({ ...failure('http_error', status), bodyBytes: 0 })
  })

  test.each([
    [429, {}, null],
    [429, { 'retry-after': '7' }, '7'],
    [503, { 'retry-after': '7' }, '7'],
  ])('but a pause that the host asks for is none (%i %o)', async (status, asked, retryAfter) => {
    const fetched = await fetchFrom(answering(status, { ...HTML, ...asked }, '<p>sorry'))
    expect(fetched).toEqual({ kind: 'busy', status, retryAfter })
  })
})

const dripping =
  (bytes: number): RequestListener =>
  (_, response) => {
    response.writeHead(200, HTML)
    const timer = setInterval(() => response.write('.'.repeat(bytes)), 15)
    response.on('close', () => clearInterval(timer))
  }

function pour(response: ServerResponse): void {
  const more = () => {
    while (!response.destroyed && response.write('x'.repeat(4_096))) continue
  }
  response.on('drain', more)
  more()
}
