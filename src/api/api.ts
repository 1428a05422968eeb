import { Hono, type Context } from 'hono'
import { requestId } from 'hono/request-id'
import { secureHeaders } from 'hono/secure-headers'
import { OpeningCampaign } from '../core/campaign/log/opening.ts'
import { BusyCampaign } from '../core/campaign/readers.ts'
import { UnreadableCampaign } from '../core/campaign/codec/unreadable-campaign.ts'
import { logLine } from '../lib/log-line.ts'
import { admit, usableKey } from './access/authorize.ts'
import { atOnceLimits } from './access/concurrency.ts'
import { ApiError, busyCampaign, openingCampaign, unreadableCampaign } from './http/api-error.ts'
import type { ApiDeps, ApiEnv } from './context.ts'
import { crossOrigin } from './access/cross-origin.ts'
import { mount, answerStray } from './mount.ts'
import { PastStates } from './as-of/historical-states.ts'
import { ROUTES } from './routes.ts'
import { shortUrl } from './http/request-limits.ts'
import type { ErrorView } from './views/error.ts'
import type * as z from 'zod/mini'

/** One for each isolate: what it answers at the same time is counted in it. */
export function createApi(given: ApiDeps): Hono<ApiEnv> {
  const atOnce = atOnceLimits(given.now)
  const pasts = new PastStates(atOnce.folds, given.sleep)
  // A line break at its end, as `echo` makes it, comes with no request.
  const deps = { ...given, atOnce, pasts, apiKey: given.apiKey?.trim() }
  const api = new Hono<ApiEnv>()
  api.use(requestId())
  api.use(secureHeaders())
  api.use(usableKey(deps.apiKey))
  api.use(crossOrigin(deps.corsOrigins))
  api.use(shortUrl())
  for (const route of ROUTES) mount(api, route, deps)
  // What there is not is nobody's business either.
  api.all('/v1/*', admit('read', deps))
  // A route like the others: what is thrown outside of one passes by what was to follow it.
  api.all('*', (c) => answerStray(c, ROUTES))
  api.onError((error, c) => answerError(error, c))
  return api
}

function answerError(thrown: Error, c: Context<ApiEnv>): Response {
  const { code, message, details, status } = toApiError(thrown, c)
  const error = { code, message, details, requestId: c.get('requestId') }
  return c.json({ error } satisfies z.infer<typeof ErrorView>, status)
}

function toApiError(error: Error, c: Context<ApiEnv>): ApiError {
  if (error instanceof ApiError) return error
  if (error instanceof BusyCampaign) return busyCampaign(c, error)
  if (error instanceof OpeningCampaign) return openingCampaign(c, error)
  return error instanceof UnreadableCampaign ? unreadableCampaign(error) : unexpected(error, c)
}

/** A fault of ours: the operator gets the stack, the client a number to quote. */
function unexpected(error: Error, c: Context<ApiEnv>): ApiError {
  const { method, path } = c.req
  const message = `${method} ${path} failed, request ${c.get('requestId')}`
  console.error(logLine(message, { error }))
  return new ApiError('internal_error', 'Something failed on our side. Please quote the requestId.')
}
