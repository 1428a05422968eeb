import type { KeyStore } from '../core/access/access-key.ts'
import type { FixedWindow, RateLimiter } from '../core/access/rate-limit.ts'
import type { AddressGuard } from '../standards/address/address-guard.ts'
import type { IdempotencyStore } from '../core/campaign/idempotency.ts'
import type { CampaignService } from '../core/campaign/service.ts'
import type { Sites } from '../crawl/site/sites.ts'
import type { ConcurrencyLimits } from './access/concurrency.ts'
import type { Caller } from './access/identify.ts'
import type { HistoricalStates } from './as-of/historical-states.ts'
import type { WebhookService } from '../core/webhook/webhook.ts'

/** What the API needs of the world. */
export interface ApiDeps {
  /** The campaigns of one owner, and of nobody else. */
  campaigns: (owner: string) => CampaignService
  /** What the keys of requests stand for, so that the same again creates nothing. */
  idempotency: IdempotencyStore
  /** What all campaigns share of the web. */
  sites: Sites
  webhooks: WebhookService
  /** The first key, which opens everything. Undefined: nobody may use the API until one is set. */
  apiKey: string | undefined
  /** The others. */
  keys: KeyStore
  limits: {
    /** Of each key. */
    requests: RateLimiter
    /** Of keys that are refused, by the address that they come from. */
    attempts: Pick<FixedWindow, 'peek' | 'take'>
  }
  /** Whose pages may use the API from a browser; `*` for all. */
  corsOrigins: readonly string[]
  now: () => number
  sleep: (ms: number) => Promise<void>
  /** How the crawler introduces itself. */
  userAgent: string | undefined
  /** Tells the operator, not the client. */
  warn: (message: string) => void
  /** Which addresses may be crawled. */
  guard: AddressGuard
  randomBytes: (count: number) => Uint8Array
}

/** What routes need on top: what one isolate answers at the same time. */
export interface RouteDeps extends ApiDeps {
  concurrency: ConcurrencyLimits
  /** Campaigns as they were. */
  pasts: HistoricalStates
}

export interface ApiEnv {
  Variables: { requestId: string; caller: Caller }
}
