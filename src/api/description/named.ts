import * as z from 'zod/mini'

// Schemas that the description knows by name: what is sent to us, and what we answer.

type Schema = z.core.$ZodType

/** Bodies of requests, as a client writes them. */
export const bodies = z.registry<{ id: string }>()
/** What we answer. */
export const views = z.registry<{ id: string }>()

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
