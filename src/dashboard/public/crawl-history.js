/** @import { Page } from './api.js' */
import { isRelevant } from './page-list.js'

/** No screen can show more points than this. */
const MAX_POINTS = 1_000

/**
 * The totals of a campaign after a number of fetches.
 *
 * @typedef {{ fetched: number, score: number, relevant: number }} Point
 */

/** @type {Point} */
const START = { fetched: 0, score: 0, relevant: 0 }

/** Samples of a campaign's totals, in order. Each sample is exact; none is interpolated. */
export class CrawlHistory {
  /** @type {Point[]} */
  #points = [START]

  /** Fetches so far. */
  get size() {
    return this.last.fetched
  }

  get last() {
    return this.#points.at(-1) ?? START
  }

  get points() {
    return /** @type {readonly Point[]} */ (this.#points)
  }

  /** @param {Point[]} points  from the first fetch until now */
  load(points) {
    const { last } = this
    this.#points = [START]
    for (const point of [...points, last]) this.add(point)
  }

  /** @param {Point} point */
  add({ fetched, score, relevant }) {
    // A newer response arrived first.
    if (fetched < this.size) return
    // A label may change the score without another fetch.
    if (fetched === this.size) this.#points.pop()
    this.#points.push({ fetched, score, relevant })
    if (this.#points.length > MAX_POINTS) this.#downsample()
  }

  /**
   * Adds the totals after each of some fetches, computed backwards from the totals after the last.
   *
   * @param {Page[]} pages  in crawl order; those already known are skipped
   * @param {Point} end
   */
  addFetches(pages, end) {
    const { fetched, score, relevant } = end
    const points = [{ fetched, score, relevant }]
    for (const page of pages.toReversed()) {
      const [after] = points
      if (!after || after.fetched <= this.size + 1) break
      points.unshift({
        fetched: after.fetched - 1,
        score: Math.max(this.last.score, after.score - page.score),
        relevant: Math.max(this.last.relevant, after.relevant - (isRelevant(page) ? 1 : 0)),
      })
    }
    for (const point of points) this.add(point)
  }

  /**
   * The last known point within the first n fetches.
   *
   * @param {number} n
   */
  at(n) {
    let [low, high] = [0, this.#points.length - 1]
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if ((this.#points[middle] ?? START).fetched <= n) low = middle
      else high = middle - 1
    }
    return this.#points[low] ?? START
  }

  /**
   * The harvest of the `window` fetches that end with a point, or of a few more if no point is known
   * at the beginning of that window.
   *
   * @param {Point} point
   * @param {number} window
   */
  harvest(point, window) {
    const from = this.at(Math.max(0, point.fetched - window))
    return { fetches: point.fetched - from.fetched, relevant: point.relevant - from.relevant }
  }

  /** Keeps points at even distances, whatever their age. */
  #downsample() {
    const { last } = this
    const distance = (2 * this.size) / MAX_POINTS
    let [kept] = this.#points
    this.#points = this.#points.filter((point) => {
      const isKept =
        point === kept || point === last || point.fetched - (kept?.fetched ?? 0) >= distance
      if (isKept) kept = point
      return isKept
    })
  }
}
