import { Hono } from 'hono'
import * as z from 'zod/mini'
import { unknownCampaign } from './api-error.ts'
import { campaignId } from './campaign-routes.ts'
import { decisionView } from './campaign-view.ts'
import type { ApiDeps, ApiEnv } from './context.ts'
import { cursorOf, limitOf, partOf } from './cursor.ts'
import { strictObject } from './fields.ts'
import { readQuery } from './read-json.ts'

const DecisionsQuery = strictObject({
  cursor: z.optional(cursorOf(/^\d{1,15}$/, Number)),
  limit: limitOf(200, 20),
})

export function decisionRoutes({ campaigns }: ApiDeps): Hono<ApiEnv> {
  const routes = new Hono<ApiEnv>()

  routes.get('/:id/decisions', async (c) => {
    const id = campaignId(c.req.param('id'))
    const { cursor: before, limit } = readQuery(c, DecisionsQuery)
    const found = await campaigns.decisions({ campaign: id, before, limit: limit + 1 })
    if (found === undefined) throw unknownCampaign(id)
    const { shown, next } = partOf(
      found,
      limit,
      ({ seq }) => seq,
      (cursor) => `/v1/campaigns/${id}/decisions?limit=${limit}&cursor=${cursor}`,
    )
    return c.json({ decisions: shown.map(decisionView), next })
  })

  return routes
}
