import * as z from 'zod/mini'
import { newCampaignId } from '../core/campaign/campaign-id.ts'
import { answerReport } from './answer-report.ts'
import { answerAsOf, AS_OF_ERRORS, AsOfQuery, UNCHANGED } from './as-of.ts'
import { assertAgent } from './assert-agent.ts'
import { CAMPAIGN_EXAMPLE, CampaignBody, toSpec } from './campaign-body.ts'
import { cursorOf, limitOf, partOf } from './cursor.ts'
import { strictObject } from './fields.ts'
import { route } from './route.ts'
import { assertPublic } from './seed-addresses.ts'
import { CampaignList, CampaignView, campaignView, summaryView } from './views/campaign.ts'

const ListQuery = strictObject({
  cursor: z.optional(cursorOf(/^[0-9a-z]{18}$/, (id) => id)),
  limit: limitOf(200, 50),
})

export const campaignRoutes = [
  route(
    {
      method: 'post',
      path: '/v1/campaigns',
      tag: 'campaigns',
      scope: 'write',
      summary: 'Create a campaign',
      description: 'It begins at once, and goes on by itself until its budget is spent.',
      body: CampaignBody,
      bodyExample: CAMPAIGN_EXAMPLE,
      answers: {
        201: {
          description: 'The campaign',
          schema: CampaignView,
          headers: ['Location', 'ETag', 'Cache-Control'],
        },
      },
      errors: ['unusable_user_agent'],
    },
    async ({ c, body, campaigns, deps }) => {
      assertAgent(deps.userAgent, deps.warn)
      assertPublic(body.seeds, deps.guard)
      const { now, randomBytes } = deps
      const spec = toSpec(body, () => new DataView(randomBytes(4).buffer).getUint32(0))
      const report = await campaigns.create(newCampaignId(now(), randomBytes(8)), spec)
      c.header('Location', `/v1/campaigns/${report.id}`)
      return answerReport(c, report, 201)
    },
  ),

  route(
    {
      method: 'get',
      path: '/v1/campaigns',
      tag: 'campaigns',
      scope: 'read',
      summary: 'List campaigns',
      description: 'Newest first; figures may be five seconds old.',
      query: ListQuery,
      answers: { 200: { description: 'A part of the campaigns', schema: CampaignList } },
    },
    async ({ c, query: { cursor: before, limit }, campaigns }) => {
      const found = await campaigns.list({ before, limit: limit + 1 })
      const { shown, next } = partOf(
        found,
        limit,
        (campaign) => campaign.id,
        (cursor) => `/v1/campaigns?limit=${limit}&cursor=${cursor}`,
      )
      return c.json({ campaigns: shown.map(summaryView), next })
    },
  ),

  route(
    {
      method: 'get',
      path: '/v1/campaigns/{id}',
      tag: 'campaigns',
      scope: 'read',
      summary: 'A campaign with its progress',
      description:
        'Read off counters: it costs the same after a million pages. `nextTickAt` tells when ' +
        'there can be news; with `If-None-Match` the answer is a 304 until then.',
      query: AsOfQuery,
      headers: ['If-None-Match'],
      answers: {
        200: {
          description: 'The campaign',
          schema: CampaignView,
          headers: ['ETag', 'Cache-Control'],
        },
        304: UNCHANGED,
      },
      errors: AS_OF_ERRORS,
    },
    (asking) => answerAsOf(asking, 'report', undefined, campaignView),
  ),
]
