import { applyD1Migrations, reset, type D1Migration } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterAll } from 'vitest'
import { cancelUnread } from './client.ts'
import type { Env } from '../../src/runtime/cloudflare/env.ts'

export const testEnv = env as unknown as Env & {
  MIGRATIONS: D1Migration[]
  TIGHT_LIMIT: RateLimit
}

afterAll(cancelUnread)

// The runtime is the one the file before had: what that left behind is not this one's.
await reset()
await applyD1Migrations(testEnv.DB, testEnv.MIGRATIONS)
