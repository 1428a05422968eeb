import { listDurableObjectIds, runInDurableObject } from 'cloudflare:test'
import { beforeAll, describe, expect, inject, test, vi } from 'vitest'
import {
  call,
  create,
  FULL_SPEED,
  getJson,
  hasEnded,
  post,
  refusal,
  until,
  type Campaign,
  type Pages,
} from './client.ts'
import { testEnv } from './migrate.ts'

/** Where no page ever comes. */
const NOWHERE = inject('nowhere')

/** One that never gets beyond its first fetches. Alone: a pace would be shared by all of them. */
const SLOW = {
  name: 'Volcanoes',
  topic: { keywords: ['volcano'] },
  seeds: [NOWHERE],
  budget: 50,
  rate: { perMinute: 1, hostDelayMs: 0 },
}

/** One that ends within a moment. */
function short(budget: number) {
  const seeds = [inject('demoHome')]
  return { ...SLOW, seeds, budget, rate: FULL_SPEED, limits: { timeoutMs: 1_000 } }
}

interface Shown extends Campaign {
  name: string
  budget: number
  rate: object
  scope: { exclude: string[]; maxDepth: number | null }
}

function patch(id: string, body: unknown, headers = {}): Promise<Response> {
  return call(`/v1/campaigns/${id}`, { method: 'PATCH', body: JSON.stringify(body), headers })
}

/** Paused, so that nothing but the test changes it. */
async function paused(): Promise<{ id: string; etag: string }> {
  const { id } = await create(SLOW)
  await until(id, ({ progress }) => progress['fetched']! > 0)
  await post(`/v1/campaigns/${id}/pause`)
  const etag = (await call(`/v1/campaigns/${id}`)).headers.get('etag')!
  return { id, etag }
}

async function ended(budget: number): Promise<string> {
  const { id } = await create(short(budget))
  await until(id, hasEnded)
  return id
}

async function stopped(): Promise<string> {
  const { id } = await create(SLOW)
  expect((await post(`/v1/campaigns/${id}/stop`)).status).toBe(200)
  return id
}

const EDITS: [method: string, part: string, body: unknown][] = [
  ['PATCH', '', { budget: 20 }],
  ['POST', '/seeds', { seeds: [NOWHERE] }],
  ['POST', '/labels', { labels: [{ seq: 2, score: 1 }] }],
  ['POST', '/stop', {}],
]

test.each(['01m7h3yyyyyyyyyyyy', 'nonsense'])(
  'an edit of campaign %s, which is not there, is a 404 and leaves nothing behind',
  async (id) => {
    const before = await getJson<{ campaigns: unknown[] }>('/v1/campaigns')
    const objects = (await listDurableObjectIds(testEnv.CAMPAIGN)).length
    for (const [method, part, body] of EDITS) {
      const init = { method, body: JSON.stringify(body), headers: { 'if-match': '*' } }
      const answer = await call(`/v1/campaigns/${id}${part}`, init)
      expect(answer.status).toBe(404)
      expect(await refusal(answer)).toMatchObject({ code: 'campaign_not_found' })
    }
    // The platform lists what was asked once; it holds nothing.
    const asked = Number(id !== 'nonsense')
    expect((await listDurableObjectIds(testEnv.CAMPAIGN)).length).toBe(objects + asked)
    expect(await getJson('/v1/campaigns')).toEqual(before)
  },
)

