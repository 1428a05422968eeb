import { failureOf } from './failures.js'
/** @import { Schema } from '../client/calls.ts' */
/** @import { World } from './command.js' */

const SOONEST_MS = 1_000
/** Whatever a campaign plans, somebody may change it. */
const LATEST_MS = 15_000
const PAUSED_MS = 5_000
/** In a row: half a minute and more, in which a server is back from a restart. */
const MOST_SILENCES = 10

/** @param {Pick<Schema<'Campaign'>, 'status'>} campaign */
export const hasEnded = ({ status }) => status !== 'running' && status !== 'paused'

/**
 * A campaign each time it has changed, until it has ended. One that was seen is waited for when its
 * server falls silent.
 *
 * @param {World} world
 * @param {string} id
 */
export async function* followCampaign({ client, terminal }, id) {
  let etag = /** @type {string | null} */ (null)
  let campaign = /** @type {Schema<'Campaign'> | undefined} */ (undefined)
  for (let silences = 0; ;) {
    const answer = await client.call('get', '/v1/campaigns/{id}', {
      path: { id },
      headers: { 'If-None-Match': etag ?? undefined },
      signal: terminal.signal,
    })
    silences = answer.kind === 'unreached' ? silences + 1 : 0
    if (answer.kind === 'ok') {
      ;({ body: campaign, etag } = answer)
      yield campaign
      if (hasEnded(campaign)) return
    } else if (!campaign || (answer.kind !== 'unchanged' && !isBearable(silences))) {
      throw failureOf(answer)
    }
    await terminal.pause(untilNews(campaign, terminal.now()))
  }
}

/** @param {number} silences  in a row; 0: it has spoken, to refuse */
export const isBearable = (silences) => silences > 0 && silences < MOST_SILENCES

/**
 * @param {Pick<Schema<'Campaign'>, 'status' | 'nextTickAt'>} campaign
 * @param {number} now
 */
export function untilNews({ status, nextTickAt }, now) {
  if (status === 'paused') return PAUSED_MS
  const dueMs = nextTickAt === null ? 0 : Date.parse(nextTickAt) - now
  return Math.min(LATEST_MS, Math.max(SOONEST_MS, dueMs))
}
