import { Hono } from 'hono'
import { describe, expect, test } from 'vitest'
import { concurrencyLimits } from '../../../src/api/access/concurrency.ts'
import { answerAsOf } from '../../../src/api/as-of/as-of.ts'
import { HistoricalStates } from '../../../src/api/as-of/historical-states.ts'
import { MAX_AS_OF_QUERIES } from '../../../src/core/access/limits.ts'
import { MAX_PAST_RECORDS } from '../../../src/core/campaign/log/past.ts'
import type { Campaign } from '../../../src/core/campaign/campaign.ts'
import { logPart } from '../../../src/core/campaign/log/log-file.ts'
import type { RouteRequest } from '../../../src/api/route.ts'
import { LocalWorld } from '../../fixtures/local-world.ts'
import { randomWeb } from '../../fixtures/random-web.ts'

type AsOfRequest = RouteRequest<{ asOf?: number }, unknown>

/** One route, asked of a campaign in this process. */
function serving({ ports }: LocalWorld, campaign: Pick<Campaign, 'query'>, parts: string[] = []) {
  const api = new Hono()
  const now = () => 0
  const sleep = async () => {
    parts.push('others')
    await new Promise((done) => setTimeout(done))
  }
  const concurrency = concurrencyLimits(now)
  const randomBytes = (count: number) => new Uint8Array(count)
  const deps = {
    now,
    sleep,
    randomBytes,
    concurrency,
    historicalStates: new HistoricalStates(concurrency.folds, sleep),
  }
  const campaigns = {
    query: async (_id: string, ...query: Parameters<Campaign['query']>) => campaign.query(...query),
    log: async ({ after, upTo }: { after: number; upTo: number }) => {
      parts.push(`records of ${upTo}`)
      return logPart(ports.log, after, upTo)
    },
  }
  api.get('/arms', (c) => {
    const query = { asOf: Number(c.req.query('asOf')) }
    const who = { id: 'some', owner: 'main', caller: { id: c.req.header('key') ?? 'key' } }
    const request = { c, ...who, campaigns, query, deps }
    return answerAsOf(request as unknown as AsOfRequest, 'arms', undefined, (arms) => arms)
  })
  api.onError((error, c) => {
    const { status = 422 } = error as { status?: number }
    return c.body(error.message, status as 422)
  })
  return async (asOf: number, headers = {}) => api.request(`/arms?asOf=${asOf}`, { headers })
}

async function crawled(): Promise<[LocalWorld, Campaign]> {
  const web = randomWeb(2, 100)
  const world = new LocalWorld(web.http)
  const campaign = world.create({ seeds: [web.seed], budget: 20 })
  await world.run(campaign)
  return [world, campaign]
}

test('a record further on than is folded is refused with the limit and another way', async () => {
  const [world] = await crawled()
  const seq = 2 * MAX_PAST_RECORDS
  const long = { query: () => ({ seq }) } as unknown as Campaign
  const answer = await serving(world, long)(MAX_PAST_RECORDS + 1)
  expect(answer.status).toBe(422)
  expect(await answer.text()).toMatch(/only the first 20000 records .* --at 20001"/)
  const again = await serving(world, long)(MAX_PAST_RECORDS + 1, { 'if-none-match': '*' })
  expect(again.status).toBe(422)
})

test('a log that ends before its campaign says is not taken for whole', async () => {
  const [world, campaign] = await crawled()
  const { seq } = campaign.report()
  const ahead = { query: () => ({ seq: seq + 5 }) } as unknown as Campaign
  expect((await serving(world, campaign)(seq)).status).toBe(200)
  const answer = await serving(world, ahead)(seq + 1)
  expect(await answer.text()).toContain(`record ${seq + 1}`)
})

describe('questions about the past that come at the same time', () => {
  const PARALLEL = 20

  test('are answered by as many as a key may have, and the others are told to come again', async () => {
    const [world, campaign] = await crawled()
    const ask = serving(world, campaign)
    const answers = await Promise.all(Array.from({ length: PARALLEL }, (_, i) => ask(i + 1)))
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(MAX_AS_OF_QUERIES.key)
    expect(statuses.filter((status) => status === 429)).toHaveLength(
      PARALLEL - MAX_AS_OF_QUERIES.key,
    )
    const refused = answers.find(({ status }) => status === 429)!
    expect(refused.headers.get('retry-after')).toBe('5')
    expect(await refused.text()).toContain(`${MAX_AS_OF_QUERIES.key} per key`)
    // Once they are through there is room again.
    expect((await ask(3)).status).toBe(200)
  })

  test('of many keys are still so many in all', async () => {
    const [world, campaign] = await crawled()
    const ask = serving(world, campaign)
    const keys = Array.from({ length: PARALLEL }, (_, i) => ({ key: `key ${i}` }))
    const answers = await Promise.all(keys.map((headers, i) => ask(i + 1, headers)))
    const passed = answers.filter(({ status }) => status === 200)
    expect(passed).toHaveLength(MAX_AS_OF_QUERIES.campaign)
  })

  test('of one moment are answered by one fold, and so are those that follow', async () => {
    const [world, campaign] = await crawled()
    const parts: string[] = []
    const ask = serving(world, campaign, parts)
    const answers = await Promise.all(Array.from({ length: 4 }, () => ask(9)))
    answers.push(await ask(9))
    const bodies = await Promise.all(answers.map((answer) => answer.text()))
    expect(new Set(bodies).size).toBe(1)
    expect(parts.filter((part) => part === 'records of 9')).toHaveLength(1)
  })

  test('let others in before each part', async () => {
    const [world, campaign] = await crawled()
    const parts: string[] = []
    await serving(world, campaign, parts)(9)
    expect(parts).toEqual(['others', 'records of 9'])
  })
})
