import * as z from 'zod/mini'
import { cursorOf, limitOf, partOf } from '../queries/cursor.ts'
import { strictObject } from '../bodies/fields.ts'
import { route } from '../route.ts'
import { DeliveryList, deliveryView, DeliveryView } from '../views/webhook.ts'
import { deliveryId, orNoDelivery, orNoWebhook, webhookId } from './webhook-lookup.ts'

const DeliveriesQuery = strictObject({
  cursor: z.optional(cursorOf(/^[0-9a-z-]{1,80}$/, (id) => id)),
  limit: limitOf(200, 50),
})

export const deliveryRoutes = [
  route(
    {
      method: 'get',
      path: '/v1/webhooks/{webhook}/deliveries',
      tag: 'push',
      scope: 'read',
      summary: 'List the deliveries of a webhook',
      description: 'Newest first; stored for thirty days.',
      query: DeliveriesQuery,
      responses: { 200: { description: 'Deliveries', schema: DeliveryList } },
      errors: ['webhook_not_found'],
    },
    async ({ c, query: { cursor: before, limit }, owner, deps }) => {
      const webhook = webhookId(c.req.param('webhook'))
      const listing = { owner, webhook, before, limit: limit + 1 }
      const found = orNoWebhook(await deps.webhooks.deliveries(listing), webhook)
      const { shown, next } = partOf(
        found,
        limit,
        ({ id }) => id,
        (cursor) => `/v1/webhooks/${webhook}/deliveries?limit=${limit}&cursor=${cursor}`,
      )
      return c.json({ deliveries: shown.map(deliveryView), next })
    },
  ),

  route(
    {
      method: 'post',
      path: '/v1/webhooks/{webhook}/deliveries/{delivery}/redeliver',
      tag: 'push',
      scope: 'write',
      summary: 'Send an event again, now',
      description:
        'The same event with the same `webhook-id`, whatever its status; also to an inactive ' +
        'webhook. It is an additional attempt: if it fails, the remaining retries follow.',
      responses: { 200: { description: 'The delivery, after the attempt', schema: DeliveryView } },
      errors: ['webhook_not_found', 'delivery_not_found'],
    },
    async ({ c, owner, deps }) => {
      const webhook = webhookId(c.req.param('webhook'))
      orNoWebhook(await deps.webhooks.find(owner, webhook), webhook)
      const id = deliveryId(c.req.param('delivery'))
      const delivery = await deps.webhooks.redeliver({ owner, webhook, id })
      return c.json(deliveryView(orNoDelivery(delivery, id)))
    },
  ),
]
