import { expect } from 'vitest'
import type { FetchRequest, Source } from '../../src/core/campaign/fetch/source.ts'
import { FETCH_REQUEST } from '../fixtures/visit.ts'
import type { Contract } from './contract.ts'

/** A source with something in it. */
export interface SourceWorld {
  source: Source
  /** The URL of a page with links. */
  page: string
  /** The URL of nothing, on the same site. */
  missing: string
  /** A URL that cannot be reached at all. */
  unreachable: string
  /** How often a URL was requested. */
  requests: (url: string) => number
}

const LIMITS = { timeoutMs: 5_000, bodyBytes: 1_000_000, oversized: 'refuse' as const }

const fetch = ({ source }: SourceWorld, url: string, other: Partial<FetchRequest> = {}) =>
  source.fetch({ ...FETCH_REQUEST, url, limits: LIMITS, ...other })

export const sourceContract: Contract<SourceWorld> = {
  'reads a page: its title, its words, and its links in normal form': async (open) => {
    const world = open()
    const { answer } = await fetch(world, world.page)
    if (answer.kind !== 'page') throw new Error(`the page is ${answer.kind}`)
    expect(answer.title).not.toBe('')
    expect(answer.text).not.toBe('')
    expect(answer.links.length).toBeGreaterThan(0)
    for (const { url } of answer.links) {
      const normal = new URL(url)
      normal.hash = ''
      expect(url).toBe(normal.href)
    }
  },

  'sends one request for a page': async (open) => {
    const world = open()
    await fetch(world, world.page)
    expect(world.requests(world.page)).toBe(1)
  },

  'returns an answer whatever happens, and never rejects': async (open) => {
    const world = open()
    expect((await fetch(world, world.missing)).answer).toMatchObject({
      kind: 'failed',
      status: 404,
    })
    const { answer } = await fetch(world, world.unreachable)
    expect(['failed', 'robots_unavailable', 'refused']).toContain(answer.kind)
  },

  'sends no more side requests than it may': async (open) => {
    const world = open()
    for (const maxSideRequests of [0, 1]) {
      const { sideRequests } = await fetch(world, world.page, { maxSideRequests })
      expect(sideRequests).toBeLessThanOrEqual(maxSideRequests)
    }
  },

  'reports the time and size of a fetch': async (open) => {
    const world = open()
    const { durationMs, bodyBytes, requestedAt } = await fetch(world, world.page)
    expect(requestedAt).toBeGreaterThan(0)
    expect(durationMs).toBeGreaterThanOrEqual(0)
    expect(bodyBytes).toBeGreaterThan(0)
  },

  'reads no more of a body than the limit': async (open) => {
    const world = open()
    const limits = { ...LIMITS, bodyBytes: 20 }
    const { answer } = await fetch(world, world.page, { limits })
    expect(answer).toMatchObject({ kind: 'failed', reason: 'too_large' })
  },

  'knows the site of a URL without a request': (open) => {
    const { source, page, missing, requests } = open()
    expect(source.siteOf(page)).toBe(source.siteOf(missing))
    expect(source.siteOf('https://elsewhere.example/')).not.toBe(source.siteOf(page))
    expect(requests(page)).toBe(0)
  },
}
