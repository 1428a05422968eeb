import * as z from 'zod/mini'
import { acquireSlot } from '../access/concurrency.ts'
import { isStillAuthorized } from '../access/identify.ts'
import { orNotFound } from '../http/http-error.ts'
import { eventStream } from '../campaigns/event-stream.ts'
import { strictObject } from '../bodies/fields.ts'
import { retryWhileBusy } from '../http/streaming.ts'
import { wholeNumberAs } from '../queries/query-fields.ts'
import { route } from '../route.ts'
import { CampaignUpdate, PageUpdateView } from '../views/event.ts'

/**
 * Records a client is told of at a time, for each second between two asks; a stream that catches up
 * has 40 of these. The object reads them while its ticks wait, so they are never more than the last.
 */
const RECORDS_A_SECOND = 200
const MAX_RECORDS_A_PART = 2_000

const MAX_SECONDS = 30

const EventId = z
  .pipe(
    z
      .string()
      .check(
        z.regex(/^\d{1,15}$/, { error: 'must be the id of an event from this stream' }),
        z.maxLength(15),
      ),
    z.transform(Number),
  )
  .check(z.describe('The same as the header `Last-Event-ID`, for clients that cannot set it.'))

const Interval = wholeNumberAs(
  1,
  MAX_SECONDS,
  'The minimum number of seconds between two checks for news. Each check is a billed request to ' +
    'the campaign’s Durable Object.',
)

const EventsQuery = strictObject({
  lastEventId: z.optional(EventId),
  interval: z._default(Interval, 1),
})

export const eventRoutes = [
  route(
    {
      method: 'get',
      path: '/v1/campaigns/{id}/events',
      tag: 'push',
      scope: 'read',
      summary: 'Stream the events of a campaign',
      description:
        'Server-Sent Events. `campaign` (`CampaignUpdate`) is sent first and after every change, ' +
        '`page` (`PageUpdate`) for each page that was fetched or labelled. The `id` of an event is ' +
        'a record of the log: with `Last-Event-ID` the stream resumes after it, and nothing is ' +
        'lost or repeated; without it the stream starts now. It ends after some minutes, for the ' +
        'client to reconnect, with the campaign, and when the key is revoked or expires.',
      query: EventsQuery,
      headers: ['Last-Event-ID'],
      responses: {
        200: {
          description: 'The events',
          type: 'text/event-stream',
          events: { campaign: CampaignUpdate, page: PageUpdateView },
        },
      },
      errors: ['too_many_concurrent_requests', 'campaign_busy'],
    },
    async (request) => {
      const { c, id, query, campaigns, caller, deps } = request
      const { now, sleep } = deps
      const limit = Math.min(RECORDS_A_SECOND * query.interval, MAX_RECORDS_A_PART)
      const seen = seenBy(c.req.header('last-event-id')) ?? query.lastEventId
      const slot = acquireSlot(request, 'streams')
      const ask = (from: number | undefined) => {
        slot.renew()
        return campaigns.query(id, 'news', { from, limit })
      }
      const first = await retryWhileBusy(() => ask(seen), sleep)
        .then((news) => orNotFound(news, id))
        .catch((error: unknown) => {
          slot.release()
          throw error
        })
      const askAgain = async (from: number) =>
        (await isStillAuthorized(caller, deps)) ? ask(from) : undefined
      const intervalMs = 1_000 * query.interval
      const watch = { ask: askAgain, now, sleep, intervalMs, ended: slot.release }
      return c.body(eventStream(first, watch), 200, {
        'Content-Type': 'text/event-stream',
        'Cache-Control': 'no-cache',
        'X-Accel-Buffering': 'no',
      })
    },
  ),
]

/** Anything but an id of ours counts as none: browsers send what they like before the first. */
function seenBy(lastEventId: string | undefined): number | undefined {
  return /^\d{1,15}$/.test(lastEventId ?? '') ? Number(lastEventId) : undefined
}
