import { BusyCampaign } from '../../core/campaign/readers.ts'
import { MAX_CALLS_A_RESPONSE } from '../../core/limits.ts'
import type { News, LiveFigures } from '../../core/campaign/insight/news.ts'
import { campaignUpdate, pageUpdate } from '../views/event.ts'

/** Each check calls the campaign; after these the client reconnects. */
const MAX_CHECKS = MAX_CALLS_A_RESPONSE
const RECONNECT_MS = 1_000
/** A campaign that has ended sends nothing more, unless somebody resumes it. */
const RECONNECT_ENDED_MS = 3_600_000
/** The longest silence by default: proxies close idle connections after a minute or so. */
const MAX_WAIT_MS = 15_000
/** A usual fetch: right at its tick a campaign has no news yet. */
const FETCH_MS = 500

/** What an event stream needs. */
export interface Watch {
  /** The news after that record; undefined if the campaign is gone, or the client's access is. */
  ask: (from: number) => Promise<News | undefined>
  now: () => number
  sleep: (ms: number) => Promise<void>
  /** Called when the stream ends or its client disconnects. */
  ended: () => void
  /** The shortest wait between two checks, each a billed request to the campaign's object. */
  intervalMs: number
}

/**
 * A campaign's news as Server-Sent Events, beginning with `first`. The campaign is polled: waiting
 * in a Worker costs nothing, while an object that is kept awake is billed by the second.
 */
export function eventStream(first: News, watch: Watch): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  const client = { hasLeft: false }
  const parts = partsOf(first, watch, client)
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await parts.next().catch((error: unknown) => {
        watch.ended()
        throw error
      })
      if (!done) return controller.enqueue(encoder.encode(value))
      watch.ended()
      controller.close()
    },
    cancel() {
      client.hasLeft = true
      watch.ended()
    },
  })
}

async function* partsOf(
  first: News,
  { ask, now, sleep, intervalMs }: Watch,
  client: { hasLeft: boolean },
): AsyncGenerator<string, void> {
  // Its id is the record that the client saw last: if the stream breaks here, nothing is lost.
  yield `retry: ${RECONNECT_MS}\n` + event('campaign', first.from, campaignUpdate(first.figures))
  if (first.hasNews) yield eventsOf(first)
  let news = first
  for (let asked = 1; ; asked++) {
    const isAll = news.upTo >= news.figures.seq
    if (isAll && hasEnded(news.figures)) return yield `retry: ${RECONNECT_ENDED_MS}\n\n`
    if (asked >= MAX_CHECKS) return
    if (isAll) await sleep(waitMs(news.figures, now(), intervalMs))
    if (client.hasLeft) return
    // An error ends the stream; the client gets it when it reconnects.
    const next = await ask(news.upTo).catch(busyOrNothing)
    if (next === undefined) return
    const isBusy = next instanceof BusyCampaign
    yield isBusy || !next.hasNews ? ': ping\n\n' : eventsOf(next)
    if (isBusy) await sleep(next.waitMs)
    else news = next
  }
}

function busyOrNothing(error: unknown): BusyCampaign | undefined {
  return error instanceof BusyCampaign ? error : undefined
}

function eventsOf({ pages, upTo, figures }: News): string {
  const told = pages.map((page) => event('page', page.record, pageUpdate(page)))
  return told.join('') + event('campaign', upTo, campaignUpdate(figures))
}

/** JSON has no line breaks, so the data is one line. */
function event(type: string, id: number, data: object): string {
  return `event: ${type}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`
}

function hasEnded({ status }: LiveFigures): boolean {
  return status === 'completed' || status === 'cancelled'
}

function waitMs({ nextTickAt }: LiveFigures, now: number, intervalMs: number): number {
  const untilNews = nextTickAt === null ? Infinity : nextTickAt + FETCH_MS - now
  return Math.max(Math.min(untilNews, MAX_WAIT_MS), intervalMs)
}
