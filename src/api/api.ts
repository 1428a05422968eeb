import { Hono, type Context } from 'hono'
import { requestId } from 'hono/request-id'
import { secureHeaders } from 'hono/secure-headers'
import { OpeningCampaign } from '../core/campaign/log/opening.ts'
import { BusyCampaign } from '../core/campaign/readers.ts'
import { UnreadableCampaign } from '../core/campaign/codec/read-record.ts'
import { logLine } from '../lib/log-line.ts'
import { authorize, requireApiKey } from './access/authorize.ts'
import { concurrencyLimits } from './access/concurrency.ts'
import { HttpError, busyCampaign, openingCampaign, unreadableCampaign } from './http/http-error.ts'
import type { ApiDeps, ApiEnv } from './context.ts'
import { allowOrigins } from './access/cross-origin.ts'
import { mount, notFound } from './mount.ts'
import { HistoricalStates } from './as-of/historical-states.ts'
import { ROUTES } from './routes.ts'
import { limitUrl } from './http/read-request.ts'
import type { ErrorView } from './views/error.ts'
import type * as z from 'zod/mini'

/** Creates the API. One instance per isolate: it counts concurrent requests. */
export function createApi(given: ApiDeps): Hono<ApiEnv> {
  const concurrency = concurrencyLimits(given.now)
  const historicalStates = new HistoricalStates(concurrency.folds, given.sleep)
  // `echo` leaves a line break at the end of a secret; no request has one.
  const deps = { ...given, concurrency, historicalStates, apiKey: given.apiKey?.trim() }
  const api = new Hono<ApiEnv>()
  api.use(requestId())
  api.use(secureHeaders())
  api.use(requireApiKey(deps.apiKey))
  api.use(allowOrigins(deps.corsOrigins))
  api.use(limitUrl())
  for (const route of ROUTES) mount(api, route, deps)
  // Unknown paths need a key, too.
  api.all('/v1/*', authorize('read', deps))
  // A route like the others, since errors thrown outside a route skip the middleware after it.
  api.all('*', (c) => notFound(c, ROUTES))
  api.onError((error, c) => answerError(error, c))
  return api
}

function answerError(thrown: Error, c: Context<ApiEnv>): Response {
  const { code, message, details, status } = toHttpError(thrown, c)
  const error = { code, message, details, requestId: c.get('requestId') }
  return c.json({ error } satisfies z.infer<typeof ErrorView>, status)
}

function toHttpError(error: Error, c: Context<ApiEnv>): HttpError {
  if (error instanceof HttpError) return error
  if (error instanceof BusyCampaign) return busyCampaign(c, error)
  if (error instanceof OpeningCampaign) return openingCampaign(c, error)
  return error instanceof UnreadableCampaign ? unreadableCampaign(error) : unexpected(error, c)
}

/** An unexpected error: the operator gets the stack, the client an id to quote. */
function unexpected(error: Error, c: Context<ApiEnv>): HttpError {
  const { method, path } = c.req
  const message = `${method} ${path} failed, request ${c.get('requestId')}`
  console.error(logLine(message, { error }))
  return new HttpError(
    'internal_error',
    'Something failed on our side. Retry, and quote the requestId if it persists.',
  )
}