describe('PATCH /v1/campaigns/:id', () => {
  test('changes what it names and nothing else', async () => {
    const { id } = await create({ ...SLOW, scope: { exclude: ['*.pdf'] } })
    const answer = await patch(id, {
      name: 'Lava',
      topic: { keywords: ['lava'] },
      budget: 70,
      rate: { perMinute: 5 },
      limits: { bodyBytes: 5_000 },
      scope: { maxDepth: 4 },
      discover: ['links', 'feeds'],
    })
    expect(answer.status).toBe(200)
    const shown = {
      name: 'Lava',
      topic: { keywords: ['lava'] },
      budget: 70,
      rate: { perMinute: 5, hostDelayMs: 0 },
      limits: { timeoutMs: 15_000, bodyBytes: 5_000 },
      scope: { exclude: ['*.pdf'], maxDepth: 4, languages: [] },
      discover: ['links', 'feeds'],
    }
    expect(await answer.json()).toMatchObject(shown)
    expect(await getJson(`/v1/campaigns/${id}`)).toMatchObject(shown)
    const { campaigns } = await getJson<{ campaigns: Shown[] }>('/v1/campaigns')
    expect(campaigns.find((campaign) => campaign.id === id)).toMatchObject({
      name: 'Lava',
      budget: 70,
    })
  })

  test.each([
    [
      'an unknown key',
      { bugdet: 3 },
      '',
      /unknown key "bugdet": did you mean "budget"\? Known are name, topic, budget/,
    ],
    ['what cannot be changed', { randomSeed: 1 }, '', /unknown key "randomSeed"/],
    ['an unknown policy', { policy: 'magic' }, 'policy.name', /one of bfs, nr, opic/],
    ['a foreign option', { policy: { name: 'bfs', eta: 1 } }, 'policy.eta', /does not concern bfs/],
    ['an unknown key within', { rate: { perHour: 3 } }, 'rate', /"perHour"; known are perMinute/],
    ['nothing', {}, '', /must name at least one of name, topic, budget, rate/],
    ['a list', [1], '', /must be an object with name/],
    ['a negative budget', { budget: -1 }, 'budget', /whole number from 1/],
    ['more fetches at a time', { parallel: 7 }, 'parallel', /at most 6 on this deployment/],
    ['an empty name', { name: '' }, 'name', /1 to 200 characters/],
    ['null', { rate: null }, 'rate', /must be an object with perMinute/],
    ['no keywords', { topic: {} }, 'topic.keywords', /1 to 100 keywords/],
    ['a scope that means nothing', { scope: { hosts: ['a.test', '/'] } }, 'scope.hosts.1', /"\/"/],
    ['an unknown way', { discover: ['guess'] }, 'discover.0', /one of links, sitemaps, feeds/],
  ])('refuses %s and names it', async (_what, body, path, message) => {
    const { id } = await create(SLOW)
    const answer = await patch(id, body)
    expect(answer.status).toBe(400)
    const error = await refusal(answer)
    expect(error.code).toBe('invalid_body')
    expect(error.details).toContainEqual({
      path,
      message: expect.stringMatching(message) as string,
    })
  })

  test('with an outdated ETag is 412, and changes nothing', async () => {
    const { id, etag } = await paused()
    for (const tag of ['"1"', '"999"', 'nonsense', `W/${etag}`, `"1", W/${etag}`, '"*"']) {
      const answer = await patch(id, { name: 'Lava' }, { 'if-match': tag })
      expect(answer.status).toBe(412)
      expect(await refusal(answer)).toMatchObject({
        code: 'precondition_failed',
        message: expect.stringMatching(/it is "\d+" now/) as string,
      })
    }
    expect(await getJson(`/v1/campaigns/${id}`)).toMatchObject({ name: 'Volcanoes' })
    for (const tag of [etag, '*']) {
      expect((await patch(id, { name: `as of ${tag}` }, { 'if-match': tag })).status).toBe(200)
    }
    expect((await patch(id, { name: 'late' }, { 'if-match': etag })).status).toBe(412)
    const { headers } = await call(`/v1/campaigns/${id}`)
    const seen = `"1",W/"2", ${headers.get('etag')}`
    expect((await patch(id, { name: 'listed' }, { 'if-match': seen })).status).toBe(200)
  })

  test('has an ETag that proxies do not weaken', async () => {
    const { id } = await paused()
    const answer = await patch(id, { name: 'Lava' })
    for (const { headers } of [answer, await call(`/v1/campaigns/${id}`)]) {
      expect(headers.get('cache-control')).toBe('private, no-cache, no-transform')
    }
  })

  test('resumes a campaign whose budget was spent, and ends one whose budget is lowered to what it spent', async () => {
    const id = await ended(5)
    const woken = await (await patch(id, { budget: 9 })).json<Campaign>()
    expect(woken.status).toBe('running')
    expect(await until(id, hasEnded)).toMatchObject({ progress: { fetched: 9, remaining: 0 } })
    const lowered = await patch(id, { budget: 3 })
    expect(await lowered.json()).toMatchObject({
      status: 'completed',
      statusReason: 'budget_exhausted',
      progress: { fetched: 9, remaining: 0 },
    })
  })

  test('with another policy applies it from the next decision on', async () => {
    const { id } = await create({ ...short(60), rate: { perMinute: 1_200, hostDelayMs: 0 } })
    await until(id, ({ progress }) => progress['fetched']! >= 5)
    const answer = await patch(id, { policy: { name: 'mab_epsilon', arms: ['bfs', 'opic'] } })
    expect(await answer.json()).toMatchObject({ policy: { name: 'mab_epsilon', epsilon: 0.1 } })
    await until(id, hasEnded)
    const { decisions } = await getJson<{ decisions: { arm: string }[] }>(
      `/v1/campaigns/${id}/decisions?limit=200`,
    )
    expect(decisions.at(0)!.arm).toMatch(/^(bfs|opic)$/)
    expect(decisions.at(-1)!.arm).toBe('fl_ne')
  })

  test('with a narrower scope applies it', async () => {
    const { id } = await create({ ...short(400), rate: { perMinute: 1_200, hostDelayMs: 0 } })
    await until(id, ({ progress }) => progress['fetched']! >= 5)
    await patch(id, { scope: { include: ['/nowhere/*'] } })
    const { progress, statusReason } = await until(id, hasEnded)
    expect(statusReason).toBe('frontier_empty')
    expect(progress['outOfScope']).toBeGreaterThan(0)
    // One may have been under way.
    const { pages } = await getJson<Pages>(`/v1/campaigns/${id}/pages?limit=1000`)
    expect(pages.length).toBeLessThan(30)
  })
})

