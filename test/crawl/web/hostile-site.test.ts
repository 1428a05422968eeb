import { afterAll, beforeAll, expect, test } from 'vitest'
import { addressGuard } from '../../../src/standards/address/address-guard.ts'
import type { Http } from '../../../src/crawl/http.ts'
import { localSource } from '../../fixtures/local-source.ts'
import { FETCH_REQUEST } from '../../fixtures/visit.ts'
import { startHostileSite, type HostileSite } from '../../fixtures/hostile-site.ts'

const limits = { timeoutMs: 4_000, bodyBytes: 6_000_000, oversized: 'refuse' as const }
/** What a runtime may hand out in one piece, and so beyond the cap. */
const PIECE_BYTES = 65_536

let site: HostileSite
beforeAll(async () => {
  site = await startHostileSite()
})
afterAll(() => site.close())

/** The real fetch, which records how much of each body was read. */
function countingSource() {
  const read = new Map<string, number>()
  const http: Http = async (url, init) => {
    const response = await fetch(url, init)
    const count = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        read.set(url, (read.get(url) ?? 0) + chunk.byteLength)
        controller.enqueue(chunk)
      },
    })
    const body = response.body?.pipeThrough(count) ?? null
    Object.defineProperty(response, 'body', { value: body })
    return response
  }
  const guard = addressGuard(site.hosts)
  const source = localSource({ http, now: () => 0, userAgent: 'Dowser/test', guard })
  return { read, visit: (url: string) => source.fetch({ ...FETCH_REQUEST, url, limits }) }
}

test('each page of a hostile site has an answer, and none is read beyond the maximum', async () => {
  const { read, visit } = countingSource()
  for (const { url, outcomes } of site.pages) {
    const { answer, bodyBytes } = await visit(url)
    const outcome = answer.kind === 'failed' ? answer.reason : answer.kind
    const expected = outcomes.map((word) => AS_ANSWER[word] ?? word)
    expect([url, expected]).toEqual([url, expect.arrayContaining([outcome])])
    expect(bodyBytes).toBeLessThanOrEqual(limits.bodyBytes)
  }
  for (const bytes of read.values()) {
    expect(bytes).toBeLessThanOrEqual(limits.bodyBytes + 2 * PIECE_BYTES)
  }
  expect(site.intrusions()).toBe(0)
})

/** A loop is seen by the campaign, which knows where it has been. */
const AS_ANSWER: Record<string, string> = { ok: 'page', redirect_loop: 'redirect' }

test('of ten thousand links as many are taken as a page may have', async () => {
  const { visit } = countingSource()
  const { answer } = await visit(site.many)
  expect(answer.kind === 'page' && answer.links.length).toBe(5_000)
})

test('the first rules of an endless robots.txt hold', async () => {
  const { read, visit } = countingSource()
  const { url } = site.pages.find((page) => page.url.endsWith('/open'))!
  const { answer } = await visit(url)
  expect(answer).toMatchObject({ kind: 'page', links: [], skips: { robots: 1 } })
  // Five million bytes were there to be read.
  expect(read.get(new URL('/robots.txt', url).href)).toBeLessThan(700_000)
})
