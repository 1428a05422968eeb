/** @import { Api, Page, PageUpdate } from './api.js' */
import { cursorFrom } from '../../client/client.js'

/** The API's own maximum per request. */
const MAX_PER_REQUEST = 1_000

/**
 * A page is relevant if its topic score is above zero.
 *
 * @param {Page} page
 */
export const isRelevant = (page) => page.outcome === 'ok' && page.score > 0

/** @typedef {'-time' | 'score'} Sort */

/** @type {Record<Sort, (a: Page, b: Page) => number>} */
const ORDERS = {
  '-time': (a, b) => b.seq - a.seq,
  // Equal scores are ordered by age, the oldest first.
  score: (a, b) => b.score - a.score || a.seq - b.seq,
}

/**
 * The first pages of a campaign in one order, without gaps: loaded as far as they are wanted, then
 * kept up to date by events.
 */
export class PageList {
  /** @type {Page[]} */
  pages = []
  /** The cursor of the following pages: null if there are none, undefined if unknown. @type {string | null | undefined} */
  #next
  /** Pages that arrived during a request. @type {(Page | PageUpdate)[]} */
  #arrived = []
  #load
  #order

  /**
   * @param {Api} api
   * @param {string} campaign
   * @param {Sort} sort
   * @param {AbortSignal} signal
   */
  constructor(api, campaign, sort, signal) {
    this.#load = (/** @type {number} */ limit, /** @type {string | undefined} */ cursor) =>
      api.pages(campaign, { sort, limit: Math.min(limit, MAX_PER_REQUEST), cursor }, signal)
    this.#order = ORDERS[sort]
  }

  get isLoaded() {
    return this.#next !== undefined
  }

  get hasMore() {
    return this.#next !== null
  }

  /** Makes the next `fill` load everything again; until then the list stays as it is. */
  expire() {
    this.#next = undefined
  }

  /**
   * Loads what is missing of the first `wanted` pages.
   *
   * @param {number} wanted
   * @returns {Promise<boolean>}  false if that failed
   */
  async fill(wanted) {
    const cursor = this.#next
    if (cursor === null || (this.isLoaded && this.pages.length >= wanted)) return true
    this.#arrived = []
    const missing = cursor === undefined ? wanted : wanted - this.pages.length
    const result = await this.#load(missing, cursor)
    if (result.kind !== 'ok') return false
    const { pages, next } = result.body
    this.pages = cursor === undefined ? pages : [...this.pages, ...pages]
    this.#next = cursorFrom(next)
    this.add(this.#arrived)
    return true
  }

  /**
   * Drops pages far beyond the first `wanted`, which may come from days of crawling.
   *
   * @param {number} wanted
   */
  trim(wanted) {
    if (this.pages.length <= wanted + MAX_PER_REQUEST) return
    this.pages.length = wanted
    this.expire()
  }

  /**
   * Adds pages that were fetched or labelled. A page that belongs after the last loaded one is left
   * out, unless the list is complete.
   *
   * @param {(Page | PageUpdate)[]} pages
   */
  add(pages) {
    this.#arrived.push(...pages)
    if (pages.length === 0) return
    const replaced = new Set(
      pages.flatMap((page) => [page.seq, 'replaces' in page && page.replaces]),
    )
    const last = this.pages.at(-1)
    const added = new Map(
      pages
        .filter((page) => !this.hasMore || (last !== undefined && this.#order(page, last) <= 0))
        .map((page) => [page.seq, page]),
    )
    const kept = this.pages.filter(({ seq }) => !replaced.has(seq))
    this.pages = [...added.values(), ...kept].toSorted(this.#order)
  }
}
