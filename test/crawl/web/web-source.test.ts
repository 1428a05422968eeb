import type { RequestListener } from 'node:http'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { inflate } from '../../../src/runtime/inflate.ts'
import type { Http } from '../../../src/crawl/http.ts'
import type { PageLimits } from '../../../src/core/spec/limits.ts'
import { addressGuard } from '../../../src/standards/address/address-guard.ts'
import { localSites, type Sites } from '../../../src/crawl/site/sites.ts'
import { webSource } from '../../../src/crawl/web/web-source.ts'
import { FETCH_REQUEST } from '../../fixtures/visit.ts'
import { refusedOrigin, serve } from '../serve.ts'

const HTML = { 'content-type': 'text/html' }
const limits = { timeoutMs: 5_000, bodyBytes: 100_000, oversized: 'refuse' as const }
const HOUR_MS = 3_600_000

const sourceOver = (http: Http, now = () => 0, robotsCalls: string[] = []) => {
  const deps = { http, now, userAgent: 'Dowser/1.0', inflate, guard: addressGuard(['loopback']) }
  const local = localSites({ ...deps, wait: async () => {}, bornAt: -HOUR_MS })
  const sites: Sites = (url) => ({
    acquire: (request) => local(url).acquire(request),
    renew: (campaign) => local(url).renew(campaign),
    release: (release) => local(url).release(release),
    robots(request) {
      robotsCalls.push(request.origin)
      return local(url).robots(request)
    },
  })
  const source = webSource({ ...deps, wait: async () => {}, sites })
  return {
    fetch: (url: string, given: PageLimits) =>
      source.fetch({ ...FETCH_REQUEST, url, limits: given }),
  }
}
const site = (robots: RequestListener, page = '<title>t</title>words') =>
  serve((request, response) => {
    if (request.url === '/robots.txt') robots(request, response)
    else response.writeHead(200, HTML).end(page)
  })
const saying =
  (text: string): RequestListener =>
  (_, response) =>
    response.end(text)
const status =
  (code: number): RequestListener =>
  (_, response) =>
    response.writeHead(code).end()

/** A site whose robots.txt is so many redirects away. */
const redirecting = (count: number) =>
  serve((request, response) => {
    const hop = Number(/^\/hop(\d)$/.exec(request.url ?? '')?.[1] ?? 0)
    if (request.url === '/page') response.writeHead(200, HTML).end()
    else if (hop < count) response.writeHead(302, { location: `/hop${hop + 1}` }).end()
    else response.end('user-agent: *\ndisallow: /')
  })

const broken: Http = () => {
  throw new TypeError('no')
}

const mute: Http = () => Promise.resolve(null as unknown as Response)

/** A web without wires, for what a real server is too slow to say a thousand times. */
const web =
  (answers: Record<string, string>, asked: string[] = []): Http =>
  (url) => {
    asked.push(url)
    const text = answers[url]
    if (text === undefined) return Promise.resolve(new Response('', { status: 404 }))
    return Promise.resolve(new Response(text, { headers: HTML }))
  }

describe('a fetch', () => {
  test('sends one request for robots.txt, and one for each page', async () => {
    const { origin, asked } = await site(saying('user-agent: *\ncrawl-delay: 0.2'))
    let clock = HOUR_MS
    const source = sourceOver(fetch, () => clock)
    const { answer, ...facts } = await source.fetch(`${origin}/a`, limits)
    clock += 200
    await source.fetch(`${origin}/b`, limits)
    expect(asked).toEqual(['/robots.txt', '/a', '/b'])
    expect(facts).toMatchObject({ crawlDelayMs: 200, bodyBytes: '<title>t</title>words'.length })
    expect(answer).toEqual({
      kind: 'page',
      status: 200,
      title: 't',
      text: 't words',
      links: [],
      skips: {},
      language: undefined,
      noindex: false,
      canonical: undefined,
      feeds: [],
    })
  })

  test('is timed from the request for the page, not for robots.txt', async () => {
    let clock = 0
    const http: Http = (url, init) => {
      clock += url.endsWith('/robots.txt') ? 700 : 30
      return web({ 'http://a.test/': '<p>' })(url, init)
    }
    const visit = await sourceOver(http, () => clock).fetch('http://a.test/', limits)
    expect(visit).toMatchObject({ requestedAt: 700, durationMs: 30 })
  })

  test('reports a redirect without following it', async () => {
    const { origin, asked } = await serve((request, response) => {
      const code = request.url === '/robots.txt' ? 404 : 302
      response.writeHead(code, { location: '/to' }).end()
    })
    const { answer } = await sourceOver(fetch).fetch(`${origin}/from`, limits)
    expect(answer).toEqual({ kind: 'redirect', status: 302, to: `${origin}/to` })
    expect(asked).toEqual(['/robots.txt', '/from'])
  })

  test('decodes the page by what it declares', async () => {
    const body = Buffer.from('<meta charset=iso-8859-1>caf\xe9', 'latin1')
    const { origin } = await serve((request, response) => {
      response.writeHead(request.url === '/robots.txt' ? 404 : 200, HTML).end(body)
    })
    const { answer } = await sourceOver(fetch).fetch(origin, limits)
    expect(answer).toMatchObject({ text: 'café', status: 200 })
  })

  test.each(['', 'nonsense', 'ftp://a.test/', 'http://user@a.test/'])(
    'of %j, which is no page, sends nothing',
    async (url) => {
      const asked: string[] = []
      const { answer } = await sourceOver(web({}, asked)).fetch(url, limits)
      expect(answer).toEqual({ kind: 'failed', reason: 'unreachable', status: 0 })
      expect(asked).toEqual([])
    },
  )
})

