/**
 * @typedef {'queued' | 'running' | 'paused' | 'completed' | 'failed' | 'cancelled'} Status
 * @typedef {'pause' | 'resume'} Action
 *
 * @typedef {object} CampaignSummary
 * @property {string} id
 * @property {string} name
 * @property {Status} status
 * @property {string | null} statusReason
 * @property {number} budget
 * @property {number} fetched
 * @property {number} relevant
 * @property {number} score
 * @property {string} createdAt
 * @property {string} updatedAt
 *
 * @typedef {object} Progress
 * @property {number} fetched
 * @property {number} remaining
 * @property {number} pages
 * @property {number} relevant
 * @property {number} score
 * @property {number} failed
 * @property {number} redirected
 * @property {number} interrupted
 * @property {number} disallowed
 * @property {number} leftOut  links not noted, for want of room
 * @property {number} sideRequests  for robots.txt
 * @property {number} bodyBytes
 * @property {number} known
 * @property {number} frontier
 * @property {number} hosts
 *
 * @typedef {object} Spent
 * @property {number} requests
 * @property {number} awakeMs
 * @property {number} rowsRead
 * @property {number} rowsWritten
 * @property {number} d1RowsRead
 * @property {number} d1RowsWritten
 *
 * @typedef {object} Cost  per page all is null until there is one
 * @property {Spent} spent
 * @property {number} dollars
 * @property {Spent | null} perPage
 * @property {Spent | null} perRelevantPage
 * @property {number | null} dollarsPerMillionPages
 * @property {number | null} dollarsPerMillionRelevantPages
 * @property {number | null} freePagesADay
 *
 * @typedef {{ limitMb: number, usedMb: number, shelved: number }} Memory
 *
 * @typedef {{ name: string, pulls: number, mean: number }} Arm
 *
 * @typedef {object} Campaign
 * @property {string} id
 * @property {string} name
 * @property {Status} status
 * @property {string | null} statusReason
 * @property {string[]} availableActions
 * @property {{ keywords: string[] }} topic
 * @property {string[]} seeds
 * @property {number} budget
 * @property {{ perMinute: number, hostDelayMs: number }} rate
 * @property {{ name: string }} policy
 * @property {number} memoryMb
 * @property {Progress} progress
 * @property {Memory} memory
 * @property {Cost} cost
 * @property {Arm[]} arms  of a bandit, else empty
 * @property {number} resets
 * @property {string} createdAt
 * @property {string} updatedAt
 * @property {string | null} nextTickAt
 *
 * @typedef {object} Page
 * @property {number} seq
 * @property {string} url
 * @property {string | null} title
 * @property {string} outcome
 * @property {number | null} httpStatus
 * @property {number} score
 * @property {number | null} estimate  null for a seed
 * @property {number} depth
 * @property {number} links
 * @property {number} bodyBytes
 * @property {number} durationMs
 * @property {string} fetchedAt
 *
 * @typedef {{ campaigns: CampaignSummary[], next: string | null }} CampaignsBody
 * @typedef {{ pages: Page[], next: string | null }} PagesBody
 */

/**
 * @typedef {{ kind: 'unauthorised', message: string, key: string | null }} Unauthorised
 * @typedef {{ kind: 'refused', status: number, code: string, message: string }} Refused
 * @typedef {{ kind: 'unavailable', message: string }} Unavailable  worth trying again
 * @typedef {{ kind: 'aborted' }} Aborted  nobody waits for it any more
 * @typedef {{ kind: 'unchanged' }} Unchanged
 * @typedef {Unauthorised | Refused | Unavailable | Aborted} Failure
 */

/**
 * @template Body
 * @typedef {{ kind: 'ok', body: Body, etag: string | null }} Ok
 */

/**
 * @typedef {object} Ask
 * @property {string} path
 * @property {'GET' | 'POST'} [method]
 * @property {string | null} [etag]
 * @property {AbortSignal} [signal]
 */

/** A poll that hangs is worth less than the next one. */
const TIMEOUT_MS = 10_000

