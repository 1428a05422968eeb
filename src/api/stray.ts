import type { Context } from 'hono'
import { ApiError } from './api-error.ts'
import type { Route } from './route.ts'

/** A request that no route is for: to a path that is not there, or not with this method. */
export function answerStray(c: Context, routes: readonly Route[]): Response {
  const { path, method } = c.req
  const methods = methodsAt(path, routes)
  if (methods.length === 0) {
    throw new ApiError(
      'route_not_found',
      'There is nothing here. The API begins at /v1/campaigns; /openapi.json describes it.',
    )
  }
  // RFC 9110 §10.2.1: what a path takes.
  c.header('Allow', methods.join(', '))
  if (method === 'OPTIONS') return c.body(null, 204)
  throw new ApiError('method_not_allowed', `${path} takes ${methods.join(', ')}, not ${method}.`)
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
