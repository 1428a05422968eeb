import { expect, test } from 'vitest'
import { parseExpiry } from '../../../src/cli/commands/keys.js'

test.each([
  ['12h', '1970-01-01T12:00:00.000Z'],
  ['90d', '1970-04-01T00:00:00.000Z'],
  ['2027-01-31T00:00:00Z', '2027-01-31T00:00:00.000Z'],
])('a key created with --expires %s expires at %s', (text, at) => {
  expect(parseExpiry(text, 0)).toBe(at)
  expect(() => parseExpiry('soon', 0)).toThrow(/--expires must be like 12h/)
})
