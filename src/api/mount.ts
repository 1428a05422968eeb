import type { Context, Hono, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { isAgedId } from '../lib/aged-id.ts'
import { admit } from './access/admit.ts'
import { ApiError, unknownCampaign } from './api-error.ts'
import { NOBODY } from './access/caller.ts'
import type { ApiEnv, RouteDeps } from './context.ts'
import { strictObject } from './bodies/fields.ts'
import { MAX_BODY_BYTES } from './max-body.ts'
import { readJson, readQuery } from './read-request.ts'
import type { Route } from './route.ts'

const NO_QUERY = strictObject({})

const smallBody = bodyLimit({ maxSize: MAX_BODY_BYTES, onError: refuseBody })

/** Makes a route answer: what its description says of a request is checked before it is handled. */
export function mount(api: Hono<ApiEnv>, route: Route, deps: RouteDeps): void {
  const path = route.path.replaceAll(/\{(\w+)\}/g, ':$1')
  api.on(route.method.toUpperCase(), [path], ...doors(route, deps), async (c) => {
    const caller = c.get('caller')
    return route.handle({
      c,
      caller,
      id: campaignId(c),
      query: readQuery(c, route.query ?? NO_QUERY),
      body: route.body && (await readJson(c, route.body)),
      owner: caller.owner,
      campaigns: deps.campaigns(caller.owner),
      deps,
    })
  })
}

/** What a request has to pass; none of its body is read before it is known whose it is. */
function doors({ scope }: Route, deps: RouteDeps): MiddlewareHandler<ApiEnv>[] {
  return scope === 'open' ? [openToAll] : [admit(scope, deps), smallBody]
}

const openToAll: MiddlewareHandler<ApiEnv> = async (c, next) => {
  c.set('caller', NOBODY)
  await next()
}

function refuseBody(): never {
  throw new ApiError(
    'body_too_large',
    `The body may have at most ${MAX_BODY_BYTES} bytes. Send what is in its lists by parts.`,
  )
}

/** Spares the objects ids that nobody was ever given. */
function campaignId(c: Context<ApiEnv>): string {
  const id = c.req.param('id') ?? ''
  if (id !== '' && !isAgedId(id)) throw unknownCampaign(id)
  return id
}
