import type { Context } from 'hono'
import * as z from 'zod/mini'
import type { AccessScope } from '../core/access/access-key.ts'
import type { CampaignService } from '../core/campaign/service.ts'
import type { Caller } from './access/identify.ts'
import type { ApiEnv, RouteDeps } from './context.ts'
import type { ErrorCode } from './http/error-codes.ts'

export const TAGS = ['campaigns', 'results', 'insight', 'push', 'access', 'service'] as const

/** Headers of requests that mean something here, with what they do. */
export const REQUEST_HEADERS = {
  'If-None-Match':
    'An `ETag` seen before, or several, weak or strong: 304 if nothing has changed since one of ' +
    'them. `*` fits whatever is there.',
  'Idempotency-Key':
    'Any 1 to 255 visible characters, a UUID for one: sent again with the same body within a day, ' +
    'it creates nothing more.',
  'Last-Event-ID': 'The `id` of the last event that was seen: the stream goes on after it.',
  'If-Match':
    'An `ETag` seen before, or several: 412, and nothing is done, if something has changed since ' +
    'all of them. A weak one never matches; `*` always does.',
} as const

export const RESPONSE_HEADERS = {
  ETag: 'Changes with every record of the campaign’s log.',
  Location: 'Where what was created is.',
  'Idempotency-Replayed': '`true` where the `Idempotency-Key` had come before.',
  'Cache-Control': 'How long an answer may be kept.',
  'Retry-After': 'Seconds after which to ask again.',
  'WWW-Authenticate': 'What kind of key it takes (RFC 6750).',
  'X-Request-Id': 'To quote when something went wrong on our side.',
  'Dowser-Last-Seq': 'The `seq` of the last page that is to come; 0 when there is none.',
  'Content-Security-Policy': 'What a page may load: nothing from elsewhere.',
} as const

interface AnswerDescription {
  description: string
  /** None for an answer without a body, or for one that is no JSON. */
  schema?: z.ZodMiniType
  /** `application/json` unless it says so. */
  type?: string | readonly string[]
  /** Of a stream of events: what each kind tells. */
  events?: Readonly<Record<string, z.ZodMiniType>>
  headers?: readonly (keyof typeof RESPONSE_HEADERS)[]
  example?: unknown
}

/** What is told of a route: enough to check requests, and to describe it to others. */
export interface Description<Query extends z.ZodMiniType, Body extends z.ZodMiniType> {
  method: 'get' | 'post' | 'patch' | 'delete'
  /** With parameters like `{id}`, which are described in `path-parameters.ts`. */
  path: `/${string}`
  tag: (typeof TAGS)[number]
  /** What a key must be good for. `open`: it takes none. */
  scope: AccessScope | 'open'
  summary: string
  description?: string
  /** Strict: what it does not name is an error. */
  query?: Query
  body?: Body
  bodyExample?: unknown
  headers?: readonly (keyof typeof REQUEST_HEADERS)[]
  responses: Readonly<Record<number, AnswerDescription>>
  /** Beyond those that follow from the rest; see `usual-errors.ts`. */
  errors?: readonly ErrorCode[]
}

/** A request that was found right. */
export interface RouteRequest<Query, Body> {
  c: Context<ApiEnv>
  /** Of the campaign, where the path names one. */
  id: string
  query: Query
  body: Body
  caller: Caller
  /** Whose key it is. */
  owner: string
  /** Of that owner. */
  campaigns: CampaignService
  deps: RouteDeps
}

type Handle = (request: RouteRequest<unknown, unknown>) => Response | Promise<Response>

export interface Route extends Description<z.ZodMiniType, z.ZodMiniType> {
  handle: Handle
}

type NoSchema = z.ZodMiniType<undefined>

export function route<
  Query extends z.ZodMiniType = NoSchema,
  Body extends z.ZodMiniType = NoSchema,
>(
  description: Description<Query, Body>,
  handle: (request: RouteRequest<z.output<Query>, z.output<Body>>) => Response | Promise<Response>,
): Route {
  // What the schemas have made of query and body is what the handler takes.
  return { ...description, handle: handle as Handle }
}
