import type { ContentfulStatusCode } from 'hono/utils/http-status'

interface ErrorKind {
  status: ContentfulStatusCode
  /** The situation in which it is returned. */
  when: string
}

/** Every error code of the API. Clients branch on them, so a code never changes its meaning. */
export const ERRORS = {
  invalid_json: { status: 400, when: 'the body is not valid JSON' },
  invalid_body: {
    status: 400,
    when: 'the body does not match its schema; `details` lists every invalid field',
  },
  invalid_query: {
    status: 400,
    when: 'the query does not match its schema; `details` lists every invalid parameter',
  },
  invalid_idempotency_key: {
    status: 400,
    when: '`Idempotency-Key` is not 1 to 255 visible ASCII characters',
  },
  unauthorized: { status: 401, when: 'the API key is missing, wrong, revoked or expired' },
  insufficient_scope: { status: 403, when: 'the API key is valid, but its scope is too narrow' },
  owner_mismatch: {
    status: 403,
    when: 'only the main owner may create keys for another owner',
  },
  expiry_too_late: {
    status: 403,
    when: 'the new key would outlive the key that creates it',
  },
  campaign_not_found: { status: 404, when: 'no such campaign' },
  key_not_found: { status: 404, when: 'no such key' },
  page_not_found: { status: 404, when: 'no listed page has this `seq`' },
  webhook_not_found: { status: 404, when: 'no such webhook' },
  delivery_not_found: { status: 404, when: 'no such delivery' },
  route_not_found: { status: 404, when: 'no such route' },
  method_not_allowed: {
    status: 405,
    when: 'the path does not support this method; `Allow` lists those it does',
  },
  action_not_available: {
    status: 409,
    when: "the campaign's status does not allow it; see `availableActions`",
  },
  memory_full: {
    status: 409,
    when: "the campaign's `memoryMb` has no room for more pages, or for the policy's data",
  },
  webhook_limit_reached: { status: 409, when: 'the owner has the maximum number of webhooks' },
  precondition_failed: {
    status: 412,
    when: 'the campaign has changed since the `ETag` in `If-Match`; nothing was done',
  },
  body_too_large: { status: 413, when: 'the body exceeds the size limit' },
  uri_too_long: { status: 414, when: 'the URL exceeds the length limit' },
  idempotency_key_reused: {
    status: 422,
    when: 'the `Idempotency-Key` was used for a different request in the last 24 hours',
  },
  unsatisfiable_spec: {
    status: 422,
    when: 'the spec is valid, but no page could be crawled with it; the message says why',
  },
  invalid_log: {
    status: 422,
    when: 'the file is no complete, intact log, or of a newer version; the message names the place',
  },
  unknown_campaign: { status: 422, when: 'the body refers to a campaign that does not exist' },
  page_not_crawled: {
    status: 422,
    when: 'a label refers to a page that was not crawled; no label was stored',
  },
  as_of_in_future: { status: 422, when: '`asOf` is beyond the last record of the log' },
  as_of_beyond_limit: {
    status: 422,
    when: '`asOf` is beyond the number of records that can be replayed for one request',
  },
  too_many_requests: {
    status: 429,
    when: 'the API key exceeded its rate limit; retry after `Retry-After` seconds',
  },
  too_many_concurrent_requests: {
    status: 429,
    when: 'the API key, the campaign or the server has reached its limit of concurrent long requests',
  },
  campaign_busy: {
    status: 429,
    when: "the campaign's log is being read faster than the crawl allows; retry after `Retry-After` seconds",
  },
  internal_error: { status: 500, when: 'something failed on our side; quote the `requestId`' },
  api_key_not_configured: { status: 503, when: 'the installation has no API key yet' },
  api_key_too_short: { status: 503, when: "the installation's API key is too short" },
  key_store_unavailable: {
    status: 503,
    when: 'API keys cannot be checked: the database is unreachable or not migrated',
  },
  invalid_user_agent: {
    status: 503,
    when: 'the operator has not set a `USER_AGENT` that identifies the crawler',
  },
  import_interrupted: {
    status: 503,
    when: 'the import was interrupted on our side and nothing of it remains; repeat it',
  },
  campaign_unreadable: { status: 503, when: "the campaign's log cannot be read" },
  campaign_loading: {
    status: 503,
    when: "the campaign's log is long and still being read; retry after `Retry-After` seconds",
  },
} as const satisfies Record<string, ErrorKind>

export type ErrorCode = keyof typeof ERRORS
