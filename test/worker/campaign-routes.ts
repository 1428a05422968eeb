import { inject } from 'vitest'
import { querySchema } from '../../src/api/description/schemas.ts'
import type { Route } from '../../src/api/route.ts'
import { ROUTES } from '../../src/api/routes.ts'
import { call } from './client.ts'

/** All that can be asked of a campaign. */
export const OF_A_CAMPAIGN = ROUTES.filter(({ path }) => path.includes('{id}'))

/** Asks it, with what the route cannot do without. */
export function ask(route: Route, id: string): Promise<Response> {
  const path = route.path.replace('{id}', id).replaceAll(/\{\w+\}/g, '2')
  const { required = [], properties = {} } = route.query ? querySchema(route.query) : {}
  const query = required.map((name) => {
    const { enum: words = [inject('demoHome')] } = properties[name] as { enum?: string[] }
    return `${name}=${encodeURIComponent(words[0]!)}`
  })
  return call(`${path}?${query.join('&')}`, {
    method: route.method.toUpperCase(),
    ...(route.body && { body: JSON.stringify(route.bodyExample) }),
  })
}
