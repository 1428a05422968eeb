import { Hono, type Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { requestId } from 'hono/request-id'
import { secureHeaders } from 'hono/secure-headers'
import { UnreadableCampaign } from '../core/campaign/unreadable-campaign.ts'
import { ApiError, unreadableCampaign } from './api-error.ts'
import { bearerKey } from './bearer-key.ts'
import type { ApiDeps, ApiEnv } from './context.ts'
import { mount } from './mount.ts'
import { ROUTES } from './routes.ts'
import type { ErrorView } from './views/error.ts'
import type * as z from 'zod/mini'

const MAX_BODY_BYTES = 1_000_000

export function createApi(deps: ApiDeps): Hono<ApiEnv> {
  const api = new Hono<ApiEnv>()
  api.use(requestId())
  api.use(secureHeaders())
  api.use('/v1/*', bearerKey(deps.apiKey))
  api.use('/v1/*', bodyLimit({ maxSize: MAX_BODY_BYTES, onError: refuseBody }))
  for (const route of ROUTES) mount(api, route, deps)
  api.notFound(() => {
    throw new ApiError(
      'route_not_found',
      'There is nothing here. The API begins at /v1/campaigns; /openapi.json describes it.',
    )
  })
  api.onError((error, c) => answerError(error, c))
  return api
}

function refuseBody(): never {
  throw new ApiError('body_too_large', `The body may have at most ${MAX_BODY_BYTES} bytes.`)
}

function answerError(thrown: Error, c: Context<ApiEnv>): Response {
  const { code, message, details, status } = toApiError(thrown, c)
  const error = { code, message, details, requestId: c.get('requestId') }
  return c.json({ error } satisfies z.infer<typeof ErrorView>, status)
}

function toApiError(error: Error, c: Context<ApiEnv>): ApiError {
  if (error instanceof ApiError) return error
  return error instanceof UnreadableCampaign ? unreadableCampaign(error) : unexpected(error, c)
}

/** A fault of ours: the operator gets the stack, the client a number to quote. */
function unexpected(error: Error, c: Context<ApiEnv>): ApiError {
  console.error(`request ${c.get('requestId')} failed`, error)
  return new ApiError('internal', 'Something failed on our side. Please quote the requestId.')
}
