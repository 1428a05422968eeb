import type { Schema } from '@cfworker/json-schema'
import { describe, expect, test } from 'vitest'
import { openApi } from '../../../src/api/description/openapi.ts'
import { ROUTES } from '../../../src/api/routes.ts'
import { ApiDescription, type OpenApi } from '../../fixtures/api-description.ts'

const served = openApi(ROUTES) as unknown as OpenApi
const description = new ApiDescription(served)

describe.each(description.operations.map((operation) => [operation.name, operation] as const))(
  '%s',
  (_name, { summary, description: words, parameters, requestBody, responses, security }) => {
    test('says what it is for', () => {
      expect(summary).toMatch(/^[A-Z].{5,80}[^.]$/)
      expect(words).toMatch(/^.{10,}\.$/s)
    })

    test('says what each parameter is', () => {
      for (const parameter of parameters) expect(parameter.description).toMatch(/^.{5,}[.:]/)
    })

    test('shows a body that it takes, where it takes one', () => {
      const content = requestBody?.content['application/json']
      if (content === undefined) return
      expect(content.example).toBeDefined()
      expect(description.problems(content.schema!, content.example)).toEqual([])
    })

    test('shows each answer that is JSON as it is', () => {
      for (const [status, { content }] of Object.entries(responses)) {
        const json = content?.['application/json']
        if (json === undefined) continue
        expect(json.example, `an example of ${status}`).toBeDefined()
        expect(description.problems(json.schema!, json.example)).toEqual([])
      }
    })

    test('says which errors it may answer with', () => {
      const wanted = [
        '500',
        ...(security === undefined ? ['401'] : []),
        ...(requestBody === undefined ? [] : ['400', '413']),
        ...(parameters.some((parameter) => parameter.in === 'path') ? ['404'] : []),
      ]
      expect(Object.keys(responses)).toEqual(expect.arrayContaining(wanted))
    })
  },
)

describe('the schemas', () => {
  const { schemas } = served.components

  test.each(Object.entries(schemas))('%s is described', (_name, schema) => {
    expect(schema['description']).toMatch(/^.{5,}\.$/s)
  })

  test('are all referred to', () => {
    const text = JSON.stringify(served)
    const unused = Object.keys(schemas).filter(
      (name) => !text.includes(`"#/components/schemas/${name}"`),
    )
    expect(unused).toEqual([])
  })

  test('have a limit wherever a body has a list, a text or a number', () => {
    const bodies = description.operations.flatMap(
      ({ requestBody }) => requestBody?.content['application/json']?.schema ?? [],
    )
    const open = bodies.flatMap((schema) => unbounded(description.resolved(schema)))
    expect(open).toEqual([])
  })
})

/** Where a schema leaves open how long or how great something may be. */
function unbounded(schema: Schema, path = 'the body'): string[] {
  const parts = [
    ...Object.entries(schema.properties ?? {}),
    ...(schema.anyOf ?? []).map((choice, i) => [String(i), choice] as const),
    ...(schema.items === undefined ? [] : [['entries', schema.items] as const]),
  ]
  return [
    ...(isOpen(schema) ? [path] : []),
    ...parts.flatMap(([name, part]) => unbounded(part as Schema, `${path}, ${name}`)),
  ]
}

function isOpen(schema: Schema): boolean {
  if (schema.enum !== undefined || schema.const !== undefined) return false
  const { type, maxLength, pattern, maxItems, uniqueItems, maximum } = schema
  if (type === 'string') return maxLength === undefined && pattern === undefined
  if (type === 'array') return maxItems === undefined && uniqueItems !== true
  return (type === 'integer' || type === 'number') && maximum === undefined
}
