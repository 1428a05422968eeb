import type {
  AttemptResult,
  Delivery,
  DeliveryListing,
  DeliveryName,
} from '../../core/webhook/delivery.ts'
import type { Database, Statement } from './database.ts'
import { deactivate, RECEIVER, type Receiver } from './webhook-store.ts'

/** A delivery that only the holder of the lease may attempt. */
export interface DeliveryLease extends Receiver {
  owner: string
  webhook: string
  id: string
  body: string
  /** Includes the attempt that the lease is for. */
  attempts: number
}

/** Leases of one webhook at a time, so that a busy receiver, or one that is down, delays no other. */
const MAX_LEASES_A_WEBHOOK = 5

/** The deliveries of all webhooks, sent and to be sent. */
export function deliveryStore(database: Database) {
  return {
    /** Newest first: ids sort by age. */
    list({ webhook, before, limit }: Omit<DeliveryListing, 'owner'>): Promise<Delivery[]> {
      return database.all<Delivery>({
        query: `SELECT ${COLUMNS} FROM delivery WHERE webhook = ? AND id < ?
                ORDER BY id DESC LIMIT ?`,
        values: [webhook, before ?? '~', limit],
      })
    },

    async find(webhook: string, id: string): Promise<Delivery | undefined> {
      const query = `SELECT ${COLUMNS} FROM delivery WHERE webhook = ? AND id = ?`
      return (await database.all<Delivery>({ query, values: [webhook, id] }))[0]
    },

    /**
     * Leases what is due until `leaseUntil`, in one statement: two callers get different deliveries.
     * A lease that was not settled by then expires.
     */
    async lease(now: number, leaseUntil: number, limit: number): Promise<DeliveryLease[]> {
      const rows = await database.all<LeaseRow>({
        query: `${WAITING} UPDATE delivery SET attempts = attempts + 1, due_at = ?2
                WHERE due_at <= ?1 AND (webhook, id) IN (${DUE}) RETURNING ${LEASED}`,
        values: [now, leaseUntil, limit],
      })
      return rows.map(leaseOf)
    },

    /** Leases one delivery, due or not, whatever its status. Undefined: the owner has no such delivery. */
    async leaseOne(
      { owner, webhook, id }: DeliveryName,
      now: number,
      leaseUntil: number,
    ): Promise<DeliveryLease | undefined> {
      const rows = await database.all<LeaseRow>({
        query: `UPDATE delivery SET attempts = attempts + 1, due_at = ?2
                WHERE webhook = (SELECT w.id FROM webhook AS w WHERE w.owner = ?3 AND w.id = ?4)
                  AND id = ?5 RETURNING ${LEASED}`,
        values: [now, leaseUntil, owner, webhook, id],
      })
      return rows.map(leaseOf)[0]
    },

    /** Settles only leases that are still held: an expired one may have been taken by another. */
    async settle(results: { lease: DeliveryLease; settled: AttemptResult }[]): Promise<void> {
      const gone = results.filter(({ settled }) => settled.error === 'gone')
      await database.batch([
        ...results.map(({ lease, settled }) => settle(lease, settled)),
        ...gone.map(({ lease }) => deactivate({ ...lease, id: lease.webhook }, 'gone')),
      ])
    },
  }
}

const COLUMNS = `id, type, campaign, status, attempts, created_at AS createdAt,
  attempted_at AS attemptedAt, response_status AS responseStatus, error, due_at AS nextAttemptAt`

const LEASED = `owner, webhook, id, body, attempts, (SELECT ${RECEIVER} FROM webhook AS w
  WHERE w.owner = delivery.owner AND w.id = delivery.webhook) AS receiver`

/** Webhooks with something due, found by skipping along the index: others are not read. */
const WAITING = `WITH RECURSIVE waiting(webhook) AS (
  SELECT min(webhook) FROM delivery WHERE due_at IS NOT NULL UNION ALL
  SELECT (SELECT min(webhook) FROM delivery WHERE due_at IS NOT NULL AND webhook > waiting.webhook)
  FROM waiting WHERE waiting.webhook IS NOT NULL)`

/**
 * The first delivery of each webhook before the second of any, and new ones before retries: however
 * many receivers are down, they delay no other. Deliveries of removed webhooks are left out.
 */
const DUE = `SELECT webhook, id FROM (
    SELECT d.webhook, d.id, d.attempts, d.due_at,
      row_number() OVER (PARTITION BY d.webhook ORDER BY d.due_at) AS turn
    FROM waiting CROSS JOIN delivery AS d ON d.webhook = waiting.webhook AND d.id IN (
      SELECT id FROM delivery WHERE webhook = waiting.webhook AND due_at <= ?1
      ORDER BY due_at LIMIT ${MAX_LEASES_A_WEBHOOK})
    WHERE EXISTS (SELECT 1 FROM webhook AS w WHERE w.owner = d.owner AND w.id = d.webhook))
  ORDER BY turn, attempts, due_at LIMIT ?3`

type LeaseRow = Omit<DeliveryLease, keyof Receiver> & { receiver: string }

function leaseOf({ receiver, ...row }: LeaseRow): DeliveryLease {
  return { ...row, ...(JSON.parse(receiver) as Receiver) }
}

function settle({ webhook, id, attempts }: DeliveryLease, settled: AttemptResult): Statement {
  const { status, attemptedAt, responseStatus, error, nextAttemptAt } = settled
  return {
    query: `UPDATE delivery
            SET status = ?, attempted_at = ?, response_status = ?, error = ?, due_at = ?
            WHERE webhook = ? AND id = ? AND attempts = ?`,
    values: [status, attemptedAt, responseStatus, error, nextAttemptAt, webhook, id, attempts],
  }
}
