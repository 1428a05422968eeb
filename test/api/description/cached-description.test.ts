import { expect, test } from 'vitest'
import { CachedDescription } from '../../../src/api/description/cached-description.ts'
import { openApi } from '../../../src/api/description/openapi.ts'
import { referencePage } from '../../../src/api/reference/reference-page.ts'
import { ROUTES } from '../../../src/api/routes.ts'

test('the description is made once, however often and by whom it is asked for', () => {
  let made = 0
  const description = new CachedDescription(() => {
    made++
    return ROUTES
  })
  const deps = { maxParallel: 6 }
  const expected = openApi(ROUTES, 6)
  for (const origin of ['https://a.test', 'https://a.test', 'https://b.test']) {
    expect(JSON.parse(description.json(deps))).toEqual(JSON.parse(JSON.stringify(expected)))
    expect(description.page(origin, deps)).toBe(referencePage(expected, origin))
  }
  expect(made).toBe(1)
})
