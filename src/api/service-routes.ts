import * as z from 'zod/mini'
import { named } from './named.ts'
import { openApi } from './openapi.ts'
import { referencePage } from './reference-page.ts'
import { route, type Route } from './route.ts'

const Health = named('Health', z.strictObject({ status: z.literal('ok') }))

const Anything = named('OpenApi', z.looseObject({ openapi: z.string() }))

/** About the installation itself; `all` are the routes that it describes. */
export function serviceRoutes(all: () => readonly Route[]): Route[] {
  return [
    route(
      {
        method: 'get',
        path: '/healthz',
        tag: 'service',
        scope: 'open',
        summary: 'Whether the service answers',
        answers: { 200: { description: 'It does', schema: Health, example: { status: 'ok' } } },
      },
      ({ c }) => c.json({ status: 'ok' } satisfies z.infer<typeof Health>),
    ),

    route(
      {
        method: 'get',
        path: '/openapi.json',
        tag: 'service',
        scope: 'open',
        summary: 'This description',
        answers: { 200: { description: 'OpenAPI 3.1', schema: Anything } },
      },
      ({ c }) => c.json(openApi(all())),
    ),

    route(
      {
        method: 'get',
        path: '/docs',
        tag: 'service',
        scope: 'open',
        summary: 'This description, for people to read',
        answers: { 200: { description: 'A page', type: 'text/html' } },
      },
      ({ c }) => c.html(referencePage(openApi(all()))),
    ),
  ]
}
