import { beforeAll, describe, expect, inject, test } from 'vitest'
import type * as z from 'zod/mini'
import { ArmsView } from '../../src/api/views/arms.ts'
import { CampaignView } from '../../src/api/views/campaign.ts'
import { ExplanationView } from '../../src/api/views/explanation.ts'
import { FrontierView } from '../../src/api/views/frontier.ts'
import { SeriesView } from '../../src/api/views/series.ts'
import { SkippedView } from '../../src/api/views/skipped.ts'
import {
  call,
  create,
  FULL_SPEED,
  getJson,
  hasEnded,
  post,
  refusal,
  until,
  type Pages,
} from './client.ts'

const BUDGET = 60

/** An answer, which must be what its schema says and nothing besides. */
async function answerOf<S extends z.ZodMiniType>(path: string, schema: S): Promise<z.output<S>> {
  const answer = await call(path)
  expect(answer.status).toBe(200)
  return schema.parse(await answer.json())
}

async function refusalOf(path: string, status: number) {
  const answer = await call(path)
  expect(answer.status).toBe(status)
  return refusal(answer)
}

describe('insight into a campaign', () => {
  let base: string
  const explained = (url: string) =>
    answerOf(`${base}/explain?url=${encodeURIComponent(url)}`, ExplanationView)

  beforeAll(async () => {
    const { id } = await create({
      name: 'Volcanoes',
      topic: { keywords: ['volcano', 'lava'] },
      seeds: [inject('demoHome')],
      budget: BUDGET,
      rate: FULL_SPEED,
      policy: { name: 'mab_var', resetSteps: 20, arms: ['fl_deg', 'fl_n', 'fl_ne'] },
      limits: { timeoutMs: 1_000 },
    })
    base = `/v1/campaigns/${id}`
    await until(id, hasEnded)
  }, 60_000)

  test('the frontier lists what would be fetched next, the best first', async () => {
    const whole = await answerOf(`${base}/frontier?limit=200`, FrontierView)
    const { progress } = await getJson(base)
    expect(whole.size).toBe(progress['frontier'])
    expect(whole.nodes).toHaveLength(Math.min(200, whole.size))
    expect(whole.reserved).toEqual([])
    const estimates = whole.nodes.map(({ estimates: each }) => each[whole.arm]!)
    expect(estimates).toEqual(estimates.toSorted((a, b) => b - a))
    const top = await answerOf(`${base}/frontier`, FrontierView)
    expect(top.nodes).toEqual(whole.nodes.slice(0, 20))
  })

  test('a waiting page, a fetched one and the next one are explained', async () => {
    const { nodes } = await answerOf(`${base}/frontier?limit=2`, FrontierView)
    expect(await explained(nodes[1]!.url)).toMatchObject({
      kind: 'waiting',
      blockers: expect.arrayContaining(['budget_spent', 'outranked']) as unknown,
      estimate: nodes[1]!.estimate,
      ahead: { count: 1, isLowerBound: false },
    })
    const { pages } = await getJson<Pages>(`${base}/pages?limit=1000`)
    const page = pages.find(({ outcome }) => outcome === 'ok')!
    const { seq, score, title } = page
    expect(await explained(page.url)).toMatchObject({ kind: 'crawled', seq, score, title })
    // Normalised as links are.
    expect(await explained(`${page.url}#part`)).toMatchObject({ url: page.url, kind: 'crawled' })
  })

  test('an unknown URL is judged by scope, traps and the private-network check', async () => {
    expect(await explained('https://example.org/new')).toMatchObject({ wouldBe: 'accepted' })
    expect(await explained('http://10.1.2.3/')).toMatchObject({ wouldBe: 'address' })
    const deep = `https://example.org${'/deeper'.repeat(21)}`
    expect(await explained(deep)).toMatchObject({ kind: 'unknown', wouldBe: 'long_url' })
  })

  test.each(['', '?url=', '?url=nonsense', '?url=ftp://a.test/', '?link=https://a.test/'])(
    'what is no URL is refused: explain%s',
    async (query) => {
      expect(await refusalOf(`${base}/explain${query}`, 400)).toMatchObject({
        code: 'invalid_query',
      })
    },
  )

  test('what was skipped is listed with its meaning and a hint', async () => {
    const { links, nodes } = await answerOf(`${base}/skipped`, SkippedView)
    const { skipped } = await getJson<{ skipped: Record<string, number> }>(base)
    const counts = links.map(({ reason, count }) => [reason, count] as const)
    expect(Object.fromEntries(counts)).toEqual(skipped)
    for (const { meaning, hint } of [...links, ...nodes]) expect(meaning && hint).toMatch(/\.$/)
  })

  test('the series ends with the current figures of the campaign', async () => {
    const { progress } = await getJson(base)
    const { points } = await answerOf(`${base}/series?points=10`, SeriesView)
    expect(points).toHaveLength(10)
    const { fetched, pages, relevant, score, known, frontier } = progress
    expect(points.at(-1)).toMatchObject({ fetched, pages, relevant, score, known, frontier })
    expect(points[0]).toMatchObject({ seq: 1, fetched: 0, harvestRate: null })
    expect(points.at(-1)!.spent.rowsWritten).toBeGreaterThan(BUDGET)
    const ticks = points.map(({ seq }) => seq)
    expect(ticks).toEqual(ticks.toSorted((a, b) => a - b))
  })

  test('the arms count every rewarded choice', async () => {
    const { arms, steps, resets, phase, policy } = await answerOf(`${base}/arms`, ArmsView)
    expect(policy).toBe('mab_var')
    expect(arms.reduce((sum, { pulls }) => sum + pulls, 0)).toBe(steps)
    expect(resets).toBeGreaterThan(0)
    expect(phase).toMatchObject({ number: resets + 1 })
  })

  test.each([
    'frontier?limit=0',
    'frontier?limit=201',
    'series?points=1',
    'series?points=501',
    'arms?asOf=0',
    'arms?asOf=-1',
    'skipped?asOf=1.5',
    'frontier?asOf=now',
    'arms?at=3',
  ])('a query that makes no sense is refused: %s', async (query) => {
    const { code, details } = await refusalOf(`${base}/${query}`, 400)
    expect(code).toBe('invalid_query')
    expect(details).toHaveLength(1)
  })

  test.each(['frontier', 'skipped', 'series', 'arms', 'explain?url=https://a.test/'])(
    '%s of a campaign that is not there is a 404, and wants the key',
    async (question) => {
      const elsewhere = `/v1/campaigns/01m7h3zzzzzzzzzzzz/${question}`
      expect(await refusalOf(elsewhere, 404)).toMatchObject({ code: 'campaign_not_found' })
      const answer = await call(`${base}/${question}`, { headers: { authorization: '' } })
      expect(answer.status).toBe(401)
    },
  )

  test.each(['frontier', 'skipped', 'series', 'arms'])(
    '%s is tagged with the record it is of, and not sent twice',
    async (question) => {
      const answer = await call(`${base}/${question}`)
      const etag = answer.headers.get('etag')!
      expect(answer.headers.get('cache-control')).toBe('private, no-cache')
      expect(etag).toBe(`"${(await answer.json<{ seq: number }>()).seq}"`)
      const again = await call(`${base}/${question}`, { headers: { 'if-none-match': etag } })
      expect(again.status).toBe(304)
      expect(again.headers.get('etag')).toBe(etag)
    },
  )
})

