// The parts of the description that the page reads. It is our own, so other parts do not occur.

export interface JsonSchema {
  $ref?: string
  title?: string
  type?: string | string[]
  format?: string
  description?: string
  default?: unknown
  const?: unknown
  enum?: unknown[]
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  items?: JsonSchema
  properties?: Record<string, JsonSchema>
  additionalProperties?: JsonSchema | boolean
  propertyNames?: JsonSchema
  required?: string[]
  minimum?: number
  exclusiveMinimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  minProperties?: number
  uniqueItems?: boolean
  pattern?: string
}

export interface Parameter {
  name: string
  in: string
  required?: boolean
  description?: string
  schema: JsonSchema
}

type Content = Record<string, { schema?: JsonSchema; example?: unknown }>

export interface ApiResponse {
  description: string
  headers?: Record<string, { description?: string }>
  content?: Content
}

export interface Operation {
  operationId: string
  tags: string[]
  summary: string
  description?: string
  'x-scope'?: string
  parameters?: Parameter[]
  requestBody?: { description?: string; content: Content }
  responses: Record<string, ApiResponse>
}

/** An operation as in the description, where shared responses are references. */
export interface RawOperation extends Omit<Operation, 'responses'> {
  responses: Record<string, ApiResponse | { $ref: string }>
}

export interface ApiDescription {
  info: { title: string; version: string; summary: string; description: string }
  tags: { name: string; description: string }[]
  paths: Record<string, { parameters?: Parameter[] } & Record<string, RawOperation>>
  components: { responses: Record<string, ApiResponse>; schemas: Record<string, JsonSchema> }
}
