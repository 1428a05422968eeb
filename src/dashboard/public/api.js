/** @import { Answer, Ok, Refused, Schema, Unchanged } from '../../client/calls.ts' */
import { createClient } from './client.js'

/**
 * @typedef {Schema<'Campaign'>} Campaign
 * @typedef {Schema<'CampaignSummary'>} CampaignSummary
 * @typedef {Schema<'CampaignList'>} CampaignsBody
 * @typedef {Schema<'Page'>} Page
 * @typedef {Schema<'PageList'>} PagesBody
 * @typedef {Campaign['status']} Status
 * @typedef {Campaign['availableActions'][number]} Action
 * @typedef {Campaign['arms'][number]} Arm
 */

/**
 * @typedef {{ kind: 'unauthorised', message: string, key: string | null }} Unauthorised
 * @typedef {{ kind: 'unavailable', message: string }} Unavailable  worth trying again
 * @typedef {{ kind: 'aborted' }} Aborted  nobody waits for it any more
 * @typedef {Unauthorised | Refused | Unavailable | Aborted} Failure
 */

/** @typedef {ReturnType<typeof connect>} Api */

/**
 * What the dashboard asks of the API.
 *
 * @param {object} ports
 * @param {() => string | null} ports.key
 * @param {(about: string, answer: { kind: 'ok' } | Unchanged | Failure) => void} ports.heard
 *   told of every answer, with what was asked about
 */
export function connect({ key, heard }) {
  const client = createClient({ key })

  /**
   * @template Body
   * @param {string} about
   * @param {Promise<Answer<Body>>} asking
   * @returns {Promise<Ok<Body> | Unchanged | Failure>}
   */
  async function tell(about, asking) {
    // The key it was asked with; another may be kept by the time of the answer.
    const used = key()
    const answer = inOurTerms(await asking, used)
    heard(about, answer)
    return answer
  }

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

    /**
     * @param {string} id
     * @param {{ order: 'asc' | 'desc', limit: number, cursor?: string }} part
     * @param {AbortSignal} signal
     */
    pages: (id, part, signal) =>
      tell(
        'pages',
        client.call('get', '/v1/campaigns/{id}/pages', { path: { id }, query: part, signal }),
      ),
  }
}

/**
 * @template Body
 * @param {Answer<Body>} answer
 * @param {string | null} key
 * @returns {Ok<Body> | Unchanged | Failure}
 */
function inOurTerms(answer, key) {
  if (answer.kind === 'unreached') return { kind: 'unavailable', message: 'Not connected' }
  if (answer.kind !== 'refused') return answer
  const { status, code, message } = answer
  if (status === 401) return { kind: 'unauthorised', message, key }
  if (status === 429) return { kind: 'unavailable', message: 'The server asks for a pause' }
  // One campaign's trouble, not the server's: it says itself what it is.
  if (code === 'campaign_unreadable' || code === 'campaign_opening' || status < 500) return answer
  return { kind: 'unavailable', message: `The server has a problem (${status})` }
}
