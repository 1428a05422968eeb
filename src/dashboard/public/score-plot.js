/** @import { CrawlCourse, Point } from './crawl-course.js' */
import { fetchesShown, linear, niceStep, ticks } from './chart-scale.js'
import { makeSvg } from './dom.js'
import { count, score } from '../../client/format.js'

/**
 * Fetches that "lately" means: enough to be steady, few enough to show a change of luck, and not
 * fewer than lie between two points of a long course.
 *
 * @param {number} fetches
 */
export const stretchOf = (fetches) =>
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
 * Where things stand: a panel of the total score over a strip of the harvest rate, both above one
 * axis of fetches.
 *
 * @param {number} width
 * @param {CrawlCourse} course
 * @param {number} budget
 */
export function framePlot(width, course, budget) {
  const fetches = fetchesShown(course.size, budget)
  const total = Math.max(1, course.last.score)
  const scoreStep = Math.max(1, niceStep(total, 4))
  const scoreEnd = Math.ceil(total / scoreStep) * scoreStep
  const right = Math.max(LEFT + 40, width - RIGHT)
  return {
    course,
    stretch: stretchOf(fetches),
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
 * The share of fetches that brought a relevant page, in the stretch that ends with a point.
 *
 * @param {Pick<Frame, 'course' | 'stretch'>} frame
 * @param {Point} point
 */
export function shareAt({ course, stretch }, point) {
  const { fetches, relevant } = course.harvest(point, stretch)
  return fetches === 0 ? 0 : relevant / fetches
}

/** @param {Frame} frame */
export function drawPlot(frame) {
  if (frame.course.size === 0) return axes(frame)
  return [...axes(frame), ...scoreLine(frame), ...shareLine(frame)]
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
    makeSvg('circle', { class: 'dot', cx, cy: share(shareAt(frame, point)), r: 3 }),
  ]
}

/** @param {Frame} frame */
function axes({ right, stretch, scoreTicks, fetchTicks, x, y, share }) {
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
      `Harvest rate of the last ${count(stretch)} fetches or so`,
    ),
  ]
}

/** @param {Frame} frame */
function scoreLine({ course, x, y }) {
  const { fetched: n, score: total } = course.last
  // Hundredths of a large total tell nothing and do not fit.
  const text = total < 1_000 ? score(total) : count(total)
  const line = path(course.points.map((point) => [x(point.fetched), y(point.score)]))
  return [
    makeSvg('path', { class: 'area', d: `${line}L${x(n)} ${y(0)}L${x(0)} ${y(0)}Z` }),
    makeSvg('line', { class: 'average', x1: x(0), y1: y(0), x2: x(n), y2: y(total) }),
    makeSvg('path', { class: 'line', d: line }),
    makeSvg('circle', { class: 'dot', cx: x(n), cy: y(total), r: 4 }),
    makeSvg('text', { class: 'end', x: x(n) + 9, y: Math.max(y(total) + 4, 14) }, text),
  ]
}

/** @param {Frame} frame */
function shareLine(frame) {
  const { course, x, share } = frame
  const n = course.size
  const now = shareAt(frame, course.last)
  const points = course.points.filter(({ fetched }) => fetched > 0)
  const line = path(points.map((point) => [x(point.fetched), share(shareAt(frame, point))]))
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
 * A line of one pixel is sharp only between two whole coordinates.
 *
 * @param {number} at
 */
const crisp = (at) => Math.round(at) + 0.5
