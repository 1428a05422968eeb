/** @import { Page } from './api.js' */
import { isRelevant } from './page-list.js'

/** More points than this are not seen on any screen. */
const MAX_POINTS = 1_000

/**
 * How a campaign stood after so many fetches.
 *
 * @typedef {{ fetched: number, score: number, relevant: number }} Point
 */

/** @type {Point} */
const START = { fetched: 0, score: 0, relevant: 0 }

/** The course of one campaign: some of its moments, in order, each exactly as it was. */
export class CrawlCourse {
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

  /** @param {Point[]} points  from the first fetch to now */
  load(points) {
    const { last } = this
    this.#points = [START]
    for (const point of [...points, last]) this.add(point)
  }

  /** @param {Point} point */
  add({ fetched, score, relevant }) {
    // Overtaken on its way.
    if (fetched < this.size) return
    // The same fetch again: a page of before was labelled.
    if (fetched === this.size) this.#points.pop()
    this.#points.push({ fetched, score, relevant })
    if (this.#points.length > MAX_POINTS) this.#thin()
  }

  /**
   * Some fetches and how the campaign stood after them, from which follows how it stood in between.
   *
   * @param {Page[]} pages  in crawl order; what is known already is passed over
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
   * The last moment that is known of the first n fetches.
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
   * What the last fetches before a moment brought: as many as `stretch`, or a few more where no
   * moment is known that lies so far back.
   *
   * @param {Point} point
   * @param {number} stretch
   */
  harvest(point, stretch) {
    const from = this.at(Math.max(0, point.fetched - stretch))
    return { fetches: point.fetched - from.fetched, relevant: point.relevant - from.relevant }
  }

  /** Leaves points at even distances: those of before are no more than those of now. */
  #thin() {
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
