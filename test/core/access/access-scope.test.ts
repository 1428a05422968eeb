import { expect, test } from 'vitest'
import { ACCESS_SCOPES, coveredBy, covers } from '../../../src/core/access/access-scope.ts'

test('write includes read, and admin both', () => {
  expect(coveredBy('read')).toEqual(['read'])
  expect(coveredBy('write')).toEqual(['read', 'write'])
  expect(coveredBy('admin')).toEqual([...ACCESS_SCOPES])
  expect(covers('read', 'write')).toBe(false)
  expect(covers('write', 'admin')).toBe(false)
})
