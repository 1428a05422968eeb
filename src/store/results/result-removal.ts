import type { ResultRemoval } from '../../core/campaign/removal.ts'
import type { Database } from './database.ts'
import { removeDeliveries } from './delivery-removal.ts'

/** A statement may run for 30 seconds; this many rows take a fraction of one. */
const ROWS_A_STATEMENT = 1_000

/** Removes a campaign from the results of all campaigns. */
export function resultRemoval(database: Database): ResultRemoval {
  return {
    hide: ({ id, owner }, retryAt) =>
      database.batch([
        {
          query: `UPDATE campaign SET status = 'deleting', next_tick_at = ? WHERE owner = ? AND id = ?`,
          values: [retryAt, owner, id],
        },
        {
          query: 'DELETE FROM idempotency WHERE owner = ? AND resource = ?',
          values: [owner, id],
        },
        {
          // All deliveries of its webhooks, also of other campaigns; the heartbeat removes the rest.
          query: `DELETE FROM delivery WHERE (webhook, id) IN (
                    SELECT d.webhook, d.id FROM webhook AS w CROSS JOIN delivery AS d
                    ON d.webhook = w.id WHERE w.owner = ? AND w.campaign = ? LIMIT ?)`,
          values: [owner, id, ROWS_A_STATEMENT],
        },
        {
          query: 'DELETE FROM webhook WHERE owner = ? AND campaign = ?',
          values: [owner, id],
        },
      ]),

    removeDeliveries: (campaign, from) =>
      removeDeliveries(database, campaign, from, ROWS_A_STATEMENT),

    async removePages({ id }) {
      const removed = await database.all({
        query: `DELETE FROM page WHERE campaign = ? AND seq IN
                  (SELECT seq FROM page WHERE campaign = ? ORDER BY seq LIMIT ?) RETURNING 1`,
        values: [id, id, ROWS_A_STATEMENT],
      })
      return removed.length < ROWS_A_STATEMENT
    },

    removeCampaign: ({ id, owner }) =>
      database.batch([
        { query: 'DELETE FROM campaign WHERE owner = ? AND id = ?', values: [owner, id] },
      ]),
  }
}
