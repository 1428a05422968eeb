import { Hono } from 'hono'
import * as z from 'zod/mini'
import { ORDERS } from '../core/campaign/service.ts'
import { unknownCampaign } from './api-error.ts'
import { campaignId } from './campaign-routes.ts'
import { pageView } from './campaign-view.ts'
import type { ApiDeps, ApiEnv } from './context.ts'
import { cursorOf, limitOf, partOf } from './cursor.ts'
import { strictObject } from './fields.ts'
import { readQuery } from './read-json.ts'

const PagesQuery = strictObject({
  cursor: z.optional(cursorOf(/^\d{1,15}$/, Number)),
  limit: limitOf(1000, 50),
  order: z._default(z.enum(ORDERS, { error: `must be one of ${ORDERS.join(', ')}` }), 'asc'),
})

export function pageRoutes({ campaigns }: ApiDeps): Hono<ApiEnv> {
  const routes = new Hono<ApiEnv>()

  routes.get('/:id/pages', async (c) => {
    const id = campaignId(c.req.param('id'))
    const { cursor: after, limit, order } = readQuery(c, PagesQuery)
    const found = await campaigns.pages({ campaign: id, order, after, limit: limit + 1 })
    if (found === undefined) throw unknownCampaign(id)
    const { shown, next } = partOf(
      found,
      limit,
      ({ seq }) => seq,
      (cursor) => `/v1/campaigns/${id}/pages?order=${order}&limit=${limit}&cursor=${cursor}`,
    )
    return c.json({ pages: shown.map(pageView), next })
  })

  return routes
}
