import type * as z from 'zod/mini'
import { SORTABLE_ID_CHANCE_BYTES, newSortableId } from '../../lib/sortable-id.ts'
import { MAX_WEBHOOKS, type Webhook } from '../../core/webhook/webhook.ts'
import { secretOf } from '../../standards/webhook/sign.ts'
import { HttpError } from '../http/http-error.ts'
import { route } from '../route.ts'
import {
  NewSecret,
  NewWebhook,
  testView,
  WebhookList,
  WebhookTest,
  WebhookView,
  webhookView,
} from '../views/webhook.ts'
import { WEBHOOK_EXAMPLE, WebhookBody, WebhookPatch } from '../bodies/webhook-bodies.ts'
import { assertPublicReceiver } from '../campaigns/check-urls.ts'
import { isoTime } from '../views/kinds.ts'
import { assertCampaign, orNoWebhook, webhookId } from './webhook-lookup.ts'

const SECRET_BYTES = 32
/** Enough time to configure a receiver with its new secret. */
const OVERLAP_MS = 24 * 3_600_000

const one = {
  path: '/v1/webhooks/{webhook}',
  tag: 'push',
  errors: ['webhook_not_found'],
} as const

export const webhookRoutes = [
  route(
    {
      method: 'post',
      path: '/v1/webhooks',
      tag: 'push',
      scope: 'write',
      summary: 'Create a webhook',
      description:
        'From now on events are sent to the URL, signed as Standard Webhooks specify. The secret is ' +
        'shown only in this response.',
      body: WebhookBody,
      bodyExample: WEBHOOK_EXAMPLE,
      responses: {
        201: {
          description: 'The webhook, with its secret',
          schema: NewWebhook,
          headers: ['Location'],
        },
      },
      errors: ['webhook_limit_reached', 'unknown_campaign'],
    },
    async ({ c, body: { secret: given, ...body }, owner, campaigns, deps }) => {
      assertPublicReceiver(body.url, deps.guard)
      await assertCampaign(body.campaign, campaigns)
      const createdAt = deps.now()
      const id = newSortableId(createdAt, deps.randomBytes(SORTABLE_ID_CHANCE_BYTES))
      const inactiveReason = body.active ? null : 'user'
      const webhook: Webhook = { id, owner, ...body, inactiveReason, createdAt }
      const secret = given ?? secretOf(deps.randomBytes(SECRET_BYTES))
      if (!(await deps.webhooks.create(webhook, secret))) throw tooMany()
      c.header('Location', `/v1/webhooks/${id}`)
      c.header('Cache-Control', 'no-store')
      return c.json({ ...webhookView(webhook), secret } satisfies z.infer<typeof NewWebhook>, 201)
    },
  ),

  route(
    {
      method: 'get',
      path: '/v1/webhooks',
      tag: 'push',
      scope: 'read',
      summary: 'List webhooks',
      description: 'Newest first, all in one part.',
      responses: { 200: { description: `At most ${MAX_WEBHOOKS}`, schema: WebhookList } },
    },
    async ({ c, owner, deps }) => {
      const webhooks = await deps.webhooks.list(owner)
      return c.json({ webhooks: webhooks.map(webhookView), next: null })
    },
  ),

  route(
    {
      ...one,
      method: 'get',
      scope: 'read',
      summary: 'Get a webhook',
      description: 'Everything but its secret.',
      responses: { 200: { description: 'The webhook', schema: WebhookView } },
    },
    async ({ c, owner, deps }) => {
      const id = webhookId(c.req.param('webhook'))
      return c.json(webhookView(orNoWebhook(await deps.webhooks.find(owner, id), id)))
    },
  ),

  route(
    {
      ...one,
      method: 'patch',
      scope: 'write',
      summary: 'Change a webhook',
      description:
        'Fields that are left out stay as they are. Pending deliveries of a webhook that is made ' +
        'inactive are dropped. A new secret replaces the old one from the next attempt on; ' +
        '`rotate` keeps the old one valid for a day.',
      body: WebhookPatch,
      bodyExample: { active: false },
      responses: { 200: { description: 'The webhook, changed', schema: WebhookView } },
      errors: ['webhook_not_found', 'unknown_campaign'],
    },
    async ({ c, body, owner, campaigns, deps }) => {
      const id = webhookId(c.req.param('webhook'))
      if (body.url !== undefined) assertPublicReceiver(body.url, deps.guard)
      await assertCampaign(body.campaign, campaigns)
      return c.json(webhookView(orNoWebhook(await deps.webhooks.change(owner, id, body), id)))
    },
  ),

  route(
    {
      ...one,
      method: 'delete',
      scope: 'write',
      summary: 'Delete a webhook',
      description: 'With its deliveries, sent and pending.',
      responses: { 204: { description: 'Deleted' } },
    },
    async ({ c, owner, deps }) => {
      const id = webhookId(c.req.param('webhook'))
      orNoWebhook((await deps.webhooks.remove(owner, id)) || undefined, id)
      return c.body(null, 204)
    },
  ),

  route(
    {
      ...one,
      method: 'post',
      path: '/v1/webhooks/{webhook}/rotate',
      scope: 'write',
      summary: 'Rotate the secret of a webhook',
      description:
        'For a day deliveries are signed with both secrets, the new one first, so that the receiver ' +
        'misses none. After that, or if it is rotated again, the old one is deleted.',
      responses: {
        200: { description: 'The secret', schema: NewSecret, headers: ['Cache-Control'] },
      },
    },
    async ({ c, owner, deps }) => {
      const id = webhookId(c.req.param('webhook'))
      const secret = secretOf(deps.randomBytes(SECRET_BYTES))
      const previousUntil = deps.now() + OVERLAP_MS
      const isThere = await deps.webhooks.rotate(owner, id, { secret, previousUntil })
      orNoWebhook(isThere || undefined, id)
      c.header('Cache-Control', 'no-store')
      const view = { secret, previousSecretExpiresAt: isoTime(previousUntil) }
      return c.json(view satisfies z.infer<typeof NewSecret>)
    },
  ),

  route(
    {
      ...one,
      method: 'post',
      path: '/v1/webhooks/{webhook}/test',
      scope: 'write',
      summary: 'Send a `ping` now',
      description: 'Signed like an event, but not retried; also sent to an inactive webhook.',
      responses: { 200: { description: 'The result', schema: WebhookTest } },
    },
    async ({ c, owner, deps }) => {
      const id = webhookId(c.req.param('webhook'))
      return c.json(testView(orNoWebhook(await deps.webhooks.ping(owner, id), id)))
    },
  ),
]

function tooMany(): HttpError {
  return new HttpError(
    'webhook_limit_reached',
    `There are ${MAX_WEBHOOKS} webhooks, and no more may be. Delete one first.`,
  )
}
