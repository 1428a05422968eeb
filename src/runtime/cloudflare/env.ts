import type { CampaignObject } from './campaign-object.ts'
import type { SiteObject } from './site-object.ts'

/** The bindings of `wrangler.toml`, and the secret that is set apart from it. */
export interface Env {
  CAMPAIGN: DurableObjectNamespace<CampaignObject>
  SITE: DurableObjectNamespace<SiteObject>
  DB: D1Database
  USER_AGENT?: string
  API_KEY?: string
  /** Addresses beyond the public ones that may be crawled, apart by commas: see `addressGuard`. */
  ALLOW_ADDRESSES?: string
}
