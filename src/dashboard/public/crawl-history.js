/** @import { Page } from './api.js' */

/**
 * A page counts as relevant when the topic scored it at all.
 *
 * @param {Page} page
 */
export const isRelevant = (page) => page.outcome === 'ok' && page.score > 0

/**
 * All fetches of one campaign in crawl order, with running sums, so that any stretch of the crawl
 * can be asked about at once. Entry n of a sum is its value after n fetches.
 */
export class CrawlHistory {
  /** @type {Page[]} */
  #fetches = []
  #score = [0]
  #relevant = [0]
  #bestScore = 0

  get size() {
    return this.#fetches.length
  }

  get lastSeq() {
    return this.#fetches.at(-1)?.seq ?? -1
  }

  get relevant() {
    return at(this.#relevant, this.size)
  }

  get bestScore() {
    return this.#bestScore
  }

  /**
   * Fetches that are known already are passed over.
   *
   * @param {Page[]} fetches  in crawl order
   */
  add(fetches) {
    for (const page of fetches) {
      if (page.seq <= this.lastSeq) continue
      const n = this.size
      this.#fetches.push(page)
      this.#score.push(at(this.#score, n) + page.score)
      this.#relevant.push(at(this.#relevant, n) + (isRelevant(page) ? 1 : 0))
      this.#bestScore = Math.max(this.#bestScore, page.score)
    }
  }

  /** @param {number} n */
  scoreAfter(n) {
    return at(this.#score, n)
  }

  /**
   * Relevant pages among the last `stretch` of the first n fetches.
   *
   * @param {number} n
   * @param {number} stretch
   */
  harvest(n, stretch) {
    const from = Math.max(0, n - stretch)
    return { fetches: n - from, relevant: at(this.#relevant, n) - at(this.#relevant, from) }
  }

  /** @param {number} most */
  newest(most) {
    return this.#fetches.slice(-most).toReversed()
  }

  /**
   * Of equal scores the one found first stands first.
   *
   * @param {number} most
   */
  best(most) {
    return this.#fetches
      .filter(isRelevant)
      .toSorted((a, b) => b.score - a.score || a.seq - b.seq)
      .slice(0, most)
  }
}

/**
 * @param {number[]} sums
 * @param {number} n
 */
const at = (sums, n) => sums[n] ?? 0
