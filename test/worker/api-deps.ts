import type { ApiDeps } from '../../src/api/context.ts'
import { FixedWindow } from '../../src/core/access/fixed-window.ts'
import { cloudflareCampaigns } from '../../src/runtime/cloudflare/campaigns.ts'
import { cloudflareClaims } from '../../src/runtime/cloudflare/claims.ts'
import { cloudflareWebhooks } from '../../src/runtime/cloudflare/webhooks.ts'
import { d1Database } from '../../src/runtime/cloudflare/d1-database.ts'
import { cloudflareSites } from '../../src/runtime/cloudflare/sites.ts'
import { keyStore } from '../../src/store/results/key-store.ts'
import { addressGuard } from '../../src/standards/address/address-guard.ts'
import { testEnv } from './migrate.ts'
import { TEST_KEY } from './test-key.ts'

const now = () => Date.now()

/** What the API needs of the world, as in the Worker but for what a test says. */
export function apiDeps(other: Partial<ApiDeps> = {}): ApiDeps {
  return {
    campaigns: (owner) => cloudflareCampaigns(testEnv, owner),
    claims: cloudflareClaims(testEnv),
    sites: cloudflareSites(testEnv, () => {}),
    webhooks: cloudflareWebhooks(testEnv),
    apiKey: TEST_KEY,
    keys: keyStore(d1Database(testEnv.DB)),
    limits: {
      requests: new FixedWindow({ requests: 1_000_000, seconds: 10 }, now),
      attempts: new FixedWindow({ requests: 1_000_000, seconds: 10 }, now),
    },
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
