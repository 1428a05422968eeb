/** @import { Api, CampaignUpdate, PageUpdate } from './api.js' */
import { poll } from './poll.js'
import { readEvents } from '../../client/read-events.js'

/** Between two looks for news: each is billed as a request to the campaign's object. */
const LOOK_SECONDS = 10

/**
 * Between the openings of two streams, whatever ends them: three a minute. With the list of
 * campaigns twice and the campaign itself once, a tab sends six requests a minute at most.
 */
const REOPEN_MS = 20_000

/** After a stream that lasted, as they do. */
const SOON_MS = 1_000

/** A server that says nothing for as long says nothing any more: it looks every ten seconds. */
const SILENT_MS = 45_000

/** After a longer absence it is cheaper to ask for what there is than to be told how it came about. */
const MAX_ABSENCE_MS = 300_000

/**
 * @typedef {object} Listener
 * @property {() => boolean} isWanted
 * @property {(pages: PageUpdate[], news: CampaignUpdate) => void} onNews
 * @property {() => void} onGap  what happened before is not told any more
 * @property {() => void} onHeard  whenever the server says anything, be it that there is no news
 */

/**
 * The events of one campaign, as one stream after the other while the tab is visible.
 *
 * @param {Api} api
 * @param {string} campaign
 * @param {Listener} listener
 */
export function campaignEvents(api, campaign, { isWanted, onNews, onGap, onHeard }) {
  /** @type {string | undefined} */
  let lastId
  let heardAt = Date.now()
  /** @type {ReturnType<typeof watch> | undefined} */
  let watched

  function heard() {
    heardAt = Date.now()
    onHeard()
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
      // A part ends with the campaign; a page without its part is told again.
      lastId = id
      onNews(pages, data)
      pages = []
      if (hasGap) onGap()
      hasGap = false
    }
  }

  const streams = poll(async (stopped) => {
    if (!isWanted()) return Infinity
    const openedAt = Date.now()
    const hasGap = openedAt - heardAt > MAX_ABSENCE_MS
    if (hasGap) lastId = undefined
    watched = watch(stopped)
    const opened = await api.events(campaign, { interval: LOOK_SECONDS, lastId }, watched.signal)
    if (opened.kind === 'ok') {
      await read(opened.body.pipeThrough(watched.tap(heard)), hasGap).catch(() => {})
    }
    watched.end()
    watched = undefined
    return Math.max(SOON_MS, REOPEN_MS - (Date.now() - openedAt))
  })

  return {
    /**
     * Opens a stream if one is wanted and none is open.
     *
     * @param {string | undefined} from  the record that is known already
     */
    open(from) {
      lastId ??= from
      streams.now()
    },
    close: () => watched?.end(),
    stop: streams.stop,
  }
}

/**
 * Ends a stream when nobody looks, when it is silent for too long, or when it is stopped.
 *
 * @param {AbortSignal} stopped
 */
function watch(stopped) {
  const over = new AbortController()
  const signal = AbortSignal.any([stopped, over.signal])
  let silence = setTimeout(() => over.abort(), SILENT_MS)
  const whenHidden = () => void (document.hidden && over.abort())
  document.addEventListener('visibilitychange', whenHidden, { signal })

  return {
    signal,
    end() {
      clearTimeout(silence)
      over.abort()
    },
    /** @param {() => void} onHeard */
    tap: (onHeard) =>
      new TransformStream({
        /**
         * @param {Uint8Array} bytes
         * @param {TransformStreamDefaultController<Uint8Array>} controller
         */
        transform(bytes, controller) {
          clearTimeout(silence)
          silence = setTimeout(() => over.abort(), SILENT_MS)
          onHeard()
          controller.enqueue(bytes)
        },
      }),
  }
}
