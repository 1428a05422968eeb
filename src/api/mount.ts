import type { Context, Hono, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { isSortableId } from '../lib/sortable-id.ts'
import { authorize } from './access/authorize.ts'
import { HttpError, campaignNotFound } from './http/http-error.ts'
import { ANONYMOUS } from './access/identify.ts'
import type { ApiEnv, RouteDeps } from './context.ts'
import { strictObject } from './bodies/fields.ts'
import { MAX_BODY_BYTES, readJson, readQuery } from './http/read-request.ts'
import type { Route } from './route.ts'

const NO_QUERY = strictObject({})

const limitBody = bodyLimit({ maxSize: MAX_BODY_BYTES, onError: refuseBody })

/** Mounts a route: requests are checked against its description before they are handled. */
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

/** The body is read only after the caller is known. */
function middleware({ scope, upload }: Route, deps: RouteDeps): MiddlewareHandler<ApiEnv>[] {
  if (scope === 'open') return [openToAll]
  // An upload has its own limit.
  return upload ? [authorize(scope, deps)] : [authorize(scope, deps), limitBody]
}

const openToAll: MiddlewareHandler<ApiEnv> = async (c, next) => {
  c.set('caller', ANONYMOUS)
  await next()
}

function refuseBody(): never {
  throw new HttpError(
    'body_too_large',
    `The body exceeds ${MAX_BODY_BYTES} bytes. Split its lists over several requests.`,
  )
}

/** Refuses ids of a wrong form without waking an object. */
function campaignId(c: Context<ApiEnv>): string {
  const id = c.req.param('id') ?? ''
  if (id !== '' && !isSortableId(id)) throw campaignNotFound(id)
  return id
}

/** Answers a request that matches no route: the path is unknown, or the method is. */
export function notFound(c: Context, routes: readonly Route[]): Response {
  const { path, method } = c.req
  const methods = methodsAt(path, routes)
  if (methods.length === 0) {
    throw new HttpError(
      'route_not_found',
      'No such route. The API starts at /v1/campaigns; /docs describes it.',
    )
  }
  // RFC 9110 §10.2.1 lists the supported methods.
  c.header('Allow', methods.join(', '))
  if (method === 'OPTIONS') return c.body(null, 204)
  throw new HttpError(
    'method_not_allowed',
    `${path} does not support ${method}. Use ${methods.join(', ')}.`,
  )
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
