import type { ContentfulStatusCode } from 'hono/utils/http-status'

interface ErrorKind {
  status: ContentfulStatusCode
  /** When it is answered. */
  when: string
}

/** Every code that an error may have. Clients tell errors apart by them, so none ever changes. */
export const ERRORS = {
  invalid_json: { status: 400, when: 'the body is no JSON' },
  invalid_body: { status: 400, when: 'the body breaks its schema: `details` name each place' },
  invalid_query: {
    status: 400,
    when: 'the query breaks its schema: `details` name each parameter',
  },
  invalid_idempotency_key: {
    status: 400,
    when: '`Idempotency-Key` is not 1 to 255 visible characters',
  },
  unauthorized: { status: 401, when: 'the key is missing, wrong, revoked or expired' },
  insufficient_scope: { status: 403, when: 'the key is good, and its scope is too narrow' },
  owner_not_yours: { status: 403, when: 'a key is to be made for another owner' },
  expiry_too_late: { status: 403, when: 'a key is to outlive the key that makes it' },
  campaign_not_found: { status: 404, when: 'there is no such campaign' },
  key_not_found: { status: 404, when: 'there is no such key' },
  page_not_found: { status: 404, when: 'that record tells of no page that is listed' },
  webhook_not_found: { status: 404, when: 'there is no such webhook' },
  delivery_not_found: { status: 404, when: 'there is no such delivery' },
  route_not_found: { status: 404, when: 'there is no such route' },
  method_not_allowed: { status: 405, when: 'the path is there, but not for that method' },
  action_not_available: { status: 409, when: "the campaign's status does not allow it" },
  memory_full: {
    status: 409,
    when: "the campaign's memory has no room for more pages, or for what the policy keeps of them",
  },
  too_many_webhooks: { status: 409, when: 'there are as many webhooks as may be' },
  precondition_failed: { status: 412, when: 'the campaign is no longer what `If-Match` says' },
  body_too_large: { status: 413, when: 'the body is over the limit' },
  uri_too_long: { status: 414, when: 'the URL is over the limit' },
  idempotency_key_reused: {
    status: 422,
    when: 'the `Idempotency-Key` came with another request before',
  },
  pointless_spec: {
    status: 422,
    when: 'it is well-formed, and would come to nothing: the message says why',
  },
  unknown_campaign: { status: 422, when: 'the body names a campaign that is not there' },
  page_not_crawled: { status: 422, when: 'a label is of a page that was not read' },
  as_of_not_yet: { status: 422, when: '`asOf` is beyond the last record of the log' },
  as_of_out_of_reach: { status: 422, when: '`asOf` is further on than is folded for an answer' },
  too_many_requests: {
    status: 429,
    when: 'the key is used too often: `Retry-After` says when to come again',
  },
  too_many_at_once: {
    status: 429,
    when: 'the key, the campaign or the server has as many of these under way as may be',
  },
  campaign_busy: {
    status: 429,
    when: "more of the campaign's log is read than its crawl can spare: `Retry-After` says when to come again",
  },
  internal: { status: 500, when: 'something failed on our side; quote the `requestId`' },
  no_key_configured: { status: 503, when: 'the installation has no API key yet' },
  weak_key: { status: 503, when: 'the API key of the installation is too short' },
  keys_unreachable: { status: 503, when: 'the database that knows the keys does not answer' },
  unusable_user_agent: { status: 503, when: 'the operator has not said who crawls' },
  campaign_unreadable: { status: 503, when: "the campaign's log cannot be read" },
  campaign_opening: {
    status: 503,
    when: "the campaign's log is long, and is still being read: `Retry-After` says when to come again",
  },
} as const satisfies Record<string, ErrorKind>

export type ErrorCode = keyof typeof ERRORS
