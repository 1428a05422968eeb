// What the page reads of the description. It is our own, so that no more is looked at than is in it.

export interface Schema {
  $ref?: string
  title?: string
  type?: string | string[]
  format?: string
  description?: string
  default?: unknown
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  additionalProperties?: Schema | boolean
  propertyNames?: Schema
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
  schema: Schema
}

type Content = Record<string, { schema?: Schema; example?: unknown }>

export interface Answer {
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
  requestBody?: { content: Content }
  responses: Record<string, Answer>
}

/** As it stands in the description: answers that several operations share are referred to. */
export interface DescribedOperation extends Omit<Operation, 'responses'> {
  responses: Record<string, Answer | { $ref: string }>
}

export interface Described {
  info: { title: string; version: string; summary: string; description: string }
  tags: { name: string; description: string }[]
  paths: Record<string, { parameters?: Parameter[] } & Record<string, DescribedOperation>>
  components: { responses: Record<string, Answer>; schemas: Record<string, Schema> }
}
