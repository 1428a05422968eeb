import type { Context } from 'hono'
import * as z from 'zod/mini'
import type { AccessScope } from '../core/access/access-key.ts'
import type { CampaignService } from '../core/campaign/service.ts'
import type { Caller } from './access/identify.ts'
import type { ApiEnv, RouteDeps } from './context.ts'
import type { ErrorCode } from './http/error-codes.ts'

export const TAGS = ['campaigns', 'results', 'insight', 'push', 'access', 'service'] as const

/** The request headers that routes understand. */
export const REQUEST_HEADERS = {
  'If-None-Match':
    'One or more `ETag`s, weak or strong: 304 if one of them is current. `*` matches anything.',
  'Idempotency-Key':
    '1 to 255 visible ASCII characters, such as a UUID. Repeated with the same body within a day, ' +
    'the request creates nothing more.',
  'Last-Event-ID': 'The `id` of the last event received: the stream resumes after it.',
  'If-Match':
    'One or more `ETag`s: 412, and nothing is done, if none of them is current. A weak one never ' +
    'matches; `*` always does.',
} as const

export const RESPONSE_HEADERS = {
  ETag: 'Changes with every record of the campaign’s log.',
  Location: 'The path of the created resource.',
  'Idempotency-Replayed': '`true` if the `Idempotency-Key` was used before.',
  'Cache-Control': 'How long the response may be cached.',
  'Retry-After': 'Seconds to wait before a retry.',
  'WWW-Authenticate': 'The authentication scheme and the error (RFC 6750).',
  'X-Request-Id': 'The id to quote when you report a problem.',
  'Dowser-Last-Seq': 'The `seq` of the last page in the export; 0 if it is empty.',
  'Dowser-Source-Id': 'The id of the campaign in the file.',
  'Content-Security-Policy': 'What the page may load: nothing from other origins.',
} as const

interface AnswerDescription {
  description: string
  /** Absent for a response without a JSON body. */
  schema?: z.ZodMiniType
  /** The content type; `application/json` by default. */
  type?: string | readonly string[]
  /** The data of each event of a stream, by event name. */
  events?: Readonly<Record<string, z.ZodMiniType>>
  headers?: readonly (keyof typeof RESPONSE_HEADERS)[]
  example?: unknown
}

/** All that is known of a route: enough to check its requests and to document it. */
export interface Description<Query extends z.ZodMiniType, Body extends z.ZodMiniType> {
  method: 'get' | 'post' | 'patch' | 'delete'
  /** Its parameters, such as `{id}`, are described in `description/paths.ts`. */
  path: `/${string}`
  tag: (typeof TAGS)[number]
  /** The scope that a key must have; `open` routes need no key. */
  scope: AccessScope | 'open'
  summary: string
  description?: string
  /** Strict: unknown parameters are errors. */
  query?: Query
  body?: Body
  bodyExample?: unknown
  /** A body that the route reads as it arrives, in place of JSON; the content type and what it is. */
  upload?: { type: string; description: string }
  headers?: readonly (keyof typeof REQUEST_HEADERS)[]
  responses: Readonly<Record<number, AnswerDescription>>
  /** Codes beyond those that follow from the rest; see `description/error-responses.ts`. */
  errors?: readonly ErrorCode[]
}

/** A request that passed all checks. */
export interface RouteRequest<Query, Body> {
  c: Context<ApiEnv>
  /** The campaign's id; empty if the path names none. */
  id: string
  query: Query
  body: Body
  caller: Caller
  /** The owner of the key. */
  owner: string
  /** The campaigns of that owner. */
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
  // The handler takes what the schemas made of query and body.
  return { ...description, handle: handle as Handle }
}
