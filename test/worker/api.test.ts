import { listDurableObjectIds } from 'cloudflare:test'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { createApi } from '../../src/api/api.ts'
import { apiDeps } from './api-deps.ts'
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
import { TEST_KEY } from './test-key.ts'

const VALID = {
  name: 'Volcanoes',
  topic: { keywords: ['volcano'] },
  seeds: [inject('nowhere')],
  budget: 5,
}

interface Hosts {
  hosts: { origin: string; crawlDelayMs: number; contentSignals: string | null }[]
  next: string | null
}

interface Decisions {
  decisions: { url: string; arm: string; why: string }[]
  next: string | null
}

describe('POST /v1/campaigns', () => {
  const postAs = (userAgent: string | undefined, warn: (message: string) => void) =>
    createApi(apiDeps({ userAgent, warn })).request('/v1/campaigns', {
      method: 'POST',
      headers: { authorization: `Bearer ${TEST_KEY}` },
      body: JSON.stringify(VALID),
    })

  test('is refused while no user agent is configured', async () => {
    const answer = await postAs(undefined, () => {})
    expect(answer.status).toBe(503)
    expect(await refusal(answer)).toMatchObject({
      code: 'invalid_user_agent',
      message: expect.stringMatching(/USER_AGENT .* missing.* wrangler\.toml/),
    })
  })

  test('warns the operator of a user agent without a contact', async () => {
    const warnings: string[] = []
    const answer = await postAs('Dowser/0.1 (set me)', (message) => warnings.push(message))
    expect(answer.status).toBe(201)
    expect(warnings).toEqual([expect.stringMatching(/no contact/)])
  })

  test('that leads into a private network is refused, and the URL named', async () => {
    const seeds = [...VALID.seeds, 'http://169.254.169.254/latest/meta-data/']
    const answer = await post('/v1/campaigns', { ...VALID, seeds })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({
      error: { code: 'invalid_body', details: [{ path: 'seeds.1' }] },
    })
  })

  test('answers 201 with the campaign, its defaults filled in, and its Location', async () => {
    const answer = await post('/v1/campaigns', {
      ...VALID,
      seeds: [`${VALID.seeds[0]!.toUpperCase()}#top`],
    })
    expect(answer.status).toBe(201)
    const campaign = (await answer.json()) as Campaign
    expect(answer.headers.get('location')).toBe(`/v1/campaigns/${campaign.id}`)
    expect(campaign).toMatchObject({
      name: 'Volcanoes',
      status: 'running',
      statusReason: null,
      availableActions: ['pause', 'stop'],
      seeds: VALID.seeds,
      budget: 5,
      rate: { perMinute: 60, hostDelayMs: 1000 },
      policy: { name: 'fl_ne', greed: 1, batch: 1 },
      limits: { timeoutMs: 15_000, bodyBytes: 2_000_000, perHost: null, perSite: null },
      progress: { fetched: 0, remaining: 5, frontier: 0, known: 1 },
    })
  })

  test('by default gives each site half the budget if its seeds name several', async () => {
    const seeds = [...VALID.seeds, inject('demoHome')]
    const limitsOf = async (body: object) => {
      const answer = await post('/v1/campaigns?dryRun=1', { ...VALID, seeds, ...body })
      const { spec } = await answer.json<{ spec: { limits: object } }>()
      return spec.limits
    }
    expect(await limitsOf({})).toMatchObject({ perHost: null, perSite: { share: 0.5 } })
    const limits = { perHost: { fetches: 3 }, perSite: null }
    expect(await limitsOf({ limits })).toMatchObject(limits)
  })

  test.each([
    [
      'a limit that is two',
      { ...VALID, limits: { perHost: { fetches: 1, share: 0.5 } } },
      'limits.perHost',
      /either fetches or share/,
    ],
    [
      'a share beyond all',
      { ...VALID, limits: { perSite: { share: 2 } } },
      'limits.perSite.share',
      /from 0 to 1/,
    ],
    [
      'more fetches at a time than an invocation has connections',
      { ...VALID, parallel: 7 },
      'parallel',
      /at most 6 on this deployment/,
    ],
    [
      'an unknown key',
      { ...VALID, bugdet: 3 },
      '',
      /unknown key "bugdet": did you mean "budget"\? Known are name, topic/,
    ],
    [
      'an unknown key within',
      { ...VALID, rate: { perHour: 3 } },
      'rate',
      /"perHour"; known are perMinute/,
    ],
    [
      'no topic',
      { ...VALID, topic: undefined },
      'topic',
      /^(topic: )?is missing: it must be an object with keywords, scorer$/,
    ],
    [
      'a topic in words',
      { ...VALID, topic: 'volcanoes' },
      'topic',
      /must be an object with keywords, scorer, not "volcanoes"$/,
    ],
    [
      'a rate that is a list',
      { ...VALID, rate: [] },
      'rate',
      /must be an object with perMinute, hostDelayMs, not an empty list$/,
    ],
    ['a name that is null', { ...VALID, name: null }, 'name', /1 to 200 characters, not null$/],
    ['a name that is a number', { ...VALID, name: 7 }, 'name', /1 to 200 characters, not 7$/],
    [
      'a seed without its scheme',
      { ...VALID, seeds: ['example.com'] },
      'seeds.0',
      /^(seeds\.0: )?needs a scheme: did you mean "https:\/\/example\.com\/"\?$/,
    ],
    [
      'a seed without its scheme, with a port',
      { ...VALID, seeds: ['localhost:8788/a'] },
      'seeds.0',
      /did you mean "http:\/\/localhost:8788\/a"\?$/,
    ],
    ['no keywords', { ...VALID, topic: { keywords: [] } }, 'topic.keywords', /1 to 100 keywords/],
    [
      'an empty keyword',
      { ...VALID, topic: { keywords: [' '] } },
      'topic.keywords.0',
      /1 to 100 characters/,
    ],
    ['no seeds', { ...VALID, seeds: [] }, 'seeds', /1 to 1000 URLs/],
    ['a seed that is no http', { ...VALID, seeds: ['ftp://a.test/'] }, 'seeds.0', /http or https/],
    [
      'a seed that is no URL',
      { ...VALID, seeds: ['http://a.test/', 'nope'] },
      'seeds.1',
      /http or https/,
    ],
    ['a negative budget', { ...VALID, budget: -1 }, 'budget', /whole number from 1 to 10000000/],
    ['half a fetch', { ...VALID, budget: 1.5 }, 'budget', /whole number/],
    ['a budget in words', { ...VALID, budget: 'many' }, 'budget', /to 10000000, not "many"$/],
    ['no name', { ...VALID, name: '' }, 'name', /1 to 200 characters/],
    ['an unknown policy', { ...VALID, policy: 'magic' }, 'policy.name', /one of bfs, nr, opic/],
    ['the oracle', { ...VALID, policy: 'oracle' }, 'policy.name', /one of bfs, nr, opic/],
    [
      'a share beyond 1',
      { ...VALID, policy: { name: 'mab_var', epsilon: 2 } },
      'policy.epsilon',
      /from 0 to 1/,
    ],
    [
      'an arm twice',
      { ...VALID, policy: { name: 'mab_var', arms: ['fl_n', 'fl_n'] } },
      'policy.arms',
      /each arm once/,
    ],
    [
      'an option of another policy',
      { ...VALID, policy: { name: 'fl_ne', epsilon: 0.1 } },
      'policy.epsilon',
      /does not concern fl_ne, whose options are greed/,
    ],
    [
      'a scope that means nothing',
      { ...VALID, scope: { include: ['/a/*', 'b.test'] } },
      'scope.include.1',
      /"b\.test" has no slash: write "b\.test\/\*"/,
    ],
    [
      'a host that is none',
      { ...VALID, scope: { hosts: ['https://b.test/'] } },
      'scope.hosts.0',
      /leave out the scheme and the path/,
    ],
    [
      'a language in words',
      { ...VALID, scope: { languages: ['in English'] } },
      'scope.languages.0',
      /not a language tag/,
    ],
    ['a list', [VALID], '', /must be an object with name/],
  ])('refuses %s and names it', async (_what, body, path, message) => {
    const answer = await post('/v1/campaigns', body)
    expect(answer.status).toBe(400)
    const error = await refusal(answer)
    expect(error.code).toBe('invalid_body')
    expect(error.details).toContainEqual({
      path,
      message: expect.stringMatching(message) as string,
    })
    expect(error.message).toMatch(message)
    expect(error.requestId).toBe(answer.headers.get('x-request-id'))
  })

  test('reports everything that is wrong at once', async () => {
    const error = await refusal(await post('/v1/campaigns', {}))
    expect(error.details.map(({ path }) => path)).toEqual(['name', 'topic', 'seeds', 'budget'])
  })

  test('refuses a body that is not JSON', async () => {
    const answer = await call('/v1/campaigns', { method: 'POST', body: '{"name": ' })
    expect(answer.status).toBe(400)
    expect(await refusal(answer)).toMatchObject({ code: 'invalid_json' })
  })

  test.each([
    ['with a length', (text: string): BodyInit => text],
    ['as a stream', (text: string): BodyInit => new Response(text).body!],
  ])('refuses a body over 1 MB, sent %s', async (_how, body) => {
    const text = JSON.stringify({ ...VALID, name: 'x'.repeat(1_000_001) })
    const answer = await call('/v1/campaigns', { method: 'POST', body: body(text) })
    expect(answer.status).toBe(413)
    expect(await refusal(answer)).toMatchObject({ code: 'body_too_large' })
  })
})

