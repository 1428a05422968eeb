import type { Context, Hono, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { isSortableId } from '../lib/sortable-id.ts'
import { authorize } from './access/authorize.ts'
import { HttpError, campaignNotFound } from './http/http-error.ts'
import { ANONYMOUS } from './access/identify.ts'
import type { ApiEnv, RouteDeps } from './context.ts'
import { strictObject } from './bodies/fields.ts'
import { MAX_BODY_BYTES } from './http/request-limits.ts'
import { readJson, readQuery } from './http/read-request.ts'
import type { Route } from './route.ts'

const NO_QUERY = strictObject({})

const limitBody = bodyLimit({ maxSize: MAX_BODY_BYTES, onError: refuseBody })

/** Makes a route answer: what its description says of a request is checked before it is handled. */
export function mount(api: Hono<ApiEnv>, route: Route, deps: RouteDeps): void {
  const path = route.path.replaceAll(/\{(\w+)\}/g, ':$1')
  api.on(route.method.toUpperCase(), [path], ...middleware(route, deps), async (c) => {
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
function middleware({ scope }: Route, deps: RouteDeps): MiddlewareHandler<ApiEnv>[] {
  return scope === 'open' ? [openToAll] : [authorize(scope, deps), limitBody]
}

const openToAll: MiddlewareHandler<ApiEnv> = async (c, next) => {
  c.set('caller', ANONYMOUS)
  await next()
}

function refuseBody(): never {
  throw new HttpError(
    'body_too_large',
    `The body may have at most ${MAX_BODY_BYTES} bytes. Send what is in its lists by parts.`,
  )
}

/** Spares the objects ids that nobody was ever given. */
function campaignId(c: Context<ApiEnv>): string {
  const id = c.req.param('id') ?? ''
  if (id !== '' && !isSortableId(id)) throw campaignNotFound(id)
  return id
}

/** A request that no route is for: to a path that is not there, or not with this method. */
export function notFound(c: Context, routes: readonly Route[]): Response {
  const { path, method } = c.req
  const methods = methodsAt(path, routes)
  if (methods.length === 0) {
    throw new HttpError(
      'route_not_found',
      'There is nothing here. The API begins at /v1/campaigns; /openapi.json describes it.',
    )
  }
  // RFC 9110 §10.2.1: what a path takes.
  c.header('Allow', methods.join(', '))
  if (method === 'OPTIONS') return c.body(null, 204)
  throw new HttpError('method_not_allowed', `${path} takes ${methods.join(', ')}, not ${method}.`)
}

function methodsAt(path: string, routes: readonly Route[]): string[] {
  const methods = routes
    .filter((route) => isAt(path, route.path))
    .flatMap(({ method }) => (method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()]))
  return methods.length === 0 ? [] : [...methods, 'OPTIONS']
}

function isAt(path: string, pattern: string): boolean {
  const parts = path.split('/')
  const wanted = pattern.split('/')
  return (
    parts.length === wanted.length &&
    wanted.every((part, i) => (part.startsWith('{') ? parts[i] !== '' : part === parts[i]))
  )
}
