/** @import { CrawlHistory, Point } from './crawl-history.js' */
/** @import { Frame } from './score-plot.js' */
import { count, percent, score } from '../../client/format.js'
import { byId, makeSvg, setText } from './dom.js'
import {
  axisEnd,
  drawCursor,
  drawPlot,
  framePlot,
  harvestAt,
  HEIGHT,
  windowFor,
} from './score-plot.js'

/**
 * The total score over fetches: steep where the crawl finds relevant pages, flat where it does not,
 * beside a straight line to the same total.
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

  /** @type {{ history: CrawlHistory, budget: number } | undefined} */
  #shown
  /** @type {Frame | undefined} */
  #frame
  /** @type {number | undefined} */
  #pointerX

  constructor() {
    this.#holder.append(this.#svg)
    this.#svg.addEventListener('pointermove', ({ clientX }) => {
      this.#showPoint(clientX - this.#svg.getBoundingClientRect().left)
    })
    this.#svg.addEventListener('pointerleave', () => this.#showPoint(undefined))
    new ResizeObserver(() => this.#draw()).observe(this.#holder)
  }

  /**
   * @param {CrawlHistory} history
   * @param {number} budget
   */
  show(history, budget) {
    this.#shown = { history, budget }
    const window = windowFor(axisEnd(history.size, budget))
    setText(this.#summary, summaryText(history, window))
    this.#draw()
  }

  #draw() {
    const width = this.#holder.clientWidth
    if (!this.#shown || width === 0) return
    this.#svg.setAttribute('width', String(width))
    this.#frame = framePlot(width, this.#shown.history, this.#shown.budget)
    this.#plot.replaceChildren(...drawPlot(this.#frame))
    this.#showPoint(this.#pointerX)
  }

  /** @param {number | undefined} x */
  #showPoint(x) {
    this.#pointerX = x
    const frame = this.#frame
    if (!frame || frame.history.size === 0 || x === undefined) {
      this.#cursor.replaceChildren()
      setText(this.#readout, '')
      return
    }
    const point = frame.history.at(Math.max(1, Math.round(frame.fetchAt(x))))
    this.#cursor.replaceChildren(...drawCursor(frame, point))
    setText(this.#readout, pointText(frame, point))
  }
}

/**
 * @param {CrawlHistory} history
 * @param {number} window
 */
function summaryText(history, window) {
  const { size, last } = history
  if (size === 0) return 'The chart starts with the first fetch.'
  const { fetches, relevant } = history.harvest(last, window)
  const range = size <= window ? '' : 'the last '
  return `${count(relevant)} of ${range}${count(fetches)} fetches yielded a relevant page (${percent(relevant, fetches)}).`
}

/**
 * @param {Frame} frame
 * @param {Point} point
 */
function pointText(frame, point) {
  const total = score(point.score)
  const harvest = percent(harvestAt(frame, point), 1)
  return `Fetch ${count(point.fetched)}: total score ${total}, recent harvest rate ${harvest}`
}
