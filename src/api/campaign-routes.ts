import { Hono } from 'hono'
import * as z from 'zod/mini'
import { isCampaignId, newCampaignId } from '../core/campaign/campaign-id.ts'
import { answerReport, etagOf, hasSeen } from './answer-report.ts'
import { unknownCampaign } from './api-error.ts'
import { assertAgent } from './assert-agent.ts'
import { CampaignBody, toSpec } from './campaign-body.ts'
import { summaryView } from './campaign-view.ts'
import type { ApiDeps, ApiEnv } from './context.ts'
import { cursorOf, limitOf, partOf } from './cursor.ts'
import { strictObject } from './fields.ts'
import { readJson, readQuery } from './read-json.ts'
import { assertPublic } from './seed-addresses.ts'

const ListQuery = strictObject({
  cursor: z.optional(cursorOf(/^[0-9a-z]{18}$/, (id) => id)),
  limit: limitOf(200, 50),
})

export function campaignRoutes(deps: ApiDeps): Hono<ApiEnv> {
  const { campaigns, now, randomBytes, guard } = deps
  const routes = new Hono<ApiEnv>()

  routes.post('/', async (c) => {
    assertAgent(deps.userAgent, deps.warn)
    const body = await readJson(c, CampaignBody)
    assertPublic(body.seeds, guard)
    const spec = toSpec(body, () => new DataView(randomBytes(4).buffer).getUint32(0))
    const report = await campaigns.create(newCampaignId(now(), randomBytes(8)), spec)
    c.header('Location', `/v1/campaigns/${report.id}`)
    return answerReport(c, report, 201)
  })

  routes.get('/', async (c) => {
    const { cursor: before, limit } = readQuery(c, ListQuery)
    const found = await campaigns.list({ before, limit: limit + 1 })
    const { shown, next } = partOf(
      found,
      limit,
      (campaign) => campaign.id,
      (cursor) => `/v1/campaigns?limit=${limit}&cursor=${cursor}`,
    )
    return c.json({ campaigns: shown.map(summaryView), next })
  })

  routes.get('/:id', async (c) => {
    const id = campaignId(c.req.param('id'))
    const report = await campaigns.report(id)
    if (report === undefined) throw unknownCampaign(id)
    if (hasSeen(c.req.header('if-none-match'), etagOf(report))) {
      return c.body(null, 304, { ETag: etagOf(report) })
    }
    return answerReport(c, report, 200)
  })

  return routes
}

/** Spares the objects ids that nobody was ever given. */
export function campaignId(text: string): string {
  if (!isCampaignId(text)) throw unknownCampaign(text)
  return text
}
