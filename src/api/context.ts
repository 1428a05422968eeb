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

/** What the API needs from the platform. */
export interface ApiDeps {
  /** The campaigns of one owner only. */
  campaigns: (owner: string) => CampaignService
  idempotency: IdempotencyStore
  /** The sites, which all campaigns share. */
  sites: Sites
  webhooks: WebhookService
  /** The installation's secret, valid for everything. Without it the API is closed. */
  apiKey: string | undefined
  /** All other keys. */
  keys: KeyStore
  limits: {
    /** Requests per key. */
    requests: RateLimiter
    /** Refused keys per client address. */
    attempts: Pick<FixedWindow, 'peek' | 'take'>
  }
  /** Fetches that one campaign may have under way here. */
  maxParallel: number
  /** The size of a log that may be imported. */
  maxImportBytes: number
  /** Origins that may use the API from a browser; `*` for all. */
  corsOrigins: readonly string[]
  now: () => number
  sleep: (ms: number) => Promise<void>
  /** The crawler's `User-Agent`. */
  userAgent: string | undefined
  /** Logs for the operator. */
  warn: (message: string) => void
  /** Decides which addresses may be crawled. */
  guard: AddressGuard
  randomBytes: (count: number) => Uint8Array
}

/** What routes need in addition: the state of one isolate. */
export interface RouteDeps extends ApiDeps {
  concurrency: ConcurrencyLimits
  /** Campaigns as they were at earlier records. */
  historicalStates: HistoricalStates
}

export interface ApiEnv {
  Variables: { requestId: string; caller: Caller }
}
