/** @import { ApiSchema, CallResult, ErrorResponse, NotModified, Ok } from '../../client/calls.ts' */
import { createClient } from '../../client/client.js'

/**
 * @typedef {ApiSchema<'Campaign'>} Campaign
 * @typedef {ApiSchema<'CampaignSummary'>} CampaignSummary
 * @typedef {ApiSchema<'CampaignList'>} CampaignsBody
 * @typedef {ApiSchema<'Page'>} Page
 * @typedef {ApiSchema<'CampaignUpdate'>} CampaignUpdate
 * @typedef {ApiSchema<'PageUpdate'>} PageUpdate
 * @typedef {Campaign['status']} Status
 * @typedef {Campaign['availableActions'][number]} Action
 * @typedef {Campaign['arms'][number]} Arm
 */

/**
 * @typedef {{ kind: 'unauthorized', key: string | null }} Unauthorized
 * @typedef {{ kind: 'unavailable', message: string }} Unavailable  worth another try
 * @typedef {{ kind: 'aborted' }} Aborted
 * @typedef {Unauthorized | ErrorResponse | Unavailable | Aborted} Failure
 */

/** @typedef {ReturnType<typeof connect>} Api */

/**
 * @typedef {<Body>(topic: string, call: Promise<CallResult<Body>>) => Promise<Ok<Body> | NotModified | Failure>} Report
 */

/** The API's own maximum, which a chart has room for. */
const MAX_POINTS = 500

/**
 * The API calls of the dashboard.
 *
 * @param {object} ports
 * @param {() => string | null} ports.key
 * @param {(topic: string, result: { kind: 'ok' } | NotModified | Failure) => void} ports.onResult
 *   gets every result, with the topic of its call
 */
export function connect({ key, onResult }) {
  const client = createClient({ key })

  /**
   * @template Body
   * @param {string} topic
   * @param {Promise<CallResult<Body>>} call
   * @returns {Promise<Ok<Body> | NotModified | Failure>}
   */
  async function report(topic, call) {
    // The key of the request; it may have changed by the time of the response.
    const usedKey = key()
    const result = classify(await call, usedKey)
    onResult(topic, result)
    return result
  }

  return { ...campaignCalls(client, report), ...historyCalls(client, report) }
}

/**
 * @param {ReturnType<typeof createClient>} client
 * @param {Report} report
 */
function campaignCalls(client, report) {
  return {
    /** @param {AbortSignal} signal */
    campaigns: (signal) =>
      report('campaigns', client.call('get', '/v1/campaigns', { query: { limit: 50 }, signal })),

    /**
     * @param {string} id
     * @param {string | null} etag
     * @param {AbortSignal} signal
     */
    campaign: (id, etag, signal) =>
      report(
        'campaign',
        client.call('get', '/v1/campaigns/{id}', {
          path: { id },
          ...(etag !== null && { headers: { 'If-None-Match': etag } }),
          signal,
        }),
      ),

    /**
     * @param {string} id
     * @param {Action} action
     */
    act: (id, action) =>
      report('action', client.call('post', `/v1/campaigns/{id}/${action}`, { path: { id } })),
  }
}

/**
 * @param {ReturnType<typeof createClient>} client
 * @param {Report} report
 */
function historyCalls(client, report) {
  return {
    /**
     * @param {string} id
     * @param {{ sort: '-time' | 'score', limit: number, cursor: string | undefined }} query
     * @param {AbortSignal} signal
     */
    pages: (id, query, signal) =>
      report(
        'pages',
        client.call('get', '/v1/campaigns/{id}/pages', { path: { id }, query, signal }),
      ),

    /**
     * @param {string} id
     * @param {AbortSignal} signal
     */
    series: (id, signal) =>
      report(
        'series',
        client.call('get', '/v1/campaigns/{id}/series', {
          path: { id },
          query: { points: MAX_POINTS },
          signal,
        }),
      ),

    /**
     * Opens a stream of events.
     *
     * @param {string} id
     * @param {{ interval: number, lastId: string | undefined }} from
     * @param {AbortSignal} signal
     */
    events: (id, { interval, lastId }, signal) =>
      report(
        'events',
        client
          .open('/v1/campaigns/{id}/events', {
            path: { id },
            query: { interval },
            headers: { 'Last-Event-ID': lastId },
            signal,
          })
          .then((opened) => toStream(opened, signal)),
      ),
  }
}

/**
 * @param {Awaited<ReturnType<ReturnType<typeof createClient>['open']>>} opened
 * @param {AbortSignal} signal
 * @returns {CallResult<ReadableStream<Uint8Array>>}
 */
function toStream(opened, signal) {
  if (opened.kind === 'no_response' && signal.aborted) return { kind: 'aborted' }
  if (opened.kind !== 'response') return opened
  const { status, body } = opened.response
  return body === null
    ? { kind: 'no_response', cause: 'no body' }
    : { kind: 'ok', status, body, etag: null }
}

/**
 * Sorts failures by what the dashboard does about them.
 *
 * @template Body
 * @param {CallResult<Body>} result
 * @param {string | null} key
 * @returns {Ok<Body> | NotModified | Failure}
 */
function classify(result, key) {
  if (result.kind === 'no_response') return { kind: 'unavailable', message: 'No connection' }
  if (result.kind !== 'error') return result
  const { status, code } = result
  if (status === 401) return { kind: 'unauthorized', key }
  if (status === 429) return { kind: 'unavailable', message: 'Too many requests' }
  // The trouble of one campaign, not of the server; its own message explains it.
  if (code === 'campaign_unreadable' || code === 'campaign_opening' || status < 500) return result
  return { kind: 'unavailable', message: `Server error (${status})` }
}