describe('robots.txt', () => {
  test('that disallows a page prevents its fetch', async () => {
    const { origin, asked } = await site(
      saying('user-agent: dowser\ncrawl-delay: 3\ndisallow: /no'),
    )
    const visit = await sourceOver(fetch).fetch(`${origin}/no?x`, limits)
    expect(visit).toMatchObject({ answer: { kind: 'disallowed' }, crawlDelayMs: 3_000 })
    expect(asked).toEqual(['/robots.txt'])
  })

  test.each([400, 401, 403, 404, 429])('refused with %i allows everything', async (code) => {
    const { origin } = await site(status(code))
    const { answer } = await sourceOver(fetch).fetch(origin, limits)
    expect(answer.kind).toBe('page')
  })

  test('broken on the server bars everything for five minutes', async () => {
    const { origin, asked } = await site(status(503))
    let clock = 0
    const source = sourceOver(fetch, () => clock)
    const kindAt = async (ms: number) => {
      clock = ms
      return (await source.fetch(origin, limits)).answer.kind
    }
    expect(await kindAt(0)).toBe('robots_unavailable')
    expect(await kindAt(299_999)).toBe('robots_unavailable')
    expect(asked).toHaveLength(1)
    expect(await kindAt(300_000)).toBe('robots_unavailable')
    expect(asked).toHaveLength(2)
  })

  test('is fetched again after a day', async () => {
    const asked: string[] = []
    let clock = 0
    const source = sourceOver(web({}, asked), () => clock)
    for (const hour of [0, 23.9, 24]) {
      clock = hour * HOUR_MS
      await source.fetch('http://a.test/', limits)
    }
    expect(asked.filter((url) => url.endsWith('robots.txt'))).toHaveLength(2)
  })

  test('is cached for the 500 most recently used origins', async () => {
    const calls: string[] = []
    const source = sourceOver(web({}), () => 0, calls)
    for (let i = 0; i <= 500; i++) {
      await source.fetch('http://often.test/', limits)
      await source.fetch(`http://h${i}.test/`, limits)
    }
    await source.fetch('http://h500.test/', limits)
    await source.fetch('http://h0.test/', limits)
    const count = (host: string) => calls.filter((origin) => origin === `http://${host}`).length
    expect(['often.test', 'h500.test', 'h0.test'].map(count)).toEqual([1, 1, 2])
  })

  test('that fills the memory gives way to the next', async () => {
    const calls: string[] = []
    const lines = Array.from({ length: 20_000 }, (_, i) => `disallow: /some/path/${i}\n`)
    const robots = `user-agent: *\n${lines.join('')}`
    const answers: Record<string, string> = {}
    for (let i = 0; i < 8; i++) answers[`http://h${i}.test/robots.txt`] = robots
    const source = sourceOver(web(answers), () => 0, calls)
    for (let i = 0; i < 8; i++) await source.fetch(`http://h${i}.test/`, limits)
    await source.fetch('http://h0.test/', limits)
    expect(calls.filter((origin) => origin === 'http://h0.test')).toHaveLength(2)
  })

  test('is followed through five redirects and no more', async () => {
    const kinds = [5, 6].map(async (count) => {
      const { origin } = await redirecting(count)
      return (await sourceOver(fetch).fetch(`${origin}/page`, limits)).answer.kind
    })
    expect(await Promise.all(kinds)).toEqual(['disallowed', 'page'])
  })

  test('is read up to 500 KiB', async () => {
    const line = 'disallow: /a\n'
    const filler = '#'.repeat(500 * 1_024 - 'user-agent: *\n'.length - line.length - 20)
    const { origin } = await site(
      saying(`user-agent: *\n${line}${filler}\ndisallow: /${'x'.repeat(100)}\ndisallow: /b`),
    )
    const source = sourceOver(fetch)
    const kind = async (path: string) => (await source.fetch(origin + path, limits)).answer.kind
    expect(await kind('/a')).toBe('disallowed')
    expect(await kind('/b')).toBe('page')
    // The line that the limit cut through is not taken for a shorter path.
    expect(await kind('/xxxxxx')).toBe('page')
  })

  test('of a host that is down fails the page, and is fetched again', async () => {
    const origin = await refusedOrigin()
    const down = { kind: 'failed', reason: 'unreachable', status: 0 }
    let calls = 0
    const http: Http = (url, init) => {
      calls += 1
      return fetch(url, init)
    }
    const source = sourceOver(http)
    expect((await source.fetch(origin, limits)).answer).toEqual(down)
    expect((await source.fetch(origin, limits)).answer).toEqual(down)
    expect(calls).toBe(2)
  })

  test('that breaks off or never comes fails the page', async () => {
    const half = await site((_, response) => {
      response.writeHead(200, { 'content-length': '50' })
      response.write('user-agent: *\n', () => response.socket?.destroy())
    })
    expect((await sourceOver(fetch).fetch(half.origin, limits)).answer).toMatchObject({
      reason: 'unreachable',
    })
    const silent = await site(() => {})
    const hurried = { ...limits, timeoutMs: 50 }
    expect((await sourceOver(fetch).fetch(silent.origin, hurried)).answer).toMatchObject({
      reason: 'timeout',
      status: 0,
    })
    expect(silent.asked).toEqual(['/robots.txt'])
  })
})