describe('an unknown path', () => {
  const objects = async () =>
    (await listDurableObjectIds(testEnv.CAMPAIGN)).map((id) => id.toString())

  test.each(['01m7h3zzzzzzzzzzzz', 'nonsense', '../../etc', '%00'])(
    'campaign %s is a 404 on every route, and leaves nothing behind',
    async (id) => {
      const before = await objects()
      for (const part of ['', '/pages', '/pages/2', '/export', '/decisions', '/hosts', '/log']) {
        expect((await call(`/v1/campaigns/${id}${part}`)).status).toBe(404)
      }
      for (const action of ['pause', 'resume']) {
        expect((await post(`/v1/campaigns/${id}/${action}`)).status).toBe(404)
      }
      // Only its object can say that a well-formed id is nobody's.
      const asked = /^[0-9a-z]{18}$/.test(id) ? [testEnv.CAMPAIGN.idFromName(id).toString()] : []
      const isNew = (object: string) => !before.includes(object)
      expect((await objects()).filter(isNew)).toEqual(asked.filter(isNew))
    },
  )

  test('answers 404 and says where the API begins', async () => {
    const answer = await call('/v1/campaign')
    expect(answer.status).toBe(404)
    expect((await refusal(answer)).message).toContain('/v1/campaigns')
  })
})

