import type { AddressGuard } from '../web/address/address-guard.ts'
import type { CampaignService } from '../core/campaign/service.ts'

/** What the API needs of the world. */
export interface ApiDeps {
  /** The campaigns of one owner, and of nobody else. */
  campaigns: (owner: string) => CampaignService
  /** Undefined: nobody may use the API until one is set. */
  apiKey: string | undefined
  now: () => number
  /** How the crawler introduces itself. */
  userAgent: string | undefined
  /** Tells the operator, not the client. */
  warn: (message: string) => void
  /** Which addresses may be crawled. */
  guard: AddressGuard
  randomBytes: (count: number) => Uint8Array
}

export interface ApiEnv {
  Variables: { requestId: string; owner: string }
}
