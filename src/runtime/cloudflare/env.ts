import type { CampaignObject } from './campaign-object.ts'
import type { SiteObject } from './site-object.ts'

/** The bindings of `wrangler.toml`, and the secret that is set apart from it. */
export interface Env {
  CAMPAIGN: DurableObjectNamespace<CampaignObject>
  SITE: DurableObjectNamespace<SiteObject>
  DB: D1Database
  USER_AGENT?: string
  API_KEY?: string
  /** How often a key may be used: see `REQUEST_LIMIT`. */
  RATE_LIMIT?: RateLimit
  /** Origins whose pages may use the API from a browser, apart by commas; `*` for all. */
  CORS_ORIGINS?: string
  /** Addresses beyond the public ones that may be crawled, apart by commas: see `addressGuard`. */
  ALLOW_ADDRESSES?: string
  /** Reaches public addresses alone; only where workerd resolves names itself: see `outbound`. */
  PUBLIC_NETWORK?: Fetcher
}
