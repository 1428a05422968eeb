import { count, duration, NOTHING, percent, score } from '../dashboard/public/format.js'
import { bar } from './bar.js'
import { cut } from './table.js'
/** @import { Schema } from '../client/calls.ts' */
/** @import { Pace } from './pace.js' */

const LONGEST_BAR = 30
const SHORTEST_BAR = 6
const LONGEST_NAME = 24

/**
 * How a campaign does, on one line.
 *
 * @param {Schema<'Campaign'>} campaign
 * @param {Pace} pace
 * @param {number} width
 */
export function progressLine({ name, status, budget, progress }, pace, width) {
  const { fetched, relevant, remaining } = progress
  const rest = [
    `${count(fetched)}/${count(budget)}`,
    `harvest ${percent(relevant, fetched)}`,
    `score ${score(progress.score)}`,
    `${pace.perMinute === null ? NOTHING : count(pace.perMinute)}/min`,
    status === 'running' ? `ETA ${etaWords(pace.etaMs(remaining))}` : status,
  ].join('  ')
  const head = cut(name, LONGEST_NAME)
  const room = width - head.length - rest.length - 4
  const length = Math.max(SHORTEST_BAR, Math.min(LONGEST_BAR, room))
  return cut(`${head}  ${bar(fetched / budget, length)}  ${rest}`, width)
}

/** @param {number | null} ms */
const etaWords = (ms) => (ms === null ? NOTHING : duration(ms))
