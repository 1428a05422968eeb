import { ask } from '../ask.js'
import { command } from '../command.js'
import { EXIT } from '../failures.js'
import { gather, PART_OPTIONS, showList } from '../parts.js'
import { listed } from '../spec-options.js'
import { listing } from '../table.js'
/** @import { Schema } from '../../client/calls.ts' */

export const listWebhooks = command({
  summary: 'List who is told of events',
  async run(world) {
    const found = await ask(world, 'get', '/v1/webhooks', {})
    world.show(found, () =>
      listing(
        found.webhooks,
        [
          { title: 'ID', of: ({ id }) => id },
          { title: 'ACTIVE', of: ({ active }) => (active ? 'yes' : 'no') },
          { title: 'CAMPAIGN', of: ({ campaign }) => campaign ?? 'all' },
          { title: 'URL', of: ({ url }) => url, wide: true },
          { title: 'EVENTS', of: ({ events }) => events.join(' '), wide: true },
        ],
        world.terminal.columns,
      ),
    )
  },
})

export const createWebhook = command({
  summary: 'Have events sent to a URL',
  takes: ['URL'],
  options: {
    events: {
      kind: 'texts',
      value: 'A,B',
      help: 'which, like campaign.completed (default: all but pages)',
    },
    campaign: { kind: 'text', value: 'ID', help: 'only of this campaign' },
    secret: { kind: 'text', value: 'WHSEC', help: 'to sign with; one is made unless given' },
  },
  async run(world) {
    const { given, show, terminal } = world
    // The API checks them, and says which there are.
    const events = /** @type {Schema<'Webhook'>['events'] | undefined} */ (
      given.texts('events')?.flatMap(listed)
    )
    const body = {
      url: given.arg(0),
      events,
      campaign: given.text('campaign'),
      secret: given.text('secret'),
    }
    const made = await ask(world, 'post', '/v1/webhooks', { body })
    show(made, () => {
      terminal.note(`${made.id}. The secret that it signs with is shown this once:`)
      return made.secret
    })
  },
})

export const testWebhook = command({
  summary: 'Send a ping to a webhook now',
  takes: ['WEBHOOK'],
  async run(world) {
    const path = { webhook: world.given.arg(0) }
    const told = await ask(world, 'post', '/v1/webhooks/{webhook}/test', { path })
    world.show(told, () => outcome(told))
    return told.delivered ? EXIT.ok : EXIT.failed
  },
})

export const listDeliveries = command({
  summary: 'List what was sent to a webhook and what became of it, newest first',
  takes: ['WEBHOOK'],
  options: PART_OPTIONS,
  async run(world) {
    const path = { webhook: world.given.arg(0) }
    const found = await gather(world.given, 200, async (query) => {
      const body = await ask(world, 'get', '/v1/webhooks/{webhook}/deliveries', { path, query })
      return { items: body.deliveries, next: body.next }
    })
    showList(world, 'deliveries', found, [
      { title: 'ID', of: ({ id }) => id },
      { title: 'CREATED', of: ({ createdAt }) => createdAt },
      { title: 'TYPE', of: ({ type }) => type },
      { title: 'CAMPAIGN', of: ({ campaign }) => campaign },
      { title: 'STATUS', of: ({ status }) => status },
      { title: 'ATTEMPTS', of: ({ attempts }) => attempts },
      { title: 'ANSWER', of: ({ responseStatus }) => responseStatus },
      { title: 'ERROR', of: ({ error }) => error },
      { title: 'NEXT', of: ({ nextAttemptAt }) => nextAttemptAt },
    ])
  },
})

export const redeliver = command({
  summary: 'Send an event to a webhook once more, now',
  takes: ['WEBHOOK', 'DELIVERY'],
  async run(world) {
    const path = { webhook: world.given.arg(0), delivery: world.given.arg(1) }
    const sent = await ask(
      world,
      'post',
      '/v1/webhooks/{webhook}/deliveries/{delivery}/redeliver',
      { path },
    )
    const delivered = sent.status === 'delivered'
    world.show(sent, () => outcome({ ...sent, delivered }))
    return delivered ? EXIT.ok : EXIT.failed
  },
})

export const rotateSecret = command({
  summary: 'Sign with a new secret; the one before signs too for a day',
  takes: ['WEBHOOK'],
  async run(world) {
    const path = { webhook: world.given.arg(0) }
    const rotated = await ask(world, 'post', '/v1/webhooks/{webhook}/rotate', { path })
    world.show(rotated, () => {
      world.terminal.note(
        `The secret before signs too until ${rotated.previousUntil}. The new one is shown this once:`,
      )
      return rotated.secret
    })
  },
})

export const deleteWebhook = command({
  summary: 'Send it nothing more',
  takes: ['WEBHOOK'],
  async run(world) {
    const path = { webhook: world.given.arg(0) }
    await ask(world, 'delete', '/v1/webhooks/{webhook}', { path })
    world.show({ deleted: path.webhook }, () => `${path.webhook} is removed.`)
  },
})

/** @param {{ delivered: boolean, responseStatus: number | null, error: string | null }} attempt */
function outcome({ delivered, responseStatus, error }) {
  const status = responseStatus === null ? 'no answer' : `status ${responseStatus}`
  return delivered ? `Delivered: ${status}.` : `Not delivered: ${status}, ${error}.`
}
