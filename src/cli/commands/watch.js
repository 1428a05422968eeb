import { reasonWords } from '../../client/wording.js'
import { command } from '../command.js'
import { EXIT } from '../failures.js'
import { followCampaign } from '../follow-campaign.js'
import { liveLine } from '../live-line.js'
import { Pace } from '../pace.js'
import { progressLine } from '../progress-line.js'
/** @import { Schema } from '../../client/calls.ts' */
/** @import { World } from '../command.js' */

/** Between two lines where there is no terminal: a log is to be read. */
const LINE_EVERY_MS = 5_000

export const watch = command({
  summary: 'Watch a campaign until it ends',
  about:
    'The exit code is 0 if it completed and 1 if it was stopped or failed. Ctrl-C ends the watching,\n' +
    'not the campaign. With --json every change is a line.',
  takes: ['ID'],
  run: (world) => watchCampaign(world, world.given.arg(0)),
})

/**
 * @param {World} world
 * @param {string} id
 */
export async function watchCampaign(world, id) {
  const view = viewFor(world)
  /** @type {Schema<'Campaign'> | undefined} */
  let last
  try {
    for await (const campaign of followCampaign(world, id)) view.show((last = campaign))
  } finally {
    view.close(last)
    if (world.terminal.signal.aborted) view.leave(id)
  }
  if (last) world.terminal.note([last.status, reasonWords(last)].filter(Boolean).join(': '))
  return last?.status === 'completed' ? EXIT.ok : EXIT.failed
}

/**
 * @typedef {object} View
 * @property {(campaign: Schema<'Campaign'>) => void} show
 * @property {(last?: Schema<'Campaign'>) => void} close
 * @property {(id: string) => void} leave  after Ctrl-C
 */

/**
 * @param {World} world
 * @returns {View}
 */
function viewFor({ given, terminal }) {
  if (given.flag('json')) {
    const show = (/** @type {unknown} */ campaign) => terminal.print(JSON.stringify(campaign))
    return { show, close: () => {}, leave: () => {} }
  }
  const pace = new Pace()
  /** @param {Schema<'Campaign'>} campaign */
  const lineOf = (campaign) => progressLine(campaign, pace, terminal.columns - 1)
  const live = terminal.stdout.isTTY ? liveLine(terminal.stdout) : undefined
  let shownAt = -Infinity
  /** @type {Schema<'Campaign'> | undefined} */
  let shown
  return {
    show(campaign) {
      const now = terminal.now()
      pace.saw(now, campaign.progress.fetched)
      if (live) return live.draw(lineOf(campaign))
      if (now - shownAt < LINE_EVERY_MS) return
      shownAt = now
      terminal.print(lineOf((shown = campaign)))
    },
    close(last) {
      if (live) live.close()
      else if (last && last !== shown) terminal.print(lineOf(last))
    },
    leave: (id) =>
      terminal.note(`It goes on. To look again: dowser watch ${id}. To end it: dowser stop ${id}.`),
  }
}
