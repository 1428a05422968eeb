import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { generateLabels } from '../../../scripts/client/generate-labels.ts'
import { generateTypes } from '../../../scripts/client/generate-types.ts'
import { openApi } from '../../../src/api/description/openapi.ts'
import { ROUTES } from '../../../src/api/routes.ts'

test('the types of the client are what the description gives (else: npm run client)', async () => {
  const committed = readFileSync('src/client/api-types.d.ts', 'utf8')
  expect(committed === (await generateTypes(openApi(ROUTES)))).toBe(true)
})

test('the labels of outcomes are what their table says (else: npm run client)', () => {
  expect(readFileSync('src/client/outcome-labels.js', 'utf8')).toBe(generateLabels())
})
