import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { answerAsOf } from '../../src/api/as-of.ts'
import { MOST_PAST_RECORDS } from '../../src/core/campaign/log/past.ts'
import type { Campaign } from '../../src/core/campaign/campaign.ts'
import { logPart } from '../../src/core/campaign/log/log-part.ts'
import type { Asking } from '../../src/api/route.ts'
import { LocalWorld } from '../fixtures/local-world.ts'
import { randomWeb } from '../fixtures/random-web.ts'

type AskingAsOf = Asking<{ asOf?: number }, unknown>

/** One route, asked of a campaign in this process. */
function serving({ ports }: LocalWorld, campaign: Pick<Campaign, 'ask'>) {
  const api = new Hono()
  const campaigns = {
    ask: async (_id: string, ...question: Parameters<Campaign['ask']>) => campaign.ask(...question),
    log: async ({ after, upTo }: { after: number; upTo: number }) =>
      logPart(ports.log, after, upTo),
  }
  api.get('/arms', (c) => {
    const asking = { c, id: 'some', campaigns, query: { asOf: Number(c.req.query('asOf')) } }
    return answerAsOf(asking as unknown as AskingAsOf, 'arms', undefined, (arms) => arms)
  })
  api.onError((error) => new Response(error.message, { status: 422 }))
  return (asOf: number, headers = {}) => api.request(`/arms?asOf=${asOf}`, { headers })
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
  const seq = 2 * MOST_PAST_RECORDS
  const long = { ask: () => ({ seq }) } as unknown as Campaign
  const answer = await serving(world, long)(MOST_PAST_RECORDS + 1)
  expect(answer.status).toBe(422)
  expect(await answer.text()).toMatch(/only the first 20000 records .* --at 20001"/)
  const again = await serving(world, long)(MOST_PAST_RECORDS + 1, { 'if-none-match': '*' })
  expect(again.status).toBe(422)
})

test('a log that ends before its campaign says is not taken for whole', async () => {
  const [world, campaign] = await crawled()
  const { seq } = campaign.report()
  const ahead = { ask: () => ({ seq: seq + 5 }) } as unknown as Campaign
  expect((await serving(world, campaign)(seq)).status).toBe(200)
  const answer = await serving(world, ahead)(seq + 1)
  expect(await answer.text()).toContain(`record ${seq + 1}`)
})
