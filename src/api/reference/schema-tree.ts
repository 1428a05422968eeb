import type { Parameter, JsonSchema } from './described.ts'
import { html, type Html, inline } from './html.ts'
import { kindOf, limitsOf } from './schema-words.ts'

/** Fields of requests are marked if required, fields of responses if they may be absent. */
type Side = 'sent' | 'answered'

/** The fields of a schema with their types and bounds; named schemas are links. */
export function schemaTree(schema: JsonSchema, side: Side): Html {
  const choices = schema.anyOf?.filter(hasParts) ?? []
  if (choices.length > 0) return html`${choices.map((one) => choice(one, side))}`
  if (schema.items !== undefined) return schemaTree(schema.items, side)
  const { properties = {}, required = [] } = schema
  const fields = Object.entries(properties).map(([name, property]) =>
    field({ name, schema: property, side, isRequired: required.includes(name) }),
  )
  return fields.length === 0
    ? html``
    : html`<ul class="fields">
        ${fields}
      </ul>`
}

/** The parameters of a query, a path or the headers. */
export function parameterTree(parameters: Parameter[]): Html {
  const fields = parameters.map(({ name, in: place, schema, required = false, description }) => {
    const described = { ...schema, ...(description !== undefined && { description }) }
    return field({ name, place, schema: described, side: 'sent', isRequired: required })
  })
  return html`<ul class="fields">
    ${fields}
  </ul>`
}

interface Field {
  name: string
  schema: JsonSchema
  isRequired: boolean
  side: Side
  place?: string
}

function field({ name, schema, isRequired, side, place }: Field): Html {
  return html`<li>
    <p class="field">
      <code class="name">${name}</code>
      <span class="kind">${kindOf(schema)}</span>
      ${place && html`<span class="chip plain-chip">${place}</span>`} ${mark(isRequired, side)}
    </p>
    ${boundsOf(schema)} ${schema.description && html`<p>${inline(schema.description)}</p>`}
    ${schemaTree(schema, side)}
  </li>`
}

function mark(isRequired: boolean, side: Side): Html | undefined {
  if (isRequired !== (side === 'sent')) return undefined
  const [name, word] = isRequired ? ['needed', 'required'] : ['', 'optional']
  return html`<span class="chip plain-chip ${name}">${word}</span>`
}

function boundsOf(schema: JsonSchema): Html | undefined {
  const limits = limitsOf(schema).join('; ')
  if (!isPlain(schema.default))
    return limits === '' ? undefined : html`<p class="limits">${limits}</p>`
  const byDefault = html`<code>${JSON.stringify(schema.default)}</code> by default`
  return html`<p class="limits">${limits}${limits && '; '}${byDefault}</p>`
}

/** Defaults of objects are shown at their fields. */
function isPlain(wanted: unknown): boolean {
  if (wanted === undefined) return false
  return typeof wanted !== 'object' || wanted === null || Array.isArray(wanted)
}

function hasParts(schema: JsonSchema): boolean {
  return schema.properties !== undefined || schema.title !== undefined
}

function choice(schema: JsonSchema, side: Side): Html {
  if (schema.title === undefined) return schemaTree(schema, side)
  const { title, properties } = schema
  const inner = properties === undefined ? html`<p>${kindOf(schema)}</p>` : schemaTree(schema, side)
  return html`<details class="choice">
    <summary>${title}</summary>
    ${inner}
  </details>`
}
