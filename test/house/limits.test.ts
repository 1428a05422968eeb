import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { REQUEST_LIMIT } from '../../src/core/access/limits.ts'

test('the platform counts by the limit that the program tells of', () => {
  const { requests, seconds } = REQUEST_LIMIT
  expect(readFileSync('wrangler.toml', 'utf8')).toContain(
    `name = "RATE_LIMIT"\nnamespace_id = "6001"\nsimple = { limit = ${requests}, period = ${seconds} }`,
  )
  // All that Cloudflare has.
  expect([10, 60]).toContain(seconds)
})
