import {
  type InactiveReason,
  type Rotation,
  type Webhook,
  type WebhookChange,
  MAX_WEBHOOKS,
} from '../../core/webhook/webhook.ts'
import type { Database, Statement } from './database.ts'

/** A statement deletes this many rows in a fraction of a second. */
const REMOVED_AT_ONCE = 1_000

/** The webhooks of all owners. Secrets are read only to sign with. */
export function webhookStore(database: Database) {
  const select = (where: string, ...values: Statement['values']) =>
    database.all<Row>({ query: `SELECT ${COLUMNS} FROM webhook WHERE ${where}`, values })

  return {
    /** False when the owner already has `MAX_WEBHOOKS`. */
    async create(webhook: Webhook, secret: string): Promise<boolean> {
      const made = await database.all(insert(webhook, secret))
      return made.length > 0
    },

    async list(owner: string): Promise<Webhook[]> {
      return (await select('owner = ? ORDER BY id DESC', owner)).map(webhookOf)
    },

    async find(owner: string, id: string): Promise<Webhook | undefined> {
      return (await select('owner = ? AND id = ?', owner, id)).map(webhookOf)[0]
    },

    async change(owner: string, id: string, change: WebhookChange): Promise<Webhook | undefined> {
      const rows = await database.all<Row>(update(owner, id, change))
      return rows.map(webhookOf)[0]
    },

    /** Removes its deliveries as well; where there are many, the heartbeat removes the rest. */
    async remove(owner: string, id: string): Promise<boolean> {
      const found = await select('owner = ? AND id = ?', owner, id)
      if (found.length === 0) return false
      await database.batch([
        {
          query: `DELETE FROM delivery WHERE webhook = ?1 AND id IN
                    (SELECT id FROM delivery WHERE webhook = ?1 LIMIT ?2)`,
          values: [id, REMOVED_AT_ONCE],
        },
        { query: 'DELETE FROM webhook WHERE owner = ? AND id = ?', values: [owner, id] },
      ])
      return true
    },

    /** The present secret signs for a while longer, beside the new one. */
    async rotate(owner: string, id: string, { secret, previousUntil }: Rotation): Promise<boolean> {
      const rotated = await database.all({
        query: `UPDATE webhook SET previous_secret = secret, previous_until = ?, secret = ?
                WHERE owner = ? AND id = ? RETURNING id`,
        values: [previousUntil, secret, owner, id],
      })
      return rotated.length > 0
    },

    async receiver(owner: string, id: string, now: number): Promise<Receiver | undefined> {
      const query = `SELECT ${RECEIVER} AS receiver FROM webhook AS w
                     WHERE w.owner = ?2 AND w.id = ?3`
      const rows = await database.all<{ receiver: string }>({ query, values: [now, owner, id] })
      return rows.map(({ receiver }) => JSON.parse(receiver) as Receiver)[0]
    },
  }
}

/** Where to send, and what to sign with. */
export interface Receiver {
  url: string
  active: 0 | 1
  /** The present one, then the previous one while it is valid. */
  secrets: string[]
}

/** The receiver of the webhook `w` at the moment ?1. */
export const RECEIVER = `json_object('url', w.url, 'active', w.active, 'secrets', json(
  iif(w.previous_until > ?1, json_array(w.secret, w.previous_secret), json_array(w.secret))))`

/** Stops sending to a URL; does nothing if the webhook has another URL by now. */
export function deactivate(
  { owner, id, url }: Pick<Webhook, 'owner' | 'id' | 'url'>,
  reason: InactiveReason,
): Statement {
  return {
    query: `UPDATE webhook SET active = 0, inactive_reason = ?
            WHERE owner = ? AND id = ? AND url = ?`,
    values: [reason, owner, id, url],
  }
}

const COLUMNS = `id, owner, url, events, campaign, active, inactive_reason AS inactiveReason,
  created_at AS createdAt`

type Row = Omit<Webhook, 'events' | 'active'> & { events: string; active: number }

function webhookOf({ events, active, ...row }: Row): Webhook {
  return { ...row, events: JSON.parse(events) as Webhook['events'], active: active === 1 }
}

/** Counts and inserts in one statement: of two at a time only one may be the last. */
function insert(webhook: Webhook, secret: string): Statement {
  const { owner, id, url, events, campaign, active, inactiveReason, createdAt } = webhook
  const row = [owner, id, url, JSON.stringify(events), campaign, secret, Number(active)]
  return {
    query: `INSERT INTO webhook
              (owner, id, url, events, campaign, secret, active, inactive_reason, created_at)
            SELECT ?, ?, ?, ?, ?, ?, ?, ?, ?
            WHERE (SELECT count(*) FROM webhook WHERE owner = ?) < ?
            RETURNING id`,
    values: [...row, inactiveReason, createdAt, owner, MAX_WEBHOOKS],
  }
}

/** Changes only the columns that are given. */
function update(owner: string, id: string, change: WebhookChange): Statement {
  const { url, events, campaign, secret, active } = change
  const columns = {
    url,
    events: events && JSON.stringify(events),
    campaign,
    secret,
    // Whoever sets a secret has given it to the receiver, or has lost the previous one.
    previous_secret: secret && null,
    previous_until: secret && null,
    active: active === undefined ? undefined : Number(active),
    inactive_reason: active === undefined ? undefined : active ? null : 'user',
  }
  const named = Object.entries(columns).flatMap(([column, value]) =>
    value === undefined ? [] : [{ column, value }],
  )
  return {
    query: `UPDATE webhook SET ${named.map(({ column }) => `${column} = ?`).join(', ')}
            WHERE owner = ? AND id = ? RETURNING ${COLUMNS}`,
    values: [...named.map(({ value }) => value), owner, id],
  }
}