describe('asOf', () => {
  const QUESTIONS = ['', '/frontier?limit=7', '/arms', '/skipped', '/series?points=5']
  const SCHEMAS = [CampaignView, FrontierView, ArmsView, SkippedView, SeriesView]
  let base: string
  let seen: { seq: number; bodies: unknown[] }[]

  const at = (question: string, seq: number) =>
    `${base}${question}${question.includes('?') ? '&' : '?'}asOf=${seq}`
  const bodies = (paths: string[]) =>
    Promise.all(paths.map((path, i) => answerOf(path, SCHEMAS[i]!)))

  async function lastRecord(): Promise<number> {
    return (await answerOf(`${base}/arms`, ArmsView)).seq
  }

  /** Once what was under way has settled and D1 is up to date, which is a record too. */
  async function atRest(): Promise<{ seq: number; bodies: unknown[] }> {
    for (;;) {
      const seq = await lastRecord()
      const answers = await bodies(QUESTIONS.map((question) => base + question))
      if ((await lastRecord()) === seq) return { seq, bodies: answers }
    }
  }

  /** Stopped in its course a few times, to be asked while nothing moves. */
  beforeAll(async () => {
    const { id } = await create({
      name: 'Volcanoes',
      topic: { keywords: ['volcano', 'lava'] },
      seeds: [inject('demoHome')],
      budget: 620,
      rate: FULL_SPEED,
      policy: 'mab_epsilon',
      limits: { timeoutMs: 1_000 },
    })
    base = `/v1/campaigns/${id}`
    seen = []
    for (const fetched of [10, 300, 560]) {
      await until(id, ({ progress }) => progress['fetched']! >= fetched)
      await post(`${base}/pause`)
      seen.push(await atRest())
      await post(`${base}/resume`)
    }
    await until(id, hasEnded)
  }, 60_000)

  test('gives the answers of that time, read from several parts of the log', async () => {
    expect(seen.at(-1)!.seq).toBeGreaterThan(500)
    for (const { seq, bodies: then } of seen) {
      expect(await bodies(QUESTIONS.map((question) => at(question, seq)))).toEqual(then)
    }
  })

  test('gives answers that may be cached for ever', async () => {
    const first = await call(at('/frontier', 20))
    expect(first.headers.get('cache-control')).toBe('private, max-age=86400, immutable')
    expect(first.headers.get('etag')).toBe('"20"')
    const body = await first.text()
    expect(await (await call(at('/frontier', 20))).text()).toBe(body)
    const again = await call(at('/frontier', 20), { headers: { 'if-none-match': '"20"' } })
    expect(again.status).toBe(304)
  })

  test.each(QUESTIONS)('beyond the last record is refused with the range: %s', async (question) => {
    const seq = await lastRecord()
    const { code, message } = await refusalOf(at(question, seq + 1), 422)
    expect(code).toBe('as_of_in_future')
    expect(message).toContain(`from 1 to ${seq}`)
  })

  test('of an unknown campaign is 404, whatever was cached before', async () => {
    const path = '/v1/campaigns/01m7h3zzzzzzzzzzzz?asOf=20'
    const answer = await call(path, { headers: { 'if-none-match': '"20"' } })
    expect(answer.status).toBe(404)
  })
})
