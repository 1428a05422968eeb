import { describe, expect, inject, test } from 'vitest'
import { DryRunView } from '../../src/api/views/dry-run.ts'
import worker from '../../src/worker.ts'
import { removeOldKeys } from '../../src/host/heartbeat.ts'
import { d1Database } from '../../src/runtime/cloudflare/metered-storage.ts'
import { call, type Campaign, create, getJson, post, refusal } from './client.ts'
import { issueKey } from './issue-key.ts'
import { testEnv } from './migrate.ts'

/** Nobody listens there. */
const DEAD = 'http://127.0.0.1:9/'

const SPEC = {
  name: 'Volcanoes',
  topic: { keywords: ['volcano'] },
  seeds: [inject('nowhere')],
  budget: 5,
  rate: { perMinute: 1, hostDelayMs: 0 },
}

function postWith(key: string, body: object, query = ''): Promise<Response> {
  return call(`/v1/campaigns${query}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'idempotency-key': key },
  })
}

async function listed(query = ''): Promise<{ id: string; name: string; status: string }[]> {
  const all: { id: string; name: string; status: string }[] = []
  let path: string | null = `/v1/campaigns?limit=2${query}`
  while (path !== null) {
    const part: { campaigns: typeof all; next: string | null } = await getJson(path)
    all.push(...part.campaigns)
    path = part.next
  }
  return all
}

const named = async (name: string) => (await listed()).filter((campaign) => campaign.name === name)

describe('an Idempotency-Key', () => {
  test('creates one campaign, however often and however concurrently it is sent', async () => {
    const body = { ...SPEC, name: 'in parallel' }
    const answers = await Promise.all(Array.from({ length: 8 }, () => postWith('parallel', body)))
    const locations = new Set(answers.map((answer) => answer.headers.get('location')))
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 201))
    expect(locations.size).toBe(1)
    const replays = answers.filter(({ headers }) => headers.get('idempotency-replayed') === 'true')
    expect(replays).toHaveLength(7)
    const campaigns = await Promise.all(
      answers.map((answer) => answer.json<{ randomSeed: number }>()),
    )
    // Drawn at random, and the same for all of them.
    expect(new Set(campaigns.map(({ randomSeed }) => randomSeed)).size).toBe(1)
    expect(await named('in parallel')).toHaveLength(1)
  })

  test("answers a replay with the campaign's current state", async () => {
    const first = await (await postWith('replay', SPEC)).json<Campaign>()
    await post(`/v1/campaigns/${first.id}/pause`)
    // The same, whatever the order of its keys and the space between them.
    const { name, ...rest } = SPEC
    const again = await postWith('replay', { ...rest, name })
    expect(again.status).toBe(201)
    expect(again.headers.get('location')).toBe(`/v1/campaigns/${first.id}`)
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect(await again.json()).toMatchObject({ id: first.id, status: 'paused' })
  })

  test('is 422 with another body, and creates nothing', async () => {
    await postWith('other', SPEC)
    const before = (await listed()).length
    const error = await refusal(await postWith('other', { ...SPEC, budget: 6 }))
    expect(error).toMatchObject({ status: 422, code: 'idempotency_key_reused' })
    expect(await listed()).toHaveLength(before)
  })

  test('completes a creation that a crash interrupted after the key was stored', async () => {
    const original = await (await postWith('crash', SPEC)).json<Campaign>()
    const claim = await testEnv.DB.prepare(`SELECT * FROM idempotency WHERE key = 'crash'`).first<{
      owner: string
      body_hash: string
    }>()
    const id = `${original.id.slice(0, 17)}${original.id.endsWith('0') ? '1' : '0'}`
    await testEnv.DB.prepare('INSERT INTO idempotency VALUES (?, ?, ?, ?, ?)')
      .bind(claim!.owner, 'crashed', claim!.body_hash, id, Date.now())
      .run()
    const answer = await postWith('crashed', SPEC)
    expect(answer.status).toBe(201)
    expect(answer.headers.get('location')).toBe(`/v1/campaigns/${id}`)
    expect((await call(`/v1/campaigns/${id}`)).status).toBe(200)
  })

  test('belongs to its owner: the same key of another owner creates another campaign, and is deleted with it', async () => {
    const authorization = `Bearer ${await issueKey({ owner: 'acme', scope: 'write' })}`
    const asAcme = (path: string, init: RequestInit) =>
      call(path, { ...init, headers: { authorization, 'idempotency-key': 'shared' } })
    const createTheirs = () =>
      asAcme('/v1/campaigns', { method: 'POST', body: JSON.stringify(SPEC) })
    const main = (await postWith('shared', SPEC)).headers.get('location')!
    const theirs = (await createTheirs()).headers.get('location')!
    expect(theirs).not.toBe(main)
    expect((await createTheirs()).headers.get('location')).toBe(theirs)
    expect((await asAcme(main, { method: 'DELETE' })).status).toBe(404)
    expect((await call(theirs, { method: 'DELETE' })).status).toBe(404)
    expect((await asAcme(theirs, { method: 'DELETE' })).status).toBe(204)
    expect((await asAcme(theirs, { method: 'GET' })).status).toBe(404)
    const row = testEnv.DB.prepare('SELECT 1 FROM campaign WHERE id = ?')
    expect(await row.bind(theirs.split('/').at(-1)).first()).toBeNull()
    expect((await postWith('shared', SPEC)).headers.get('location')).toBe(main)
  })

  test('is not used up by a request that was refused', async () => {
    expect((await postWith('mended', { ...SPEC, budget: -1 })).status).toBe(400)
    expect((await postWith('mended', { ...SPEC, seeds: [DEAD] })).status).toBe(422)
    expect((await postWith('mended', SPEC)).status).toBe(201)
  })

  test('creates a new campaign once the first was removed', async () => {
    const first = (await postWith('again', SPEC)).headers.get('location')!
    expect((await call(first, { method: 'DELETE' })).status).toBe(204)
    const second = await postWith('again', SPEC)
    expect(second.status).toBe(201)
    expect(second.headers.get('idempotency-replayed')).toBeNull()
    expect(second.headers.get('location')).not.toBe(first)
  })

  test.each(['', 'two words', 'tab\tulated', 'é', 'x'.repeat(256)])(
    'is a 400 if it is "%.10s"',
    async (key) => {
      expect(await refusal(await postWith(key, SPEC))).toMatchObject({
        status: 400,
        code: 'invalid_idempotency_key',
      })
    },
  )

  test('is deleted after a day, by the hourly heartbeat', async () => {
    const keys = async () =>
      (await testEnv.DB.prepare(`SELECT key FROM idempotency WHERE key LIKE 'day%'`).all()).results
    const hour = 3_600_000
    const now = Math.ceil(Date.now() / hour) * hour
    const insert = testEnv.DB.prepare(`INSERT INTO idempotency VALUES ('me', ?, '', '', ?)`)
    await testEnv.DB.batch([
      insert.bind('day old', now - 24 * hour - 1),
      insert.bind('day young', now - 24 * hour + 1),
    ])
    await removeOldKeys(d1Database(testEnv.DB), now + 60_000)
    expect(await keys()).toHaveLength(2)
    await removeOldKeys(d1Database(testEnv.DB), now)
    expect(await keys()).toEqual([{ key: 'day young' }])
    await worker.scheduled({} as ScheduledController, testEnv)
  })
})

describe('a dry run', () => {
  const dryRun = (body: object) => post('/v1/campaigns?dryRun=1', body)

  interface Rehearsal {
    spec: { rate: object; randomSeed: number | null; policy: object; seeds: string[] }
    seeds: { url: string; status: string; why: string | null }[]
    forecast: {
      minDurationMs: number
      seedSitesDurationMs: number
      dollars: number
      freePlanDays: number
    }
  }

  test('creates nothing, and returns a forecast', async () => {
    const before = (await listed()).length
    const { rate: _, ...usual } = SPEC
    const seeds = [inject('demoHome'), DEAD, inject('nowhere')]
    const answer = await dryRun({ ...usual, seeds, budget: 601 })
    expect(answer.status).toBe(200)
    const rehearsal = await answer.json<Rehearsal>()
    expect(DryRunView.safeParse(rehearsal).error).toBeUndefined()
    expect(rehearsal.spec).toMatchObject({
      rate: { perMinute: 60, hostDelayMs: 1000 },
      policy: { name: 'fl_ne' },
      randomSeed: null,
      seeds,
    })
    expect(rehearsal.seeds).toEqual([
      { url: seeds[0], status: 'reachable', why: null },
      { url: DEAD, status: 'unreachable', why: expect.stringContaining('no connection') as string },
      { url: seeds[2], status: 'reachable', why: null },
    ])
    expect(rehearsal.forecast.minDurationMs).toBe(600_000)
    expect(rehearsal.forecast.seedSitesDurationMs).toBeGreaterThanOrEqual(600_000)
    expect(rehearsal.forecast.dollars).toBeGreaterThan(0)
    expect(rehearsal.forecast.freePlanDays).toBeGreaterThan(0)
    expect(await listed()).toHaveLength(before)
  })

  test('leaves a key unused', async () => {
    expect((await postWith('rehearsed', SPEC, '?dryRun=true')).status).toBe(200)
    expect((await postWith('rehearsed', { ...SPEC, budget: 7 })).status).toBe(201)
  })

  test('is not one with dryRun=0; any other value is refused', async () => {
    expect((await post('/v1/campaigns?dryRun=0', SPEC)).status).toBe(201)
    expect(await refusal(await post('/v1/campaigns?dryRun=yes', SPEC))).toMatchObject({
      status: 400,
      code: 'invalid_query',
    })
    expect((await refusal(await post('/v1/campaigns?dryrum=1', SPEC))).message).toMatch(
      /unknown key "dryrum": did you mean "dryRun"\?/,
    )
  })
})

describe('a well-formed but unsatisfiable spec is 422, with the reason', () => {
  const closed = new URL('/private/', inject('nowhere')).href

  test.each<[string, object, string, RegExp]>([
    ['no budget', { budget: 0 }, 'budget', /no fetch to spend.* at least 1/],
    ['no rate', { rate: { perMinute: 0 } }, 'rate.perMinute', /at no fetch a minute.* at least 1/],
    ['no word', { topic: { keywords: ['!', '--'] } }, 'topic.keywords', /no word in them/],
    [
      'no link',
      { scope: { exclude: ['*'] } },
      'scope.exclude',
      /excludes every link.*maxDepth to 0/,
    ],
    ['no host', { scope: { include: ['a.test/*'], hosts: ['b.test'] } }, 'scope.include', /hosts/],
    ['a dead seed', { seeds: [DEAD] }, 'seeds.0', /no connection to http:\/\/127\.0\.0\.1:9/],
    ['a barred seed', { seeds: [closed] }, 'seeds.0', /robots\.txt disallows it/],
  ])('%s', async (_what, part, path, message) => {
    for (const query of ['', '?dryRun=1']) {
      const error = await refusal(await post(`/v1/campaigns${query}`, { ...SPEC, ...part }))
      expect(error).toMatchObject({ status: 422, code: 'unsatisfiable_spec' })
      expect(error.details[0]).toMatchObject({ path })
      expect(error.message).toMatch(message)
    }
  })

  test('but not where one seed may be reached', async () => {
    expect((await post('/v1/campaigns', { ...SPEC, seeds: [DEAD, ...SPEC.seeds] })).status).toBe(
      201,
    )
  })

  test('and a 400 where something else is malformed as well', async () => {
    const error = await refusal(await post('/v1/campaigns', { ...SPEC, budget: 0, name: '' }))
    expect(error).toMatchObject({ status: 400, code: 'invalid_body' })
    expect(error.details.map(({ path }) => path).toSorted()).toEqual(['budget', 'name'])
  })

  test.each<[string, string, object, string]>([
    ['PATCH', '', { budget: 0 }, 'budget'],
    ['PATCH', '', { rate: { perMinute: 0 } }, 'rate.perMinute'],
    ['PATCH', '', { topic: { keywords: ['?'] } }, 'topic.keywords'],
    ['PATCH', '', { scope: { exclude: ['/*'] } }, 'scope.exclude'],
    ['PATCH', '', { scope: { include: ['/docs/*'] } }, 'scope.include'],
    ['POST', '/seeds', { seeds: [DEAD] }, 'seeds.0'],
  ])('of %s …%s %j as well, and nothing is changed', async (method, part, body, path) => {
    const { id } = await create({ ...SPEC, scope: { exclude: ['/docs/*'] } })
    const before = (await call(`/v1/campaigns/${id}`)).headers.get('etag')
    const answer = await call(`/v1/campaigns/${id}${part}`, { method, body: JSON.stringify(body) })
    expect(await refusal(answer)).toMatchObject({
      status: 422,
      code: 'unsatisfiable_spec',
      details: [{ path }],
    })
    const { seeds, budget } = await getJson<typeof SPEC>(`/v1/campaigns/${id}`)
    expect({ seeds, budget }).toEqual({ seeds: SPEC.seeds, budget: SPEC.budget })
    expect(before).not.toBeNull()
  })
})

describe('the list of campaigns', () => {
  test('can be filtered by one or several statuses, by cursor', async () => {
    const ids = await Promise.all(
      Array.from({ length: 6 }, async (_, i) => {
        const { id } = await create({ ...SPEC, name: `listed ${i}` })
        if (i % 3 === 1) await post(`/v1/campaigns/${id}/pause`)
        if (i % 3 === 2) await post(`/v1/campaigns/${id}/stop`)
        return id
      }),
    )
    const of = async (status: string) =>
      (await listed(`&status=${status}`)).map(({ id }) => id).filter((id) => ids.includes(id))
    const those = (...kinds: number[]) =>
      ids
        .filter((_, i) => kinds.includes(i % 3))
        .toSorted()
        .toReversed()
    expect(await of('paused')).toEqual(those(1))
    expect(await of('cancelled,running')).toEqual(those(0, 2))
    expect(await of('paused,paused,cancelled')).toEqual(those(1, 2))
    expect(await of('completed')).toEqual([])
  })

  test.each([
    ['status=runing', /"runing": did you mean "running"\? It must be one of running, paused/],
    ['status=running,', /must be one of running, paused, completed, cancelled, failed/],
    ['status=deleting', /must be one of/],
    ['stauts=running', /unknown key "stauts": did you mean "status"\?/],
  ])('refuses %s and names it', async (query, message) => {
    const error = await refusal(await call(`/v1/campaigns?${query}`))
    expect(error).toMatchObject({ status: 400, code: 'invalid_query' })
    expect(error.message).toMatch(message)
  })
})

describe('a word that was misspelt', () => {
  test.each<[object, RegExp]>([
    [{ seedz: [] }, /unknown key "seedz": did you mean "seeds"\? Known are name, topic/],
    [{ rate: { perMinut: 1 } }, /rate: unknown key "perMinut": did you mean "perMinute"\?/],
    [{ policy: 'fl_nee' }, /policy\.name: "fl_nee": did you mean "fl_ne"\? It must be one of bfs/],
    [
      { policy: { name: 'mab_var', arms: ['fl_nn'] } },
      /policy\.arms\.0: "fl_nn": did you mean "fl_n"/,
    ],
    [{ discover: ['sitemap'] }, /discover\.0: "sitemap": did you mean "sitemaps"\?/],
    [{ scope: { langauges: [] } }, /scope: unknown key "langauges": did you mean "languages"\?/],
  ])('in %j comes with what was meant', async (part, message) => {
    const error = await refusal(await post('/v1/campaigns', { ...SPEC, ...part }))
    expect(error.message).toMatch(message)
  })
})

describe('a campaign that is polled', () => {
  test('answers HEAD like GET without the body, and 304 with Cache-Control', async () => {
    const { id } = await create(SPEC)
    await post(`/v1/campaigns/${id}/pause`)
    const path = `/v1/campaigns/${id}`
    const tag = async () => (await call(path)).headers.get('etag')!
    // It notes that D1 has everything; after that there is no news.
    for (let before = ''; before !== (await tag()); await scheduler.wait(300)) before = await tag()
    const got = await call(path)
    const etag = got.headers.get('etag')!
    const head = await call(path, { method: 'HEAD' })
    expect(head.status).toBe(200)
    expect(await head.text()).toBe('')
    for (const header of ['etag', 'cache-control', 'content-type']) {
      expect(head.headers.get(header)).toBe(got.headers.get(header))
    }
    for (const method of ['GET', 'HEAD']) {
      const same = await call(path, { method, headers: { 'if-none-match': etag } })
      expect(same.status).toBe(304)
      expect(same.headers.get('cache-control')).toBe('private, no-cache, no-transform')
      expect(same.headers.get('etag')).toBe(etag)
    }
    expect((await call(`/v1/campaigns/${id.slice(0, 17)}`, { method: 'HEAD' })).status).toBe(404)
  })
})
