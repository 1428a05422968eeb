import type { ContentfulStatusCode } from 'hono/utils/http-status'
import {
  UNREADABLE_RETRY_MS,
  type UnreadableCampaign,
} from '../core/campaign/unreadable-campaign.ts'

export interface Detail {
  /** Where in the body or the query, like `seeds.0`; empty for the whole. */
  path: string
  message: string
}

/** An answer that tells the client what is wrong and how to mend it. */
export class ApiError extends Error {
  readonly status: ContentfulStatusCode
  readonly code: string
  readonly details: Detail[]

  constructor(status: ContentfulStatusCode, code: string, message: string, details: Detail[] = []) {
    super(message)
    this.status = status
    this.code = code
    this.details = details
  }
}

export function unknownCampaign(id: string): ApiError {
  return new ApiError(404, 'campaign_not_found', `There is no campaign "${id}".`)
}

export function unreadableCampaign({ seq }: UnreadableCampaign): ApiError {
  return new ApiError(
    503,
    'campaign_unreadable',
    `Record ${seq} of the campaign's log cannot be read. It is tried again every ` +
      `${UNREADABLE_RETRY_MS / 60_000} minutes, and whenever somebody asks; ` +
      'what it had found is still listed by its /pages.',
  )
}
