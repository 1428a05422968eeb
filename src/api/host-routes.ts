import { Hono } from 'hono'
import * as z from 'zod/mini'
import { unknownCampaign } from './api-error.ts'
import { campaignId } from './campaign-routes.ts'
import { hostView } from './campaign-view.ts'
import type { ApiDeps, ApiEnv } from './context.ts'
import { cursorOf, limitOf, partOf } from './cursor.ts'
import { strictObject } from './fields.ts'
import { readQuery } from './read-json.ts'

const HostsQuery = strictObject({
  cursor: z.optional(cursorOf(/^\d{1,9}$/, Number)),
  limit: limitOf(1000, 100),
})

export function hostRoutes({ campaigns }: ApiDeps): Hono<ApiEnv> {
  const routes = new Hono<ApiEnv>()

  routes.get('/:id/hosts', async (c) => {
    const id = campaignId(c.req.param('id'))
    const { cursor: after, limit } = readQuery(c, HostsQuery)
    const found = await campaigns.hosts({ campaign: id, after, limit: limit + 1 })
    if (found === undefined) throw unknownCampaign(id)
    const { shown, next } = partOf(
      found,
      limit,
      (host) => host.id,
      (cursor) => `/v1/campaigns/${id}/hosts?limit=${limit}&cursor=${cursor}`,
    )
    return c.json({ hosts: shown.map(hostView), next })
  })

  return routes
}
