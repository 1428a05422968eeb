import type { ContentfulStatusCode } from 'hono/utils/http-status'

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
