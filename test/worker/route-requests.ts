import { querySchema } from '../../src/api/description/schemas.ts'
import { PATH_PARAMETERS } from '../../src/api/description/paths.ts'
import type { Route } from '../../src/api/route.ts'
import { ROUTES } from '../../src/api/routes.ts'

// Requests made of the table of routes, so that no route can be forgotten.

export const CLOSED = ROUTES.filter(({ scope }) => scope !== 'open')

export const titled = (routes: readonly Route[]) =>
  routes.map((route) => [`${route.method.toUpperCase()} ${route.path}`, route] as const)

/** The path of a route, of these things and else of any that look like one. */
export function pathOf(route: Route, ids: Readonly<Record<string, string>> = {}): string {
  const path = route.path.replaceAll(
    /\{(\w+)\}/g,
    (_, name: string) => ids[name] ?? anyLike(PATH_PARAMETERS[name]!.pattern),
  )
  return path + requiredQuery(route)
}

/** The rest of a request that breaks no rule of the route. */
export function initOf(route: Route, headers: Record<string, string>) {
  return {
    method: route.method.toUpperCase(),
    headers,
    ...(route.body && { body: JSON.stringify(route.bodyExample ?? {}) }),
  }
}

/** A text that fits a pattern like `^[a-z]{12}$`. */
function anyLike(pattern: string): string {
  return '0'.repeat(Number(/\{(\d+)\}\$$/.exec(pattern)?.[1] ?? 1))
}

/** What a route cannot be asked without: one of the words it takes, or else a URL. */
function requiredQuery({ query }: Route): string {
  const { required = [], properties = {} } = query ? querySchema(query) : {}
  const given = required.map((name) => {
    const { enum: words = ['http://127.0.0.1:9/'] } = properties[name] as { enum?: string[] }
    return [name, words[0]!] as [string, string]
  })
  return given.length > 0 ? `?${new URLSearchParams(given).toString()}` : ''
}
