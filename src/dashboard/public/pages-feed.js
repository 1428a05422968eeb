/** @import { Api } from './api.js' */
/** @import { CrawlHistory } from './crawl-history.js' */
import { cursorIn } from './client.js'

/** One screen of the table, and some seconds of a fast crawl. */
const NEWEST = 50

/** The most the API gives at once. */
const STRIDE = 200

/**
 * Brings the history of one campaign up to date. The newest pages usually reach back to what is
 * known; only the first time, or after a long absence, the gap is walked in crawl order.
 *
 * @param {Api} api
 * @param {string} campaign
 * @param {CrawlHistory} history
 */
export function pagesFeed(api, campaign, history) {
  /** @type {{ cursor?: string }} */
  let walkFrom = {}

  /**
   * @param {AbortSignal} signal
   * @param {() => void} onGrown  called after each part of a long walk
   * @returns {Promise<boolean>}  whether all was received
   */
  async function walk(signal, onGrown) {
    for (;;) {
      const part = { ...walkFrom, order: /** @type {const} */ ('asc'), limit: STRIDE }
      const answer = await api.pages(campaign, part, signal)
      if (answer.kind !== 'ok') return false
      history.add(answer.body.pages)
      onGrown()
      const cursor = cursorIn(answer.body.next)
      if (cursor === null) return true
      walkFrom = { cursor }
    }
  }

  return {
    /**
     * @param {AbortSignal} signal
     * @param {() => void} onGrown
     * @returns {Promise<boolean>}
     */
    async catchUp(signal, onGrown) {
      const answer = await api.pages(campaign, { order: 'desc', limit: NEWEST }, signal)
      if (answer.kind !== 'ok') return false
      const newest = answer.body.pages.toReversed()
      const oldest = newest[0]
      const joins = answer.body.next === null || (oldest && oldest.seq <= history.lastSeq)
      if (!joins) return walk(signal, onGrown)
      history.add(newest)
      onGrown()
      return true
    },
  }
}
