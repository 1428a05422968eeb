import { count, duration, NOTHING, percent, score } from '../client/format.js'
import { truncate } from './table.js'
import { stripControls } from './terminal.js'
/** @import { ApiSchema } from '../client/calls.ts' */

const MAX_BAR = 30
/** A longer bar gives its room to the name first. */
const MIDDLE_BAR = 12
const MIN_BAR = 6
const MAX_NAME = 24
const MIN_NAME = 10
const GAP = '  '
/** The figures to leave out on a narrow screen, the least important first, by their index. */
const OMISSION_ORDER = [2, 3, 1, 4]

/** A longer window would follow changes of rate too slowly, a shorter one would flicker. */
const RATE_WINDOW_MS = 60_000

/**
 * The progress of a campaign on one line, as far as the width allows.
 *
 * @param {ApiSchema<'Campaign'>} campaign
 * @param {FetchRate} rate
 * @param {number} width
 */
export function progressLine({ name, status, budget, progress }, rate, width) {
  const { fetched, relevant, remaining } = progress
  const figures = fitFigures(
    [
      `${count(fetched)}/${count(budget)}`,
      `harvest ${percent(relevant, fetched)}`,
      `score ${score(progress.score)}`,
      `${rate.perMinute === null ? NOTHING : count(rate.perMinute)}/min`,
      status === 'running' ? `ETA ${etaText(rate.etaMs(remaining))}` : status,
    ],
    width - MIN_NAME - MIN_BAR - 2 * GAP.length,
  )
  const room = width - figures.length - 2 * GAP.length
  const nameWidth = Math.max(MIN_NAME, Math.min(MAX_NAME, room - MIDDLE_BAR))
  const title = truncate(stripControls(name), nameWidth)
  const barWidth = Math.max(MIN_BAR, Math.min(MAX_BAR, room - title.length))
  return truncate([title, drawBar(fetched / budget, barWidth), figures].join(GAP), width)
}

/**
 * @param {string[]} figures
 * @param {number} width
 */
function fitFigures(figures, width) {
  const left = [...figures]
  for (const index of OMISSION_ORDER) {
    if (left.filter(Boolean).join(GAP).length <= width) break
    left[index] = ''
  }
  return left.filter(Boolean).join(GAP)
}

/** @param {number | null} ms */
const etaText = (ms) => (ms === null ? NOTHING : duration(ms))

const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉']

/**
 * @param {number} share  0 to 1
 * @param {number} width
 */
export function drawBar(share, width) {
  const eighths = Math.round(Math.min(1, Math.max(0, share)) * width * 8)
  const filled = '█'.repeat(Math.floor(eighths / 8)) + EIGHTHS[eighths % 8]
  return filled.padEnd(width, '░')
}

/** How fast a campaign fetches, measured by the counts that the API reports. */
export class FetchRate {
  /** @type {{ at: number, fetched: number }[]} */
  #samples = []

  /**
   * @param {number} at
   * @param {number} fetched
   */
  add(at, fetched) {
    this.#samples.push({ at, fetched })
    // One sample from before the window stays, as the start of the measurement.
    while (this.#samples.length > 2 && (this.#samples[1]?.at ?? at) <= at - RATE_WINDOW_MS)
      this.#samples.shift()
  }

  /** Null until there are two samples. */
  get perMinute() {
    const [first, last] = [this.#samples[0], this.#samples.at(-1)]
    if (!first || !last || first.at === last.at) return null
    return ((last.fetched - first.fetched) * 60_000) / (last.at - first.at)
  }

  /**
   * @param {number} remaining
   * @returns {number | null}  null while it is unknown
   */
  etaMs(remaining) {
    const { perMinute } = this
    return perMinute === null || perMinute <= 0 ? null : (remaining * 60_000) / perMinute
  }
}

const HIDE_CURSOR = '\u001b[?25l'
const SHOW_CURSOR = '\u001b[?25h'
const CLEAR_REST = '\u001b[K'

/**
 * A line that each `draw` overwrites.
 *
 * @param {{ write: (text: string) => unknown }} screen
 */
export function liveLine(screen) {
  let isOpen = false
  return {
    /** @param {string} text */
    draw(text) {
      screen.write(`${isOpen ? '' : HIDE_CURSOR}\r${text}${CLEAR_REST}`)
      isOpen = true
    },
    /** Leaves the last text standing and restores the cursor. */
    close() {
      if (isOpen) screen.write(`\n${SHOW_CURSOR}`)
      isOpen = false
    },
  }
}
