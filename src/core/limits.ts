/**
 * The limits of Cloudflare's free plan, each said once; budgets elsewhere derive from these. Other
 * runtimes keep within them as well: they cost little, and a campaign may move.
 */

/** Requests that one invocation may send: fetches, and calls to other objects. */
export const MAX_SUBREQUESTS = 50

/** Queries that one invocation may send to D1; each statement of a batch counts. */
export const MAX_QUERIES = 50

/** Connections that one invocation may have open at a time. */
const MAX_CONNECTIONS = 6

/** An alarm's handler is ended after 15 minutes. */
export const MAX_ALARM_MS = 900_000

/** One save of results: surplus, pages, replaced pages, deliveries, status, campaign. */
const SAVE_QUERIES = 6

/** Saves of one invocation, with eight queries to spare: to deliver, and to mark the unreadable. */
const MAX_SAVES_AN_INVOCATION = Math.floor((MAX_QUERIES - 8) / SAVE_QUERIES)

/** Saves of one run of the sync; a call may take two runs. */
export const MAX_SAVES_A_RUN = Math.floor(MAX_SAVES_AN_INVOCATION / 2)

/** Saves after which an alarm ends; a run of the sync may still be under way. */
export const MAX_SAVES_AN_ALARM = MAX_SAVES_AN_INVOCATION - MAX_SAVES_A_RUN

/**
 * Queries of one round of a removal. Beyond them four hide the campaign, one removes its row, and
 * two saves may have been under way.
 */
export const MAX_REMOVAL_QUERIES = MAX_QUERIES - 5 - 2 * SAVE_QUERIES - 1

/** Campaigns that one heartbeat wakes. */
export const MAX_WOKEN = MAX_SUBREQUESTS / 2

/** Webhook deliveries that one heartbeat sends, beside the campaigns it wakes. */
export const MAX_DELIVERIES = MAX_SUBREQUESTS - MAX_WOKEN - 5

/** Webhook deliveries at a time; one connection is left for the database. */
export const MAX_CONCURRENT_DELIVERIES = MAX_CONNECTIONS - 1
