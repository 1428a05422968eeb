import type { JsonSchema } from './described.ts'
import { html, type Html } from './html.ts'

/** The type of a value in words; named schemas are links. */
export function kindOf(schema: JsonSchema): Html {
  if (schema.$ref !== undefined) return link(schema.$ref.split('/').at(-1)!)
  if (schema.const !== undefined) return html`<code>${JSON.stringify(schema.const)}</code>`
  if (schema.enum !== undefined) return html`one of ${joined(schema.enum.map(word), ', ')}`
  if (schema.anyOf !== undefined) {
    const isNamed = schema.anyOf.every(({ title }) => title !== undefined)
    return isNamed ? html`one of these` : joined(schema.anyOf.map(kindOf), ' or ')
  }
  if (Array.isArray(schema.type)) {
    return joined(
      schema.type.map((type) => kindOf({ ...schema, type })),
      ' or ',
    )
  }
  return plainKind(schema)
}

const WORDS: Record<string, string> = {
  string: 'text',
  integer: 'whole number',
  number: 'number',
  boolean: 'true or false',
  object: 'object',
  null: 'null',
}

const FORMATS: Record<string, string> = {
  uri: 'URL',
  'date-time': 'time',
  'url-pattern': 'URL pattern',
  'language-tag': 'language tag',
  'iso-8601': 'time',
}

function plainKind(schema: JsonSchema): Html {
  const { type, items, format } = schema
  if (type === 'array') return html`list of ${items === undefined ? 'anything' : kindOf(items)}`
  if (type === 'string' && format !== undefined) return html`${FORMATS[format] ?? format}`
  return html`${WORDS[String(type)] ?? 'anything'}`
}

/** The bounds of a value in words. */
export function limitsOf(schema: JsonSchema): string[] {
  const { minLength, maxLength, minItems, maxItems, minProperties } = schema
  const least = schema.minimum ?? schema.exclusiveMinimum
  const most = schema.maximum === Number.MAX_SAFE_INTEGER ? undefined : schema.maximum
  const inner = schema.items === undefined ? [] : limitsOf(schema.items)
  return [
    ...range(least, most, '', schema.exclusiveMinimum !== undefined),
    ...range(minLength, maxLength, ' characters'),
    ...range(minItems, maxItems, ' entries'),
    ...range(minProperties, undefined, ' fields'),
    ...(schema.uniqueItems ? ['each once'] : []),
    ...(schema.pattern === undefined || schema.pattern === '\\S' ? [] : [`as ${schema.pattern}`]),
    ...inner.map((limit) => `each ${limit.replace(/^each /, '')}`),
  ]
}

function range(
  least: number | undefined,
  most: number | undefined,
  unit: string,
  isAbove = false,
): string[] {
  if (least === undefined && most === undefined) return []
  if (least === undefined) return [`at most ${figure(most!)}${unit}`]
  const start = isAbove ? `above ${figure(least)}` : figure(least)
  if (most === undefined) return least === 0 && !isAbove ? [] : [`${start}${unit} or more`]
  return [
    isAbove ? `${start}, at most ${figure(most)}${unit}` : `${start} to ${figure(most)}${unit}`,
  ]
}

function figure(value: number): string {
  return value.toLocaleString('en')
}

function word(value: unknown): Html {
  return html`<code>${typeof value === 'string' ? value : JSON.stringify(value)}</code>`
}

function link(name: string): Html {
  return html`<a href="#schema-${name}">${name}</a>`
}

function joined(parts: Html[], between: string): Html {
  return html`${parts.map((part, i) => (i === 0 ? part : html`${between}${part}`))}`
}
