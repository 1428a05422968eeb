/** @import { CrawlCourse, Point } from './crawl-course.js' */
/** @import { Frame } from './score-plot.js' */
import { fetchesShown } from './chart-scale.js'
import { byId, makeSvg, setText } from './dom.js'
import { count, percent, score } from '../../client/format.js'
import { drawCursor, drawPlot, framePlot, HEIGHT, shareAt, stretchOf } from './score-plot.js'

/**
 * The total score as it grows with the fetches: steep where the crawl finds what it looks for,
 * flat where it does not, against the straight line of an even crawl to the same total.
 */
export class ScoreChart {
  #holder = byId('chart', HTMLElement)
  #summary = byId('chart-summary', HTMLElement)
  #readout = byId('chart-readout', HTMLElement)
  #plot = makeSvg('g', {})
  #cursor = makeSvg('g', {})
  #svg = makeSvg(
    'svg',
    {
      role: 'img',
      height: HEIGHT,
      'aria-labelledby': 'chart-title',
      'aria-describedby': 'chart-summary',
    },
    this.#plot,
    this.#cursor,
  )

  /** @type {{ course: CrawlCourse, budget: number } | undefined} */
  #shown
  /** @type {Frame | undefined} */
  #frame
  /** @type {number | undefined} */
  #pointedX

  constructor() {
    this.#holder.append(this.#svg)
    this.#svg.addEventListener('pointermove', ({ clientX }) => {
      this.#point(clientX - this.#svg.getBoundingClientRect().left)
    })
    this.#svg.addEventListener('pointerleave', () => this.#point(undefined))
    new ResizeObserver(() => this.#draw()).observe(this.#holder)
  }

  /**
   * @param {CrawlCourse} course
   * @param {number} budget
   */
  show(course, budget) {
    this.#shown = { course, budget }
    const stretch = stretchOf(fetchesShown(course.size, budget))
    setText(this.#summary, summaryWords(course, stretch))
    this.#draw()
  }

  #draw() {
    const width = this.#holder.clientWidth
    if (!this.#shown || width === 0) return
    this.#svg.setAttribute('width', String(width))
    this.#frame = framePlot(width, this.#shown.course, this.#shown.budget)
    this.#plot.replaceChildren(...drawPlot(this.#frame))
    this.#point(this.#pointedX)
  }

  /** @param {number | undefined} x */
  #point(x) {
    this.#pointedX = x
    const frame = this.#frame
    if (!frame || frame.course.size === 0 || x === undefined) {
      this.#cursor.replaceChildren()
      setText(this.#readout, '')
      return
    }
    const point = frame.course.at(Math.max(1, Math.round(frame.fetchAt(x))))
    this.#cursor.replaceChildren(...drawCursor(frame, point))
    setText(this.#readout, fetchWords(frame, point))
  }
}

/**
 * @param {CrawlCourse} course
 * @param {number} stretch
 */
function summaryWords(course, stretch) {
  const { size, last } = course
  if (size === 0) return 'The line starts with the first fetch.'
  const { fetches, relevant } = course.harvest(last, stretch)
  const which = size <= stretch ? 'all' : 'the last'
  return `Of ${which} ${count(fetches)} fetches, ${count(relevant)} brought a relevant page (${percent(relevant, fetches)}).`
}

/**
 * @param {Frame} frame
 * @param {Point} point
 */
function fetchWords(frame, point) {
  const total = score(point.score)
  const share = percent(shareAt(frame, point), 1)
  return `Fetch ${count(point.fetched)}: total ${total}, lately ${share} relevant`
}