describe('POST /v1/campaigns/:id/seeds', () => {
  test('resumes a campaign that ended for lack of pages', async () => {
    const seeds = [`${inject('demoHome')}nothing-here`]
    const { id } = await create({ ...short(4), seeds })
    expect(await until(id, hasEnded)).toMatchObject({ statusReason: 'frontier_empty' })
    const answer = await post(`/v1/campaigns/${id}/seeds`, { seeds: [inject('demoHome')] })
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({ status: 'running', progress: { known: 2 } })
    expect(await until(id, hasEnded)).toMatchObject({ progress: { fetched: 4 } })
  })

  test.each([
    ['no list', {}, 'seeds', /1 to 1000 URLs/],
    ['an empty list', { seeds: [] }, 'seeds', /1 to 1000 URLs/],
    ['an unknown key', { seeds: [NOWHERE], depth: 1 }, '', /unknown key "depth"/],
    ['no URL', { seeds: [NOWHERE, 'nope'] }, 'seeds.1', /http or https/],
    ['a private address', { seeds: [NOWHERE, 'http://10.0.0.1/'] }, 'seeds.1', /cannot be crawled/],
  ])('refuses %s and names it', async (_what, body, path, message) => {
    const { id, etag } = await paused()
    const answer = await post(`/v1/campaigns/${id}/seeds`, body)
    expect(answer.status).toBe(400)
    const error = await refusal(answer)
    expect(error.code).toBe('invalid_body')
    expect(error.details).toContainEqual({
      path,
      message: expect.stringMatching(message) as string,
    })
    expect((await patch(id, { name: 'Lava' }, { 'if-match': etag })).status).toBe(200)
  })
})

