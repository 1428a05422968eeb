import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { withTables } from '../../../scripts/docs/ranking-tables.ts'

test('docs/ranking.md lists the estimators, bandits and options there are', () => {
  const page = readFileSync('docs/ranking.md', 'utf8')
  expect(page, 'npm run docs writes the tables anew').toBe(withTables(page))
})
