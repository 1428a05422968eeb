import type { SharedSite } from '../../crawl/site/site.ts'
import type { ObjectCalls } from './object-call.ts'

/** Named by what the objects answer to, since their classes know `Env`. */
type Objects<Calls> = DurableObjectNamespace<Calls & Rpc.DurableObjectBranded>

/** The bindings of `wrangler.toml`, and secrets. */
export interface Env {
  CAMPAIGN: Objects<ObjectCalls>
  SITE: Objects<SharedSite>
  DB: D1Database
  USER_AGENT?: string
  API_KEY?: string
  /** How often a key may be used: see `REQUEST_LIMIT`. */
  RATE_LIMIT?: RateLimit
  /** Origins whose pages may use the API from a browser, separated by commas; `*` for all. */
  CORS_ORIGINS?: string
  /** Private addresses that may be crawled, separated by commas: see `addressGuard`. */
  ALLOW_ADDRESSES?: string
  /** Reaches public addresses only; set where workerd resolves names itself: see `outbound`. */
  PUBLIC_NETWORK?: Fetcher
}
