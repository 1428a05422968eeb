import { toError } from './errors.js'
/** @import { ApiSchema } from '../client/calls.ts' */
/** @import { Context } from './command.js' */

const MIN_WAIT_MS = 1_000
/** A campaign may be changed by others, whatever its own next step is. */
const MAX_WAIT_MS = 15_000
const PAUSED_WAIT_MS = 5_000
/** Consecutive calls without a response: more than half a minute, enough for a server to restart. */
const MAX_SILENCES = 10

/** @param {Pick<ApiSchema<'Campaign'>, 'status'>} campaign */
export const hasEnded = ({ status }) => status !== 'running' && status !== 'paused'

/**
 * Yields a campaign each time it has changed, until it has ended. Once it was seen, a server that
 * does not respond is given time to restart.
 *
 * @param {Context} context
 * @param {string} id
 */
export async function* followCampaign({ client, terminal }, id) {
  let etag = /** @type {string | null} */ (null)
  let campaign = /** @type {ApiSchema<'Campaign'> | undefined} */ (undefined)
  for (let silences = 0; ;) {
    const result = await client.call('get', '/v1/campaigns/{id}', {
      path: { id },
      headers: { 'If-None-Match': etag ?? undefined },
      signal: terminal.signal,
    })
    silences = result.kind === 'no_response' ? silences + 1 : 0
    if (result.kind === 'ok') {
      ;({ body: campaign, etag } = result)
      yield campaign
      if (hasEnded(campaign)) return
    } else if (!campaign || (result.kind !== 'not_modified' && !mayRestart(silences))) {
      throw toError(result)
    }
    await terminal.pause(nextPollMs(campaign, terminal.now()))
  }
}

/**
 * Whether a server that does not respond may still be restarting.
 *
 * @param {number} silences  consecutive calls without a response
 */
export const mayRestart = (silences) => silences > 0 && silences < MAX_SILENCES

/**
 * @param {Pick<ApiSchema<'Campaign'>, 'status' | 'nextTickAt'>} campaign
 * @param {number} now
 */
export function nextPollMs({ status, nextTickAt }, now) {
  if (status === 'paused') return PAUSED_WAIT_MS
  const dueMs = nextTickAt === null ? 0 : Date.parse(nextTickAt) - now
  return Math.min(MAX_WAIT_MS, Math.max(MIN_WAIT_MS, dueMs))
}
