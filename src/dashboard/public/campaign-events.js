/** @import { Api, CampaignUpdate, PageUpdate } from './api.js' */
import { readEvents } from '../../client/read-events.js'
import { poll } from './poll.js'

/** How often the server looks for update: each look is billed as a request to the Durable Object. */
const INTERVAL_SECONDS = 10

/**
 * The minimum time between opening two streams, whatever ended the first: three per minute. With two
 * requests for the campaign list and one for the campaign, a tab sends at most six per minute.
 */
const REOPEN_MS = 20_000

/** The pause after a stream that lasted its full time. */
const SHORT_PAUSE_MS = 1_000

/** The server sends something every ten seconds; after this silence the connection is dead. */
const SILENCE_MS = 45_000

/** Loading the current state is cheaper than replaying the events of a longer absence. */
const MAX_ABSENCE_MS = 300_000

/**
 * @typedef {object} Listener
 * @property {() => boolean} isWanted
 * @property {(pages: PageUpdate[], update: CampaignUpdate) => void} onUpdate
 * @property {() => void} onGap  events were skipped
 * @property {() => void} onSign  the server sent something, even if it was no event
 */

/**
 * Follows the events of one campaign, one stream after the other, while the tab is visible.
 *
 * @param {Api} api
 * @param {string} campaign
 * @param {Listener} listener
 */
export function campaignEvents(api, campaign, { isWanted, onUpdate, onGap, onSign }) {
  /** @type {string | undefined} */
  let lastId
  let lastSignAt = Date.now()
  /** @type {ReturnType<typeof guardStream> | undefined} */
  let guard

  function noteSign() {
    lastSignAt = Date.now()
    onSign()
  }

  /**
   * @param {ReadableStream<Uint8Array>} body
   * @param {boolean} hasGap
   */
  async function read(body, hasGap) {
    /** @type {PageUpdate[]} */
    let pages = []
    for await (const { id, event, data } of readEvents(body)) {
      if (event === 'page') pages.push(data)
      if (event !== 'campaign') continue
      // The campaign closes a batch. Pages of an incomplete batch are sent again later.
      lastId = id
      onUpdate(pages, data)
      pages = []
      if (hasGap) onGap()
      hasGap = false
    }
  }

  const streams = poll(async (stopped) => {
    if (!isWanted()) return Infinity
    const openedAt = Date.now()
    const hasGap = openedAt - lastSignAt > MAX_ABSENCE_MS
    if (hasGap) lastId = undefined
    guard = guardStream(stopped)
    const opened = await api.events(campaign, { interval: INTERVAL_SECONDS, lastId }, guard.signal)
    if (opened.kind === 'ok') {
      await read(opened.body.pipeThrough(guard.tap(noteSign)), hasGap).catch(() => {})
    }
    guard.end()
    guard = undefined
    return Math.max(SHORT_PAUSE_MS, REOPEN_MS - (Date.now() - openedAt))
  })

  return {
    /**
     * Opens a stream if one is wanted and none is open.
     *
     * @param {string | undefined} from  the last record already known
     */
    open(from) {
      lastId ??= from
      streams.now()
    },
    close: () => guard?.end(),
    stop: streams.stop,
  }
}

/**
 * Ends a stream when the tab is hidden, when it is silent for too long, or when it is stopped.
 *
 * @param {AbortSignal} stopped
 */
function guardStream(stopped) {
  const ended = new AbortController()
  const signal = AbortSignal.any([stopped, ended.signal])
  let silence = setTimeout(() => ended.abort(), SILENCE_MS)
  const onVisibilityChange = () => void (document.hidden && ended.abort())
  document.addEventListener('visibilitychange', onVisibilityChange, { signal })

  return {
    signal,
    end() {
      clearTimeout(silence)
      ended.abort()
    },
    /** @param {() => void} onBytes */
    tap: (onBytes) =>
      new TransformStream({
        /**
         * @param {Uint8Array} bytes
         * @param {TransformStreamDefaultController<Uint8Array>} controller
         */
        transform(bytes, controller) {
          clearTimeout(silence)
          silence = setTimeout(() => ended.abort(), SILENCE_MS)
          onBytes()
          controller.enqueue(bytes)
        },
      }),
  }
}