describe('a campaign on the demo site', () => {
  let id: string

  beforeAll(async () => {
    const campaign = await create({
      ...VALID,
      seeds: [inject('demoHome')],
      budget: 12,
      rate: FULL_SPEED,
      limits: { timeoutMs: 1_000 },
    })
    id = campaign.id
    await until(id, hasEnded)
  })

  test('answers 304 to a poller with the current ETag', async () => {
    const etag = (await call(`/v1/campaigns/${id}`)).headers.get('etag')!
    for (const tag of [etag, `W/${etag}`, `"1", ${etag}`, `"a,b",W/${etag}`, '*', ' * ']) {
      const again = await call(`/v1/campaigns/${id}`, { headers: { 'if-none-match': tag } })
      expect(again.status).toBe(304)
      expect(await again.text()).toBe('')
    }
    for (const tag of ['"1"', 'W/"1"', '"1", "2"', '"*"', etag.slice(1), `"x${etag.slice(1)}`]) {
      const other = await call(`/v1/campaigns/${id}`, { headers: { 'if-none-match': tag } })
      expect(other.status).toBe(200)
    }
  })

  test.each(['asc', 'desc'])('lists its pages by cursor, order %s, each once', async (order) => {
    const seqs: number[] = []
    let path: string | null = `/v1/campaigns/${id}/pages?limit=5&order=${order}`
    while (path !== null) {
      const { pages, next }: Pages = await getJson<Pages>(path)
      seqs.push(...pages.map(({ seq }) => seq))
      path = next
    }
    expect(seqs).toHaveLength(12)
    const sorted = seqs.toSorted((a, b) => (order === 'asc' ? a - b : b - a))
    expect(seqs).toEqual(sorted)
  })

  test('says why each page was chosen', async () => {
    const urls: string[] = []
    let path: string | null = `/v1/campaigns/${id}/decisions?limit=5`
    while (path !== null) {
      const { decisions, next }: Decisions = await getJson<Decisions>(path)
      for (const { url, arm, why } of decisions) {
        urls.push(url)
        expect(arm).toBe('fl_ne')
        expect(why).toMatch(/^Seeds|^It ranked first: fl_ne estimated/)
      }
      path = next
    }
    const { pages } = await getJson<Pages>(`/v1/campaigns/${id}/pages?limit=100`)
    // Not every attempt brought a page: some were put off.
    expect(urls).toEqual(expect.arrayContaining(pages.map(({ url }) => url)))
  })

  test('lists the hosts it found by cursor, with the pace of each', async () => {
    const origins: string[] = []
    let path: string | null = `/v1/campaigns/${id}/hosts?limit=1`
    while (path !== null) {
      const { hosts, next }: Hosts = await getJson<Hosts>(path)
      for (const { origin, crawlDelayMs, contentSignals } of hosts) {
        origins.push(origin)
        expect(crawlDelayMs).toBeGreaterThanOrEqual(0)
        expect(contentSignals).toBeNull()
      }
      path = next
    }
    const { progress } = await getJson(`/v1/campaigns/${id}`)
    expect(origins).toHaveLength(progress['hosts']!)
    expect(origins[0]).toBe(new URL(inject('demoHome')).origin)
  })

  test.each(['limit=0', 'limit=x', 'limit=1001', 'cursor=%20', 'order=up', 'colour=red'])(
    'refuses the query %s',
    async (query) => {
      const answer = await call(`/v1/campaigns/${id}/pages?${query}`)
      expect(answer.status).toBe(400)
      expect(await refusal(answer)).toMatchObject({ code: 'invalid_query' })
    },
  )

  test.each(['pages', 'decisions', 'hosts'])(
    'says what is known of a query for %s',
    async (list) => {
      const { message } = await refusal(await call(`/v1/campaigns/${id}/${list}?colour=red`))
      expect(message).toMatch(/^unknown key "colour"; known are cursor, limit/)
    },
  )

  test('is in the list of campaigns, newest first, by cursor', async () => {
    await create(VALID)
    const ids: string[] = []
    let path: string | null = '/v1/campaigns?limit=2'
    while (path !== null) {
      const page: { campaigns: { id: string }[]; next: string | null } = await getJson(path)
      ids.push(...page.campaigns.map((campaign) => campaign.id))
      path = page.next
    }
    expect(ids).toContain(id)
    expect(ids).toEqual(ids.toSorted().toReversed())
    expect(new Set(ids).size).toBe(ids.length)
  })
})
