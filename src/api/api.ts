import { Hono, type Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { requestId } from 'hono/request-id'
import { secureHeaders } from 'hono/secure-headers'
import { UnreadableCampaign } from '../core/campaign/unreadable-campaign.ts'
import { ApiError, unreadableCampaign } from './api-error.ts'
import { bearerKey } from './bearer-key.ts'
import { campaignRoutes } from './campaign-routes.ts'
import type { ApiDeps, ApiEnv } from './context.ts'
import { decisionRoutes } from './decision-routes.ts'
import { editRoutes } from './edit-routes.ts'
import { hostRoutes } from './host-routes.ts'
import { logRoutes } from './log-routes.ts'
import { pageRoutes } from './page-routes.ts'

const MAX_BODY_BYTES = 1_000_000

export function createApi(deps: ApiDeps): Hono<ApiEnv> {
  const api = new Hono<ApiEnv>()
  api.use(requestId())
  api.use(secureHeaders())
  api.get('/healthz', (c) => c.json({ status: 'ok' }))
  api.use('/v1/*', bearerKey(deps.apiKey))
  api.use('/v1/*', bodyLimit({ maxSize: MAX_BODY_BYTES, onError: refuseBody }))
  api.route('/v1/campaigns', campaignRoutes(deps))
  api.route('/v1/campaigns', editRoutes(deps))
  api.route('/v1/campaigns', pageRoutes(deps))
  api.route('/v1/campaigns', decisionRoutes(deps))
  api.route('/v1/campaigns', hostRoutes(deps))
  api.route('/v1/campaigns', logRoutes(deps))
  api.notFound(() => {
    throw new ApiError(
      404,
      'route_not_found',
      'There is nothing here. The API begins at /v1/campaigns.',
    )
  })
  api.onError((error, c) => answerError(error, c))
  return api
}

function refuseBody(): never {
  throw new ApiError(413, 'body_too_large', `The body may have at most ${MAX_BODY_BYTES} bytes.`)
}

function answerError(error: Error, c: Context<ApiEnv>): Response {
  const { code, message, details, status } = toApiError(error, c)
  return c.json({ error: { code, message, details, requestId: c.get('requestId') } }, status)
}

function toApiError(error: Error, c: Context<ApiEnv>): ApiError {
  if (error instanceof ApiError) return error
  return error instanceof UnreadableCampaign ? unreadableCampaign(error) : unexpected(error, c)
}

/** A fault of ours: the operator gets the stack, the client a number to quote. */
function unexpected(error: Error, c: Context<ApiEnv>): ApiError {
  console.error(`request ${c.get('requestId')} failed`, error)
  return new ApiError(500, 'internal', 'Something failed on our side. Please quote the requestId.')
}
