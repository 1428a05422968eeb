import { createApi } from './api/api.ts'
import { parseOrigins } from './api/access/cross-origin.ts'
import { FixedWindow } from './core/access/rate-limit.ts'
import { ATTEMPT_LIMIT } from './core/access/limits.ts'
import { campaignService } from './host/campaign-service.ts'
import { heartbeat } from './host/heartbeat.ts'
import { outbound } from './runtime/cloudflare/outbound.ts'
import { cloudflarePlatform } from './runtime/cloudflare/platform.ts'
import { requestLimiter } from './runtime/cloudflare/request-limiter.ts'
import { cloudflareSites } from './runtime/cloudflare/site-object.ts'
import { webhookService } from './host/webhook/webhook-service.ts'
import { idempotencyStore } from './store/results/idempotency-store.ts'
import { keyStore } from './store/results/key-store.ts'
import type { Env } from './runtime/cloudflare/env.ts'

export { CampaignObject } from './runtime/cloudflare/campaign-object.ts'
export { SiteObject } from './runtime/cloudflare/site-object.ts'

const attempts = new FixedWindow(ATTEMPT_LIMIT, () => Date.now())

const warned = new Set<string>()

/** Warns once per isolate. */
function warnOnce(message: string): void {
  if (!warned.has(message)) console.warn(message)
  warned.add(message)
}

const apis = new WeakMap<Env, ReturnType<typeof createApi>>()

/** One API per isolate: setting up the routes takes longer than answering a request. */
function apiOf(env: Env): ReturnType<typeof createApi> {
  const made = apis.get(env)
  if (made !== undefined) return made
  const platform = cloudflarePlatform(env)
  const { database, sender } = platform
  const api = createApi({
    campaigns: (owner) => campaignService(platform, owner),
    webhooks: webhookService(database, sender),
    idempotency: idempotencyStore(database),
    sites: cloudflareSites(env, () => {}),
    apiKey: env.API_KEY,
    keys: keyStore(database),
    limits: { requests: requestLimiter(env.RATE_LIMIT), attempts },
    maxParallel: platform.limits.maxParallel,
    maxImportBytes: platform.limits.maxImportBytes,
    corsOrigins: parseOrigins(env.CORS_ORIGINS, warnOnce),
    now: () => Date.now(),
    sleep: (ms) => scheduler.wait(ms),
    userAgent: env.USER_AGENT,
    warn: warnOnce,
    guard: outbound(env).guard,
    randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
  })
  apis.set(env, api)
  return api
}

export default {
  fetch(request, env) {
    return apiOf(env).fetch(request)
  },

  async scheduled(_event, env) {
    await heartbeat(cloudflarePlatform(env), Date.now())
  },
} satisfies ExportedHandler<Env>