describe('POST /v1/campaigns/:id/labels', () => {
  let id: string
  let pages: Pages['pages']

  beforeAll(async () => {
    id = await ended(12)
    const listed = await getJson<Pages>(`/v1/campaigns/${id}/pages?limit=100`)
    pages = listed.pages.filter(({ outcome }) => outcome === 'ok')
  })

  test('sets the score of a page to a share of the best score', async () => {
    const [first, second] = pages
    const labels = [
      { seq: first!.seq, score: 0 },
      { url: `${second!.url}#part`, score: 0.5 },
    ]
    const answer = await post(`/v1/campaigns/${id}/labels`, { labels })
    expect(answer.status).toBe(200)
    const { progress } = await answer.json<Campaign>()
    const best = Math.max(...pages.map(({ score }) => score))
    expect(progress['bestScore']).toBe(best)
    const after = await getJson<Pages>(`/v1/campaigns/${id}/pages?limit=100`)
    const scoreOf = (seq: number) => after.pages.find((page) => page.seq === seq)!.score
    expect(scoreOf(first!.seq)).toBe(0)
    expect(scoreOf(second!.seq)).toBeCloseTo(best / 2, 3)
    const sum = after.pages.reduce((total, { score }) => total + score, 0)
    expect(progress['score']).toBeCloseTo(sum, 2)
  })

  test('with a page that was not read is 422, names it, and stores none', async () => {
    const before = await getJson(`/v1/campaigns/${id}`)
    const labels = [
      { seq: pages[2]!.seq, score: 0 },
      { seq: 1, score: 1 },
      { url: 'https://unheard-of.test/', score: 1 },
    ]
    const answer = await post(`/v1/campaigns/${id}/labels`, { labels })
    expect(answer.status).toBe(422)
    const error = await refusal(answer)
    expect(error.code).toBe('page_not_crawled')
    expect(error.details).toEqual([
      { path: 'labels.1.seq', message: 'record 1 is not a page that the campaign has crawled' },
      {
        path: 'labels.2.url',
        message: 'https://unheard-of.test/ is not a page that the campaign has crawled',
      },
    ])
    expect((await getJson(`/v1/campaigns/${id}`)).progress).toEqual(before.progress)
  })

  test('stores all or none, even if the storage fails at one of them', async () => {
    const { progress } = await getJson(`/v1/campaigns/${id}`)
    const store = (statement: string) =>
      runInDurableObject(testEnv.CAMPAIGN.getByName(id), (_object, { storage }) => {
        const [last] = storage.sql.exec('SELECT max(seq) AS seq FROM step').toArray()
        storage.sql.exec(statement)
        return last!['seq']
      })
    const seq = await store(`CREATE TRIGGER no_room BEFORE INSERT ON step
      WHEN NEW.seq % 3 = 0 BEGIN SELECT RAISE(ABORT, 'no room'); END`)
    const labels = pages.slice(0, 4).map((page) => ({ seq: page.seq, score: 1 }))
    const failed = vi.spyOn(console, 'error').mockImplementation(() => {})
    expect((await post(`/v1/campaigns/${id}/labels`, { labels })).status).toBe(500)
    failed.mockRestore()
    expect(await store('DROP TRIGGER no_room')).toBe(seq)
    expect((await getJson(`/v1/campaigns/${id}`)).progress).toEqual(progress)
    expect((await post(`/v1/campaigns/${id}/labels`, { labels })).status).toBe(200)
  })

  test('with a label out of range is refused, names its position, and stores none', async () => {
    const before = await getJson(`/v1/campaigns/${id}`)
    const labels = [
      { seq: pages[2]!.seq, score: 0 },
      { seq: pages[3]!.seq, score: -0.1 },
    ]
    const answer = await post(`/v1/campaigns/${id}/labels`, { labels })
    expect(answer.status).toBe(400)
    expect((await refusal(answer)).details).toEqual([
      { path: 'labels.1.score', message: 'must be a number from 0 to 1, not -0.1' },
    ])
    expect((await getJson(`/v1/campaigns/${id}`)).progress).toEqual(before.progress)
  })

  test.each([
    ['no list', {}, 'labels', /1 to 100 labels/],
    ['no page', { labels: [{ score: 1 }] }, 'labels.0', /either seq or url/],
    ['two names', { labels: [{ seq: 2, url: NOWHERE, score: 1 }] }, 'labels.0', /either seq or/],
    ['no score', { labels: [{ seq: 2 }] }, 'labels.0.score', /from 0 to 1/],
    ['a score above 1', { labels: [{ seq: 2, score: 1.1 }] }, 'labels.0.score', /from 0 to 1/],
    ['no number', { labels: [{ seq: 'x', score: 1 }] }, 'labels.0.seq', /whole number/],
    ['an unknown key', { labels: [{ id: 2, score: 1 }] }, 'labels.0', /unknown key "id"/],
  ])('refuses %s and names it', async (_what, body, path, message) => {
    const answer = await post(`/v1/campaigns/${id}/labels`, body)
    expect(answer.status).toBe(400)
    expect((await refusal(answer)).details).toContainEqual({
      path,
      message: expect.stringMatching(message) as string,
    })
  })
})

describe('POST /v1/campaigns/:id/stop', () => {
  test('ends a campaign for good and keeps what it found', async () => {
    const { id } = await create({ ...short(400), rate: { perMinute: 600, hostDelayMs: 0 } })
    await until(id, ({ progress }) => progress['fetched']! >= 3)
    const answer = await post(`/v1/campaigns/${id}/stop`)
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({
      status: 'cancelled',
      statusReason: 'user',
      availableActions: [],
      nextTickAt: null,
    })
    expect((await post(`/v1/campaigns/${id}/stop`)).status).toBe(200)
    const { pages } = await getJson<Pages>(`/v1/campaigns/${id}/pages`)
    expect(pages.length).toBeGreaterThanOrEqual(3)
    const { campaigns } = await getJson<{ campaigns: Campaign[] }>('/v1/campaigns')
    expect(campaigns.find((campaign) => campaign.id === id)).toMatchObject({ status: 'cancelled' })
  })

  test('allows no further action', async () => {
    const id = await stopped()
    const later = EDITS.filter(([, part]) => part !== '/stop')
    for (const [method, part, body] of [
      ...later,
      ['POST', '/pause', {}],
      ['POST', '/resume', {}],
    ]) {
      const init = { method: method as string, body: JSON.stringify(body) }
      const answer = await call(`/v1/campaigns/${id}${part as string}`, init)
      expect(answer.status).toBe(409)
      expect(await refusal(answer)).toMatchObject({
        code: 'action_not_available',
        message: expect.stringMatching(
          /^A campaign that is cancelled \(user\) cannot be/,
        ) as string,
      })
    }
  })

  test('is 409 once the campaign has ended by itself, and 412 with another ETag', async () => {
    expect((await post(`/v1/campaigns/${await ended(2)}/stop`)).status).toBe(409)
    const { id } = await paused()
    const init = { method: 'POST', headers: { 'if-match': '"1"' } }
    expect((await call(`/v1/campaigns/${id}/stop`, init)).status).toBe(412)
  })
})
