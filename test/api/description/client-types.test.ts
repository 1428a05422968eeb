import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { generateTypes } from '../../../scripts/client/generate-types.ts'
import { openApi } from '../../../src/api/description/openapi.ts'
import { ROUTES } from '../../../src/api/routes.ts'

test('the types of the client are what the description gives (else: npm run client)', async () => {
  const committed = readFileSync('src/client/api-types.d.ts', 'utf8')
  expect(committed === (await generateTypes(openApi(ROUTES)))).toBe(true)
})
