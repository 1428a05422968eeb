import { BusyCampaign } from '../../core/campaign/readers.ts'
import type { News, LiveFigures } from '../../core/campaign/insight/news.ts'
import { campaignUpdate, pageUpdate } from '../views/event.ts'

/** Of the 50 requests that a Worker may make on the free plan; the client then comes again. */
const MOST_ASKS = 40
const RECONNECT_MS = 1_000
/** Of a campaign that has ended there is nothing to come, unless somebody gives it more. */
const RECONNECT_ENDED_MS = 3_600_000
/** Between two asks, unless the client wants fewer. A proxy closes what says nothing for a minute or so. */
const MOST_WAIT_MS = 15_000
/** What a fetch takes, mostly: asked at the moment of its tick, a campaign has nothing to tell yet. */
const FETCH_MS = 500

/** What a stream of events needs of the world. */
export interface Watch {
  /** What happened after that record; undefined where the campaign is no more, or no longer the client's to see. */
  ask: (from: number) => Promise<News | undefined>
  now: () => number
  sleep: (ms: number) => Promise<void>
  /** The stream is over, by itself or because its client has left. */
  ended: () => void
  /** The least wait between two asks, each of which is billed as a request to the campaign's object. */
  intervalMs: number
}

/**
 * A campaign's news as Server-Sent Events, beginning with `first`. The campaign is asked again and
 * again, and left alone meanwhile: to wait in a Worker costs nothing, while an object that is kept
 * awake is paid by the second.
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
  // As of the record that was seen last: cut off here, nothing that follows is lost.
  yield `retry: ${RECONNECT_MS}\n` + event('campaign', first.from, campaignUpdate(first.figures))
  if (first.hasNews) yield eventsOf(first)
  let news = first
  for (let asked = 1; ; asked++) {
    const isAll = news.upTo >= news.figures.seq
    if (isAll && hasEnded(news.figures)) return yield `retry: ${RECONNECT_ENDED_MS}\n\n`
    if (asked >= MOST_ASKS) return
    if (isAll) await sleep(waitMs(news.figures, now(), intervalMs))
    if (client.hasLeft) return
    // What cannot be asked is told to the client when it comes again, as an error.
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

/** In JSON there is no line break, so the data is one line. */
function event(type: string, id: number, data: object): string {
  return `event: ${type}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`
}

function hasEnded({ status }: LiveFigures): boolean {
  return status === 'completed' || status === 'cancelled'
}

function waitMs({ nextTickAt }: LiveFigures, now: number, intervalMs: number): number {
  const untilNews = nextTickAt === null ? Infinity : nextTickAt + FETCH_MS - now
  return Math.max(Math.min(untilNews, MOST_WAIT_MS), intervalMs)
}
