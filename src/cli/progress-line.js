import { count, duration, NOTHING, percent, score } from '../client/format.js'
import { bar } from './bar.js'
import { plain } from './plain.js'
import { cut } from './table.js'
/** @import { Schema } from '../client/calls.ts' */
/** @import { Pace } from './pace.js' */

const LONGEST_BAR = 30
/** Beyond it the name has the room first. */
const MIDDLE_BAR = 12
const SHORTEST_BAR = 6
const LONGEST_NAME = 24
const SHORTEST_NAME = 10
const GAP = '  '

/**
 * How a campaign does, on one line: what matters least gives way where the screen is narrow.
 *
 * @param {Schema<'Campaign'>} campaign
 * @param {Pace} pace
 * @param {number} width
 */
export function progressLine({ name, status, budget, progress }, pace, width) {
  const { fetched, relevant, remaining } = progress
  const rest = fitting(
    [
      `${count(fetched)}/${count(budget)}`,
      `harvest ${percent(relevant, fetched)}`,
      `score ${score(progress.score)}`,
      `${pace.perMinute === null ? NOTHING : count(pace.perMinute)}/min`,
      status === 'running' ? `ETA ${etaWords(pace.etaMs(remaining))}` : status,
    ],
    width - SHORTEST_NAME - SHORTEST_BAR - 2 * GAP.length,
  )
  const room = width - rest.length - 2 * GAP.length
  const head = cut(plain(name), Math.max(SHORTEST_NAME, Math.min(LONGEST_NAME, room - MIDDLE_BAR)))
  const length = Math.max(SHORTEST_BAR, Math.min(LONGEST_BAR, room - head.length))
  return cut([head, bar(fetched / budget, length), rest].join(GAP), width)
}

/** The places of what is left out first. */
const LEAST_FIRST = [2, 3, 1, 4]

/**
 * @param {string[]} parts
 * @param {number} width
 */
function fitting(parts, width) {
  const left = [...parts]
  for (const place of LEAST_FIRST) {
    if (left.filter(Boolean).join(GAP).length <= width) break
    left[place] = ''
  }
  return left.filter(Boolean).join(GAP)
}

/** @param {number | null} ms */
const etaWords = (ms) => (ms === null ? NOTHING : duration(ms))
