/** @import { CallResult, Ok, ErrorResponse, ApiSchema, NotModified } from '../../client/calls.ts' */
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
 * @typedef {{ kind: 'unauthorised', key: string | null }} Unauthorised
 * @typedef {{ kind: 'unavailable', message: string }} Unavailable  worth trying again
 * @typedef {{ kind: 'aborted' }} Aborted  nobody waits for it any more
 * @typedef {Unauthorised | ErrorResponse | Unavailable | Aborted} Failure
 */

/** @typedef {ReturnType<typeof connect>} Api */

/**
 * @typedef {<Body>(about: string, asking: Promise<CallResult<Body>>) => Promise<Ok<Body> | NotModified | Failure>} Tell
 */

/** The most the API gives: a chart has room for them. */
const MAX_POINTS = 500

/**
 * What the dashboard asks of the API.
 *
 * @param {object} ports
 * @param {() => string | null} ports.key
 * @param {(about: string, answer: { kind: 'ok' } | NotModified | Failure) => void} ports.heard
 *   told of every answer, with what was asked about
 */
export function connect({ key, heard }) {
  const client = createClient({ key })

  /**
   * @template Body
   * @param {string} about
   * @param {Promise<CallResult<Body>>} asking
   * @returns {Promise<Ok<Body> | NotModified | Failure>}
   */
  async function tell(about, asking) {
    // The key it was asked with; another may be kept by the time of the answer.
    const used = key()
    const answer = inOurTerms(await asking, used)
    heard(about, answer)
    return answer
  }

  return { ...campaignCalls(client, tell), ...courseCalls(client, tell) }
}

/**
 * @param {ReturnType<typeof createClient>} client
 * @param {Tell} tell
 */
function campaignCalls(client, tell) {
  return {
    /** @param {AbortSignal} signal */
    campaigns: (signal) =>
      tell('campaigns', client.call('get', '/v1/campaigns', { query: { limit: 50 }, signal })),

    /**
     * @param {string} id
     * @param {string | null} etag
     * @param {AbortSignal} signal
     */
    campaign: (id, etag, signal) =>
      tell(
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
      tell('action', client.call('post', `/v1/campaigns/{id}/${action}`, { path: { id } })),
  }
}

/**
 * @param {ReturnType<typeof createClient>} client
 * @param {Tell} tell
 */
function courseCalls(client, tell) {
  return {
    /**
     * @param {string} id
     * @param {{ sort: '-time' | 'score', limit: number, cursor: string | undefined }} part
     * @param {AbortSignal} signal
     */
    pages: (id, part, signal) =>
      tell(
        'pages',
        client.call('get', '/v1/campaigns/{id}/pages', { path: { id }, query: part, signal }),
      ),

    /**
     * @param {string} id
     * @param {AbortSignal} signal
     */
    series: (id, signal) =>
      tell(
        'series',
        client.call('get', '/v1/campaigns/{id}/series', {
          path: { id },
          query: { points: MAX_POINTS },
          signal,
        }),
      ),

    /**
     * A stream of events.
     *
     * @param {string} id
     * @param {{ interval: number, lastId: string | undefined }} from
     * @param {AbortSignal} signal
     */
    events: (id, { interval, lastId }, signal) =>
      tell(
        'events',
        client
          .open('/v1/campaigns/{id}/events', {
            path: { id },
            query: { interval },
            headers: { 'Last-Event-ID': lastId },
            signal,
          })
          .then((opened) => streamIn(opened, signal)),
      ),
  }
}

/**
 * @param {Awaited<ReturnType<ReturnType<typeof createClient>['open']>>} opened
 * @param {AbortSignal} signal
 * @returns {CallResult<ReadableStream<Uint8Array>>}
 */
function streamIn(opened, signal) {
  if (opened.kind === 'no_response' && signal.aborted) return { kind: 'aborted' }
  if (opened.kind !== 'response') return opened
  const { status, body } = opened.response
  return body === null
    ? { kind: 'no_response', cause: 'no body' }
    : { kind: 'ok', status, body, etag: null }
}

/**
 * @template Body
 * @param {CallResult<Body>} answer
 * @param {string | null} key
 * @returns {Ok<Body> | NotModified | Failure}
 */
function inOurTerms(answer, key) {
  if (answer.kind === 'no_response') return { kind: 'unavailable', message: 'Not connected' }
  if (answer.kind !== 'error') return answer
  const { status, code } = answer
  if (status === 401) return { kind: 'unauthorised', key }
  if (status === 429) return { kind: 'unavailable', message: 'The server asks for a pause' }
  // One campaign's trouble, not the server's: it says itself what it is.
  if (code === 'campaign_unreadable' || code === 'campaign_loading' || status < 500) return answer
  return { kind: 'unavailable', message: `The server has a problem (${status})` }
}