describe('links', () => {
  const page = '<a href="/no">a</a><a href="/yes">b</a><a href="http://b.test/no">c</a>'

  test('that a known robots.txt bars are dropped and counted', async () => {
    const source = sourceOver(
      web({
        'http://a.test/robots.txt': 'user-agent: *\ndisallow: /no',
        'http://a.test/': page,
        'http://b.test/robots.txt': 'user-agent: *\ndisallow: /no',
      }),
    )
    const answer = async () => (await source.fetch('http://a.test/', limits)).answer
    expect(await answer()).toMatchObject({
      links: [{ url: 'http://a.test/yes' }, { url: 'http://b.test/no' }],
      skips: { robots: 1 },
    })
    await source.fetch('http://b.test/', limits)
    expect(await answer()).toMatchObject({
      links: [{ url: 'http://a.test/yes' }],
      skips: { robots: 2 },
    })
  })

  test('of a site with endless rules are not all tried on them', async () => {
    const rules = Array.from({ length: 900 }, (_, i) => `allow: /*a*b*c${i}\n`)
    const robots = `user-agent: *\ndisallow: /no\n${rules.join('')}`
    const source = sourceOver(
      web({
        'http://a.test/robots.txt': robots,
        'http://a.test/': '<a href="/no">x</a>'.repeat(5_000),
      }),
    )
    const { answer } = await source.fetch('http://a.test/', limits)
    const { skips, links } = answer.kind === 'page' ? answer : { skips: {}, links: [] }
    // Four parts each of 900 rules: after 56 links it is enough.
    expect(skips).toEqual({ robots: 56 })
    expect(links).toHaveLength(4_944)
  })
})

describe('whatever comes', () => {
  const KINDS = ['page', 'redirect', 'busy', 'failed', 'disallowed', 'robots_unavailable']

  test('a fetch never rejects', async () => {
    const headers = fc.dictionary(
      fc.constantFrom('content-type', 'content-length', 'location', 'content-encoding'),
      fc.oneof(
        fc.constantFrom('text/html', 'text/html;charset=utf-16', '-1', '//[', 'gzip'),
        fc.stringMatching(/^[ -~]*$/),
      ),
    )
    const response = fc.record({
      code: fc.integer({ min: 200, max: 599 }),
      headers,
      body: fc.uint8Array({ maxLength: 300 }),
    })
    await fc.assert(
      fc.asyncProperty(response, response, fc.string(), async (robots, page, path) => {
        const answers = [robots, page]
        const http: Http = () => {
          const { code, headers: given, body } = answers.shift() ?? page
          const empty = [204, 205, 304].includes(code)
          return Promise.resolve(
            new Response(empty ? null : body.slice(), { status: code, headers: given }),
          )
        }
        const { answer } = await sourceOver(http).fetch(`http://a.test/${path}`, limits)
        expect(KINDS).toContain(answer.kind)
      }),
    )
  })

  test('an http that throws is a host that is down', async () => {
    const { answer } = await sourceOver(broken).fetch('http://a.test/', limits)
    expect(answer).toEqual({ kind: 'failed', reason: 'unreachable', status: 0 })
  })

  test('an http that answers with nonsense is a host that is down', async () => {
    const { answer } = await sourceOver(mute).fetch('http://a.test/', limits)
    expect(answer).toEqual({ kind: 'failed', reason: 'unreachable', status: 0 })
  })

  test('a page that breaks the parser is no HTML', async () => {
    const decode = vi.spyOn(TextDecoder.prototype, 'decode').mockImplementation(() => {
      throw new RangeError('out of memory')
    })
    onTestFinished(() => decode.mockRestore())
    const { answer } = await sourceOver(web({ 'http://a.test/': '<p>' })).fetch(
      'http://a.test/',
      limits,
    )
    expect(answer).toEqual({ kind: 'failed', reason: 'not_html', status: 200 })
  })
})
