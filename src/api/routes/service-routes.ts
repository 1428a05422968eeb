import * as z from 'zod/mini'
import { named } from '../description/schemas.ts'
import { CachedDescription } from '../description/cached-description.ts'
import { REFERENCE_POLICY } from '../reference/reference-page.ts'
import { route, type Route } from '../route.ts'
import { VERSION } from '../description/about.ts'

const Health = named(
  'Health',
  z.strictObject({ status: z.literal('ok') }).check(z.describe('The service is up.')),
  { status: 'ok' },
)

const Anything = named(
  'OpenApi',
  z.looseObject({ openapi: z.string() }).check(z.describe('A description, as OpenAPI 3.1 has it.')),
  { openapi: '3.1.0', info: { title: 'Dowser', version: VERSION }, paths: {} },
)

/** Routes about the installation itself; `all` are the routes to describe. */
export function serviceRoutes(all: () => readonly Route[]): Route[] {
  const description = new CachedDescription(all)
  return [
    route(
      {
        method: 'get',
        path: '/healthz',
        tag: 'service',
        scope: 'open',
        summary: 'Check that the service is up',
        description: 'Checks neither the database nor any campaign.',
        responses: { 200: { description: 'The service is up', schema: Health } },
      },
      ({ c }) => c.json({ status: 'ok' } satisfies z.infer<typeof Health>),
    ),

    route(
      {
        method: 'get',
        path: '/openapi.json',
        tag: 'service',
        scope: 'open',
        summary: 'Get this description as OpenAPI 3.1',
        description: 'Generated from the schemas that check requests, so it is always true.',
        responses: { 200: { description: 'OpenAPI 3.1', schema: Anything } },
      },
      ({ c, deps }) => c.body(description.json(deps), 200, { 'Content-Type': 'application/json' }),
    ),

    route(
      {
        method: 'get',
        path: '/docs',
        tag: 'service',
        scope: 'open',
        summary: 'Read this description as a page',
        description: 'The same as `/openapi.json`, on one page without scripts.',
        responses: {
          200: {
            description: 'A page',
            type: 'text/html',
            headers: ['Content-Security-Policy'],
          },
        },
      },
      ({ c, deps }) => {
        c.header('Content-Security-Policy', REFERENCE_POLICY)
        return c.html(description.page(new URL(c.req.url).origin, deps))
      },
    ),
  ]
}
