import * as z from 'zod/mini'

// The schemas that the description knows by name: request bodies and responses.

type Schema = z.core.$ZodType

/** Request bodies. */
const bodies = z.registry<{ id: string }>()
/** Responses. */
const views = z.registry<{ id: string }>()

export function namedBody<S extends Schema>(id: string, schema: S): S {
  bodies.add(schema, { id })
  return schema
}

/** Names a schema; `example` is required if a route responds with it. */
export function named<S extends Schema>(id: string, schema: S, example?: z.output<S>): S {
  views.add(schema, { id })
  if (example !== undefined) examples.set(schema, example)
  return schema
}

/** Examples of responses. */
export const examples = new WeakMap<Schema, unknown>()

type JsonSchema = z.core.JSONSchema.BaseSchema

/** Descriptions of schemas where zod cannot generate one, such as the input of a transformation. */
export const described = new WeakMap<Schema, (generated: JsonSchema) => JsonSchema>()

/**
 * The JSON schemas of everything that has a name: bodies as input, responses as output. Sorted, or
 * the description would depend on the order of imports.
 */
export function components(): Record<string, object> {
  const all = { ...componentsOf(bodies, 'input'), ...componentsOf(views, 'output') }
  return Object.fromEntries(Object.entries(all).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

export function referenceTo(schema: z.ZodMiniType): { $ref: string } {
  return { $ref: placeOf(nameOf(schema)) }
}

function nameOf(schema: z.ZodMiniType): string {
  const id = bodies.get(schema)?.id ?? views.get(schema)?.id
  if (id === undefined) throw new Error('a schema of the description has no name')
  return id
}

export function querySchema(schema: z.ZodMiniType): z.core.JSONSchema.BaseSchema {
  return z.toJSONSchema(schema, settings('input'))
}

type Direction = 'input' | 'output'

function componentsOf(registry: typeof bodies, io: Direction): Record<string, object> {
  const { schemas } = z.toJSONSchema(registry, { ...settings(io), uri: placeOf })
  // Their place in the description says the rest.
  for (const schema of Object.values(schemas)) {
    delete schema.$schema
    delete schema.$id
  }
  return schemas
}

function placeOf(id: string): string {
  return `#/components/schemas/${id}`
}

function settings(io: Direction) {
  return {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      const mend = described.get(zodSchema)
      if (mend === undefined) return
      const mended = mend({ ...jsonSchema })
      for (const key of Object.keys(jsonSchema)) delete jsonSchema[key]
      Object.assign(jsonSchema, mended)
    },
  } satisfies Parameters<typeof z.toJSONSchema>[1]
}
