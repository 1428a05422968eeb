import type * as z from 'zod/mini'
import { ABOUT, ABOUT_KEYS, TAG_WORDS, VERSION } from './about.ts'
import { headersOf } from './headers.ts'
import { failureResponses, failures } from './error-responses.ts'
import { components, querySchema, referenceTo, examples } from './schemas.ts'
import { operationId, parametersOf, PATH_PARAMETERS } from './paths.ts'
import { REQUEST_HEADERS, TAGS, type Route } from '../route.ts'
import { WEBHOOK_EVENTS } from '../views/event.ts'

type Json = Record<string, unknown>

/**
 * Generates the OpenAPI 3.1 description from the schemas that check requests. `maxParallel` is what
 * this deployment allows; without it, what any does.
 */
export function openApi(routes: readonly Route[], maxParallel?: number): Json {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Dowser',
      version: VERSION,
      summary: 'A focused crawler: campaigns, what they found, and why.',
      description: ABOUT,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    security: [{ key: [] }],
    tags: TAGS.map((name) => ({ name, description: TAG_WORDS[name] })),
    paths: pathsOf(routes),
    webhooks: webhooksSent(),
    components: {
      securitySchemes: { key: { type: 'http', scheme: 'bearer', description: ABOUT_KEYS } },
      responses: failureResponses(routes),
      schemas: narrowed(components(), maxParallel),
    },
  }
}

/** The bodies of campaigns, with the bound that is this deployment's own. */
function narrowed(schemas: Record<string, object>, maxParallel: number | undefined): Json {
  if (maxParallel === undefined) return schemas
  for (const name of ['CampaignRequest', 'CampaignPatch']) {
    const { properties } = schemas[name] as { properties: { parallel: { maximum: number } } }
    properties.parallel.maximum = maxParallel
  }
  return schemas
}

/** The requests that we send to webhooks, by event. */
function webhooksSent(): Json {
  const entries = Object.entries(WEBHOOK_EVENTS).map(([type, schema]) => {
    const requestBody = { required: true, content: jsonContent(schema, undefined) }
    const responses = { '2XX': { description: 'Received. Anything else is retried.' } }
    return [type, { post: { tags: ['push'], requestBody, responses, security: [] } }]
  })
  return Object.fromEntries(entries) as Json
}

function pathsOf(routes: readonly Route[]): Json {
  const paths: Record<string, Json> = {}
  for (const route of routes) {
    paths[route.path] ??= pathItem(route.path)
    paths[route.path]![route.method] = operation(route)
  }
  return paths
}

function pathItem(path: string): Json {
  const parameters = parametersOf(path).map((name) => {
    const { description, pattern } = PATH_PARAMETERS[name]!
    return { name, in: 'path', required: true, description, schema: { type: 'string', pattern } }
  })
  return parameters.length === 0 ? {} : { parameters }
}

function operation(route: Route): Json {
  const { tag, summary, description, scope, body, upload } = route
  const parameters = [...queryParameters(route), ...headerParameters(route)]
  return {
    operationId: operationId(route),
    tags: [tag],
    summary,
    ...(description && { description }),
    ...(scope === 'open' ? { security: [] } : { 'x-scope': scope }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { required: true, content: jsonContent(body, route.bodyExample) } }),
    ...(upload && { requestBody: uploadBody(upload) }),
    responses: { ...answers(route), ...failures(route) },
  }
}

/** Its bytes have no schema. */
function uploadBody({ type, description }: NonNullable<Route['upload']>): Json {
  return { required: true, description, content: { [type]: {} } }
}

function queryParameters({ query }: Route): Json[] {
  if (query === undefined) return []
  const { properties = {}, required = [] } = querySchema(query)
  return Object.entries(properties).map(([name, schema]) => {
    const { description, ...rest } = schema as Json
    return {
      name,
      in: 'query',
      required: required.includes(name),
      ...(description !== undefined && { description }),
      schema: rest,
    }
  })
}

function headerParameters({ headers = [] }: Route): Json[] {
  return headers.map((name) => ({
    name,
    in: 'header',
    description: REQUEST_HEADERS[name],
    schema: { type: 'string' },
  }))
}

function answers(route: Route): Json {
  const entries = Object.entries(route.responses).map(([status, answer]) => {
    const { description, schema, type, headers = [], example, events } = answer
    const told = events ? { 'x-events': mapped(events, referenceTo) } : {}
    const content = schema
      ? jsonContent(schema, example)
      : Object.fromEntries([type ?? []].flat().map((name) => [name, told]))
    return [
      status,
      {
        description,
        ...(headers.length > 0 && { headers: headersOf(headers) }),
        ...(Object.keys(content).length > 0 && { content }),
      },
    ] as const
  })
  return Object.fromEntries(entries)
}

function mapped<From, To>(record: Readonly<Record<string, From>>, to: (value: From) => To) {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, to(value)]))
}

function jsonContent(schema: z.ZodMiniType, given: unknown): Json {
  const example = given ?? examples.get(schema)
  return {
    'application/json': {
      schema: referenceTo(schema),
      ...(example !== undefined && { example }),
    },
  }
}
