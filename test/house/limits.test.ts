import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { unstable_readConfig as readConfig } from 'wrangler'
import { REQUEST_LIMIT } from '../../src/core/access/limits.ts'

test('wrangler.toml has the rate limit that the program documents', () => {
  const { requests, seconds } = REQUEST_LIMIT
  expect(readFileSync('wrangler.toml', 'utf8')).toContain(
    `name = "RATE_LIMIT"\nnamespace_id = "6001"\nsimple = { limit = ${requests}, period = ${seconds} }`,
  )
  // All that Cloudflare has.
  expect([10, 60]).toContain(seconds)
})

const DEPLOYED = [
  'name',
  'vars',
  'durable_objects',
  'd1_databases',
  'ratelimits',
  'migrations',
  'triggers',
  'assets',
  'observability',
  'compatibility_flags',
] as const

test('the paid configuration differs from the free one only in its limits', () => {
  const deployed = (env?: string) => {
    const config = readConfig({ config: 'wrangler.toml', env }, { hideWarnings: true })
    return Object.fromEntries(DEPLOYED.map((field) => [field, config[field]]))
  }
  expect(deployed('paid')).toEqual(deployed())
  expect(readConfig({ config: 'wrangler.toml', env: 'paid' }).limits).toEqual({ cpu_ms: 120_000 })
  // The Free plan refuses a deployment that has any.
  expect(readConfig({ config: 'wrangler.toml' }, { hideWarnings: true }).limits).toBeUndefined()
})
