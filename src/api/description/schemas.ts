import * as z from 'zod/mini'

// Schemas that the description knows by name: what is sent to us, and what we answer.

type Schema = z.core.$ZodType

/** Bodies of requests, as a client writes them. */
const bodies = z.registry<{ id: string }>()
/** What we answer. */
const views = z.registry<{ id: string }>()

export function namedBody<S extends Schema>(id: string, schema: S): S {
  bodies.add(schema, { id })
  return schema
}

/** `example` is what the description shows of it: needed for what a route answers with. */
export function named<S extends Schema>(id: string, schema: S, example?: z.output<S>): S {
  views.add(schema, { id })
  if (example !== undefined) examples.set(schema, example)
  return schema
}

/** Of answers. */
export const examples = new WeakMap<Schema, unknown>()

type JsonSchema = z.core.JSONSchema.BaseSchema

/** How a schema is described where zod cannot tell: what a transformation takes. */
export const described = new WeakMap<Schema, (generated: JsonSchema) => JsonSchema>()

/**
 * Of all schemas that have a name: bodies as a client writes them, answers as we do. By name, or
 * the description would depend on which file was imported first.
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
  // Where they stand in the description says the rest.
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
