import type { Context, Hono } from 'hono'
import { isCampaignId } from '../core/campaign/campaign-id.ts'
import { unknownCampaign } from './api-error.ts'
import type { ApiDeps, ApiEnv } from './context.ts'
import { strictObject } from './fields.ts'
import { readJson, readQuery } from './read-json.ts'
import type { Route } from './route.ts'

const NO_QUERY = strictObject({})

/** Makes a route answer: what its description says of a request is checked before it is handled. */
export function mount(api: Hono<ApiEnv>, route: Route, deps: ApiDeps): void {
  const path = route.path.replaceAll(/\{(\w+)\}/g, ':$1')
  api.on(route.method.toUpperCase(), path, async (c) => {
    const owner = c.get('owner')
    return route.handle({
      c,
      id: campaignId(c),
      query: readQuery(c, route.query ?? NO_QUERY),
      body: route.body && (await readJson(c, route.body)),
      owner,
      campaigns: deps.campaigns(owner),
      deps,
    })
  })
}

/** Spares the objects ids that nobody was ever given. */
function campaignId(c: Context<ApiEnv>): string {
  const id = c.req.param('id') ?? ''
  if (id !== '' && !isCampaignId(id)) throw unknownCampaign(id)
  return id
}
