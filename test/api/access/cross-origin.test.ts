import { expect, test } from 'vitest'
import { parseOrigins } from '../../../src/api/access/cross-origin.ts'

test('origins are comma-separated, and an invalid one is warned of and ignored', () => {
  const warnings: string[] = []
  const read = (list: string | undefined) => parseOrigins(list, (message) => warnings.push(message))
  expect(read(undefined)).toEqual([])
  expect(read(' , ')).toEqual([])
  expect(read('*')).toEqual(['*'])
  expect(read('https://a.test, http://localhost:3000')).toEqual([
    'https://a.test',
    'http://localhost:3000',
  ])
  expect(warnings).toEqual([])
  expect(read('https://a.test/,a.test,https://*.a.test/x,null')).toEqual([])
  expect(warnings).toHaveLength(4)
  expect(warnings[0]).toContain('"https://a.test/" is ignored')
})