/** @typedef {ReturnType<typeof connect>} Api */

/**
 * @param {object} ports
 * @param {() => string | null} ports.key
 * @param {(about: string, answer: { kind: 'ok' } | Unchanged | Failure) => void} ports.heard
 *   told of every answer, with what was asked about
 */
export function connect({ key, heard }) {
  /**
   * @template Body
   * @param {string} about
   * @param {Ask} ask
   * @returns {Promise<Ok<Body> | Unchanged | Failure>}
   */
  async function send(about, ask) {
    const answer = await request(ask, key())
    heard(about, answer)
    return /** @type {Ok<Body> | Unchanged | Failure} */ (answer)
  }

  return {
    /**
     * @param {AbortSignal} signal
     * @returns {Promise<Ok<CampaignsBody> | Unchanged | Failure>}
     */
    campaigns: (signal) => send('campaigns', { path: '/v1/campaigns?limit=50', signal }),

    /**
     * @param {string} id
     * @param {string | null} etag
     * @param {AbortSignal} signal
     * @returns {Promise<Ok<Campaign> | Unchanged | Failure>}
     */
    campaign: (id, etag, signal) => send('campaign', { path: campaignPath(id), etag, signal }),

    /**
     * @param {string} id
     * @param {Action} action
     * @returns {Promise<Ok<Campaign> | Unchanged | Failure>}
     */
    act: (id, action) => send('action', { path: `${campaignPath(id)}/${action}`, method: 'POST' }),

    /**
     * @param {string} id
     * @param {'asc' | 'desc'} order
     * @param {number} limit
     */
    pagesPath: (id, order, limit) => `${campaignPath(id)}/pages?order=${order}&limit=${limit}`,

    /**
     * @param {string} path  from `pagesPath`, or the `next` of an earlier answer
     * @param {AbortSignal} signal
     * @returns {Promise<Ok<PagesBody> | Unchanged | Failure>}
     */
    pages: (path, signal) => send('pages', { path, signal }),
  }
}

/**
 * @param {Ask} ask
 * @param {string | null} key
 * @returns {Promise<Ok<unknown> | Unchanged | Failure>}
 */
async function request({ path, method = 'GET', etag = null, signal }, key) {
  const headers = new Headers({ Accept: 'application/json' })
  if (key !== null) headers.set('Authorization', `Bearer ${key}`)
  if (etag !== null) headers.set('If-None-Match', etag)
  const timeout = AbortSignal.timeout(TIMEOUT_MS)
  try {
    const response = await fetch(path, {
      method,
      headers,
      cache: 'no-store',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    })
    if (response.status === 304) return { kind: 'unchanged' }
    if (!response.ok) return await failure(response, key)
    return { kind: 'ok', body: await response.json(), etag: response.headers.get('ETag') }
  } catch {
    return signal?.aborted ? { kind: 'aborted' } : { kind: 'unavailable', message: 'Not connected' }
  }
}

/**
 * @param {Response} response
 * @param {string | null} key
 * @returns {Promise<Failure>}
 */
async function failure(response, key) {
  const { status } = response
  const { code, message } = await envelope(response)
  if (status === 401) return { kind: 'unauthorised', message, key }
  if (status === 429) return { kind: 'unavailable', message: 'The server asks for a pause' }
  // One campaign's trouble, not the server's: it says itself what it is.
  if (code === 'campaign_unreadable') return { kind: 'refused', status, code, message }
  if (status >= 500) return { kind: 'unavailable', message: `The server has a problem (${status})` }
  return { kind: 'refused', status, code, message }
}

/**
 * @param {Response} response
 * @returns {Promise<{ code: string, message: string }>}
 */
async function envelope(response) {
  const fallback = { code: 'unknown', message: `The server answered ${response.status}.` }
  try {
    const { error } = await response.json()
    return { code: error.code ?? fallback.code, message: error.message ?? fallback.message }
  } catch {
    return fallback
  }
}

/** @param {string} id */
function campaignPath(id) {
  return `/v1/campaigns/${encodeURIComponent(id)}`
}
