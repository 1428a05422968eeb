import type { ApiDeps } from '../../src/api/context.ts'
import { FixedWindow } from '../../src/core/access/rate-limit.ts'
import { campaignService } from '../../src/host/campaign-service.ts'
import { webhookService } from '../../src/host/webhook/webhook-service.ts'
import { cloudflarePlatform } from '../../src/runtime/cloudflare/platform.ts'
import { cloudflareSites } from '../../src/runtime/cloudflare/site-object.ts'
import { idempotencyStore } from '../../src/store/results/idempotency-store.ts'
import { keyStore } from '../../src/store/results/key-store.ts'
import { addressGuard } from '../../src/standards/address/address-guard.ts'
import { testEnv } from './migrate.ts'
import { TEST_KEY } from './test-key.ts'

const now = () => Date.now()

/** What the API needs of the world, as in the Worker but for what a test says. */
export function apiDeps(other: Partial<ApiDeps> = {}): ApiDeps {
  const platform = cloudflarePlatform(testEnv)
  const { database, sender } = platform
  return {
    campaigns: (owner) => campaignService(platform, owner),
    idempotency: idempotencyStore(database),
    sites: cloudflareSites(testEnv, () => {}),
    webhooks: webhookService(database, sender),
    apiKey: TEST_KEY,
    keys: keyStore(database),
    limits: {
      requests: new FixedWindow({ requests: 1_000_000, seconds: 10 }, now),
      attempts: new FixedWindow({ requests: 1_000_000, seconds: 10 }, now),
    },
    maxParallel: platform.limits.maxParallel,
    maxImportBytes: platform.limits.maxImportBytes,
    corsOrigins: [],
    guard: addressGuard(['loopback']),
    now,
    sleep: (ms) => scheduler.wait(ms),
    userAgent: testEnv.USER_AGENT,
    warn: () => {},
    randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
    ...other,
  }
}
