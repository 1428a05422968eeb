/** @import { CrawlHistory, Point } from './crawl-history.js' */
import { count, score } from '../../client/format.js'
import { makeSvg } from './dom.js'

/**
 * The number of fetches over which the harvest rate is taken: enough to be steady, few enough to show
 * a change, and no fewer than lie between two points of a long history.
 *
 * @param {number} fetches
 */
export const windowFor = (fetches) =>
  fetches <= 1_000 ? 20 : Math.max(100, niceStep(fetches, 100))

const LEFT = 46
const RIGHT = 54
const SCORE_TOP = 10
const SCORE_BOTTOM = 180
const SHARE_TOP = 220
const SHARE_BOTTOM = 268
export const HEIGHT = 294

/** @typedef {ReturnType<typeof framePlot>} Frame */

/**
 * The scales and ticks of the plot: a panel with the total score above a strip with the harvest rate,
 * over one axis of fetches.
 *
 * @param {number} width
 * @param {CrawlHistory} history
 * @param {number} budget
 */
export function framePlot(width, history, budget) {
  const fetches = axisEnd(history.size, budget)
  const total = Math.max(1, history.last.score)
  const scoreStep = Math.max(1, niceStep(total, 4))
  const scoreEnd = Math.ceil(total / scoreStep) * scoreStep
  const right = Math.max(LEFT + 40, width - RIGHT)
  return {
    history,
    window: windowFor(fetches),
    right,
    scoreTicks: ticks(scoreEnd, scoreStep),
    fetchTicks: ticks(fetches, Math.max(1, niceStep(fetches, (right - LEFT) / 90))),
    x: linear([0, fetches], [LEFT, right]),
    fetchAt: linear([LEFT, right], [0, fetches]),
    y: linear([0, scoreEnd], [SCORE_BOTTOM, SCORE_TOP]),
    share: linear([0, 1], [SHARE_BOTTOM, SHARE_TOP]),
  }
}

/**
 * The harvest rate of the window of fetches that ends with a point.
 *
 * @param {Pick<Frame, 'history' | 'window'>} frame
 * @param {Point} point
 */
export function harvestAt({ history, window }, point) {
  const { fetches, relevant } = history.harvest(point, window)
  return fetches === 0 ? 0 : relevant / fetches
}

/** @param {Frame} frame */
export function drawPlot(frame) {
  if (frame.history.size === 0) return axes(frame)
  return [...axes(frame), ...scoreLine(frame), ...harvestLine(frame)]
}

/**
 * @param {Frame} frame
 * @param {Point} point
 */
export function drawCursor(frame, point) {
  const { x, y, share } = frame
  const cx = x(point.fetched)
  return [
    makeSvg('line', { class: 'cursor', x1: cx, x2: cx, y1: SCORE_TOP, y2: SHARE_BOTTOM }),
    makeSvg('circle', { class: 'dot', cx, cy: y(point.score), r: 4 }),
    makeSvg('circle', { class: 'dot', cx, cy: share(harvestAt(frame, point)), r: 3 }),
  ]
}

/** @param {Frame} frame */
function axes({ right, window, scoreTicks, fetchTicks, x, y, share }) {
  const levels = [
    ...scoreTicks.map((value) => ({ at: y(value), text: count(value), base: value === 0 })),
    ...[0, 1].map((value) => ({ at: share(value), text: `${value * 100}%`, base: value === 0 })),
  ]
  return [
    ...levels.map(({ at, base }) => {
      const height = crisp(at)
      const kind = base ? 'base' : 'grid'
      return makeSvg('line', { class: kind, x1: LEFT, x2: right, y1: height, y2: height })
    }),
    ...levels.map(({ at, text }) =>
      makeSvg('text', { class: 'tick left', x: LEFT - 10, y: at + 4 }, text),
    ),
    ...fetchTicks.map((value, i) => {
      const text = i === fetchTicks.length - 1 ? `${count(value)} fetches` : count(value)
      return makeSvg('text', { class: 'tick middle', x: x(value), y: SHARE_BOTTOM + 18 }, text)
    }),
    makeSvg(
      'text',
      { class: 'strip-title', x: LEFT, y: SHARE_TOP - 12 },
      `Harvest rate over the last ${count(window)} fetches`,
    ),
  ]
}

/** @param {Frame} frame */
function scoreLine({ history, x, y }) {
  const { fetched: n, score: total } = history.last
  // A large total has no room for hundredths, nor any need.
  const text = total < 1_000 ? score(total) : count(total)
  const line = path(history.points.map((point) => [x(point.fetched), y(point.score)]))
  return [
    makeSvg('path', { class: 'area', d: `${line}L${x(n)} ${y(0)}L${x(0)} ${y(0)}Z` }),
    makeSvg('line', { class: 'average', x1: x(0), y1: y(0), x2: x(n), y2: y(total) }),
    makeSvg('path', { class: 'line', d: line }),
    makeSvg('circle', { class: 'dot', cx: x(n), cy: y(total), r: 4 }),
    makeSvg('text', { class: 'end', x: x(n) + 9, y: Math.max(y(total) + 4, 14) }, text),
  ]
}

/** @param {Frame} frame */
function harvestLine(frame) {
  const { history, x, share } = frame
  const n = history.size
  const now = harvestAt(frame, history.last)
  const points = history.points.filter(({ fetched }) => fetched > 0)
  const line = path(points.map((point) => [x(point.fetched), share(harvestAt(frame, point))]))
  const text = `${count(100 * now)}%`
  return [
    makeSvg('path', { class: 'line thin', d: line }),
    makeSvg('circle', { class: 'dot', cx: x(n), cy: share(now), r: 3 }),
    makeSvg('text', { class: 'end', x: x(n) + 9, y: share(now) + 4 }, text),
  ]
}

/** @param {number[][]} points */
const path = (points) =>
  `M${points.map(([x = 0, y = 0]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}`

/**
 * A one-pixel line is sharp only halfway between two whole coordinates.
 *
 * @param {number} at
 */
const crisp = (at) => Math.round(at) + 0.5

/**
 * The step of 1, 2 or 5 times a power of ten that divides `span` into about `parts` pieces.
 *
 * @param {number} span
 * @param {number} parts
 */
function niceStep(span, parts) {
  const rough = span / Math.max(1, parts)
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 5].find((factor) => factor * power >= rough * 0.999) ?? 10
  return step * power
}

/**
 * @param {number} end
 * @param {number} step
 */
function ticks(end, step) {
  const last = Math.floor(end / step + 1e-9)
  return Array.from({ length: last + 1 }, (_, i) => i * step)
}

/**
 * The end of the axis of fetches. It moves in wide steps, so that the line grows to the right and the
 * axis rarely changes, and never passes the budget.
 *
 * @param {number} fetched
 * @param {number} budget
 */
export function axisEnd(fetched, budget) {
  const wide = niceStep(Math.max(20, fetched), 1)
  return Math.max(fetched, Math.min(budget, wide), 1)
}

/**
 * @param {[number, number]} domain
 * @param {[number, number]} range
 */
function linear([d0, d1], [r0, r1]) {
  const slope = (r1 - r0) / (d1 - d0)
  /** @param {number} value */
  return (value) => r0 + (value - d0) * slope
}
