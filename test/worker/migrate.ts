import { applyD1Migrations, type D1Migration } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import type { Env } from '../../src/runtime/cloudflare/env.ts'

export const testEnv = env as unknown as Env & {
  MIGRATIONS: D1Migration[]
  TIGHT_LIMIT: RateLimit
}

await applyD1Migrations(testEnv.DB, testEnv.MIGRATIONS)
