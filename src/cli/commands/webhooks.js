import { callApi, defineCommand } from '../command.js'
import { EXIT } from '../errors.js'
import { fetchList, LIST_OPTIONS, outputList } from '../paged-list.js'
import { listed } from '../spec-options.js'
import { formatTable } from '../table.js'
/** @import { ApiSchema } from '../../client/calls.ts' */

export const listWebhooks = defineCommand({
  summary: 'List webhooks',
  async run(context) {
    const found = await callApi(context, 'get', '/v1/webhooks', {})
    context.output(found, () =>
      formatTable(
        found.webhooks,
        [
          { title: 'ID', of: ({ id }) => id },
          { title: 'ACTIVE', of: ({ active }) => (active ? 'yes' : 'no') },
          { title: 'CAMPAIGN', of: ({ campaign }) => campaign ?? 'all' },
          { title: 'URL', of: ({ url }) => url, wide: true },
          { title: 'EVENTS', of: ({ events }) => events.join(' '), wide: true },
        ],
        context.terminal.columns,
      ),
    )
  },
})

export const createWebhook = defineCommand({
  summary: 'Create a webhook: events are sent to its URL',
  positionals: ['URL'],
  options: {
    events: {
      kind: 'texts',
      value: 'A,B',
      help: 'which events, like campaign.completed (default: all except pages)',
    },
    campaign: { kind: 'text', value: 'ID', help: 'only events of this campaign' },
    secret: { kind: 'text', value: 'WHSEC', help: 'the signing secret (default: a new one)' },
  },
  async run(context) {
    const { args, output, terminal } = context
    // The API validates the names, and lists the valid ones.
    const events = /** @type {ApiSchema<'Webhook'>['events'] | undefined} */ (
      args.texts('events')?.flatMap(listed)
    )
    const body = {
      url: args.positional(0),
      events,
      campaign: args.text('campaign'),
      secret: args.text('secret'),
    }
    const created = await callApi(context, 'post', '/v1/webhooks', { body })
    output(created, () => {
      terminal.note(`${created.id}. Its signing secret is shown only once:`)
      return created.secret
    })
  },
})

export const testWebhook = defineCommand({
  summary: 'Send a ping to a webhook now',
  positionals: ['WEBHOOK'],
  async run(context) {
    const path = { webhook: context.args.positional(0) }
    const attempt = await callApi(context, 'post', '/v1/webhooks/{webhook}/test', { path })
    context.output(attempt, () => attemptText(attempt))
    return attempt.delivered ? EXIT.ok : EXIT.failed
  },
})

export const listDeliveries = defineCommand({
  summary: 'List the deliveries to a webhook, newest first',
  positionals: ['WEBHOOK'],
  options: LIST_OPTIONS,
  async run(context) {
    const path = { webhook: context.args.positional(0) }
    const found = await fetchList(context.args, 200, async (query) => {
      const request = { path, query }
      const body = await callApi(context, 'get', '/v1/webhooks/{webhook}/deliveries', request)
      return { items: body.deliveries, next: body.next }
    })
    outputList(context, 'deliveries', found, [
      { title: 'ID', of: ({ id }) => id },
      { title: 'CREATED', of: ({ createdAt }) => createdAt },
      { title: 'TYPE', of: ({ type }) => type },
      { title: 'CAMPAIGN', of: ({ campaign }) => campaign },
      { title: 'STATUS', of: ({ status }) => status },
      { title: 'ATTEMPTS', of: ({ attempts }) => attempts },
      { title: 'RESPONSE', of: ({ responseStatus }) => responseStatus },
      { title: 'ERROR', of: ({ error }) => error },
      { title: 'NEXT', of: ({ nextAttemptAt }) => nextAttemptAt },
    ])
  },
})

export const redeliver = defineCommand({
  summary: 'Send a delivery to a webhook again, now',
  positionals: ['WEBHOOK', 'DELIVERY'],
  async run(context) {
    const { args, output } = context
    const path = { webhook: args.positional(0), delivery: args.positional(1) }
    const route = '/v1/webhooks/{webhook}/deliveries/{delivery}/redeliver'
    const delivery = await callApi(context, 'post', route, { path })
    const delivered = delivery.status === 'delivered'
    output(delivery, () => attemptText({ ...delivery, delivered }))
    return delivered ? EXIT.ok : EXIT.failed
  },
})

/** @param {{ delivered: boolean, responseStatus: number | null, error: string | null }} attempt */
function attemptText({ delivered, responseStatus, error }) {
  const status = responseStatus === null ? 'no response' : `status ${responseStatus}`
  return delivered ? `Delivered: ${status}.` : `Not delivered: ${status}, ${error}.`
}

export const rotateSecret = defineCommand({
  summary: 'Give a webhook a new signing secret; the old one stays valid for a day',
  positionals: ['WEBHOOK'],
  async run(context) {
    const path = { webhook: context.args.positional(0) }
    const rotated = await callApi(context, 'post', '/v1/webhooks/{webhook}/rotate', { path })
    context.output(rotated, () => {
      context.terminal.note(
        `The old secret stays valid until ${rotated.previousSecretExpiresAt}. The new one is shown only once:`,
      )
      return rotated.secret
    })
  },
})

export const deleteWebhook = defineCommand({
  summary: 'Delete a webhook',
  positionals: ['WEBHOOK'],
  async run(context) {
    const path = { webhook: context.args.positional(0) }
    await callApi(context, 'delete', '/v1/webhooks/{webhook}', { path })
    context.output({ deleted: path.webhook }, () => `${path.webhook} was deleted.`)
  },
})
