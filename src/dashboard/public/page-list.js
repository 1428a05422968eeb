/** @import { Api, Page, PageUpdate } from './api.js' */
import { cursorFrom } from '../../client/client.js'

/** The most the API gives at once. */
const MAX_PART = 1_000

/**
 * A page counts as relevant when the topic scored it at all.
 *
 * @param {Page} page
 */
export const isRelevant = (page) => page.outcome === 'ok' && page.score > 0

/** @typedef {'-time' | 'score'} Sort */

/** @type {Record<Sort, (a: Page, b: Page) => number>} */
const ORDERS = {
  '-time': (a, b) => b.seq - a.seq,
  // Of equal scores the one found first stands first.
  score: (a, b) => b.score - a.score || a.seq - b.seq,
}

/**
 * The first pages of a campaign in one order: as many as are wanted, kept up to date by what the
 * campaign tells, without a gap.
 */
export class PageList {
  /** @type {Page[]} */
  pages = []
  /** Of the next part. Null: there is none; undefined: not known. @type {string | null | undefined} */
  #next
  /** What came while a part was asked for. @type {(Page | PageUpdate)[]} */
  #meanwhile = []
  #ask
  #order

  /**
   * @param {Api} api
   * @param {string} campaign
   * @param {Sort} sort
   * @param {AbortSignal} signal
   */
  constructor(api, campaign, sort, signal) {
    this.#ask = (/** @type {number} */ limit, /** @type {string | undefined} */ cursor) =>
      api.pages(campaign, { sort, limit: Math.min(limit, MAX_PART), cursor }, signal)
    this.#order = ORDERS[sort]
  }

  get isLoaded() {
    return this.#next !== undefined
  }

  get hasMore() {
    return this.#next !== null
  }

  /** The next `fill` asks for all of it again; until then it stays as it is. */
  expire() {
    this.#next = undefined
  }

  /**
   * Asks for what is missing of the first `wanted` pages.
   *
   * @param {number} wanted
   * @returns {Promise<boolean>}  false: it could not be had
   */
  async fill(wanted) {
    const cursor = this.#next
    if (cursor === null || (this.isLoaded && this.pages.length >= wanted)) return true
    this.#meanwhile = []
    const missing = cursor === undefined ? wanted : wanted - this.pages.length
    const answer = await this.#ask(missing, cursor)
    if (answer.kind !== 'ok') return false
    const { pages, next } = answer.body
    this.pages = cursor === undefined ? pages : [...this.pages, ...pages]
    this.#next = cursorFrom(next)
    this.add(this.#meanwhile)
    return true
  }

  /**
   * Drops what is far beyond the first `wanted` pages, which may be days of a crawl.
   *
   * @param {number} wanted
   */
  trim(wanted) {
    if (this.pages.length <= wanted + MAX_PART) return
    this.pages.length = wanted
    this.expire()
  }

  /**
   * Takes in pages that were read or labelled. What would stand behind the last that is known is
   * left out, unless that is the last of all.
   *
   * @param {(Page | PageUpdate)[]} pages
   */
  add(pages) {
    this.#meanwhile.push(...pages)
    if (pages.length === 0) return
    const gone = new Set(pages.flatMap((page) => [page.seq, 'replaces' in page && page.replaces]))
    const last = this.pages.at(-1)
    const fitting = new Map(
      pages
        .filter((page) => !this.hasMore || (last !== undefined && this.#order(page, last) <= 0))
        .map((page) => [page.seq, page]),
    )
    const kept = this.pages.filter(({ seq }) => !gone.has(seq))
    this.pages = [...fitting.values(), ...kept].toSorted(this.#order)
  }
}
