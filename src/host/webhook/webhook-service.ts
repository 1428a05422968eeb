import { timeDigits } from '../../lib/sortable-id.ts'
import type { WebhookService } from '../../core/webhook/webhook.ts'
import type { Database } from '../../store/results/database.ts'
import { deliveryStore } from '../../store/results/delivery-store.ts'
import { webhookStore } from '../../store/results/webhook-store.ts'
import { redeliver } from './deliver-due.ts'
import { sendMessage, type Sender } from './send.ts'

/** Webhooks, as the API uses them. */
export function webhookService(database: Database, sender: Sender): WebhookService {
  const webhooks = webhookStore(database)
  const deliveries = deliveryStore(database)
  return {
    create: (webhook, secret) => webhooks.create(webhook, secret),
    list: (owner) => webhooks.list(owner),
    find: (owner, id) => webhooks.find(owner, id),
    change: (owner, id, change) => webhooks.change(owner, id, change),
    rotate: (owner, id, rotation) => webhooks.rotate(owner, id, rotation),
    remove: (owner, id) => webhooks.remove(owner, id),

    async ping(owner, id) {
      const now = sender.now()
      const to = await webhooks.receiver(owner, id, now)
      if (to === undefined) return undefined
      const timestamp = new Date(now).toISOString()
      const body = JSON.stringify({ type: 'ping', timestamp, data: { webhook: id } })
      return sendMessage({ id: `${timeDigits(now)}-${id}-ping`, body, ...to }, sender)
    },

    async deliveries({ owner, webhook, before, limit }) {
      const found = await webhooks.find(owner, webhook)
      return found && deliveries.list({ webhook, before, limit })
    },

    async redeliver(delivery) {
      const isSent = await redeliver(database, sender, delivery)
      return isSent ? deliveries.find(delivery.webhook, delivery.id) : undefined
    },
  }
}
