import { reasonWords } from '../../client/wording.js'
import { defineCommand } from '../command.js'
import { EXIT } from '../errors.js'
import { followCampaign } from '../follow-campaign.js'
import { FetchRate, liveLine, progressLine } from '../progress-line.js'
/** @import { ApiSchema } from '../../client/calls.ts' */
/** @import { Context } from '../command.js' */

/** Output that goes to a file instead of a terminal gets a line this often. */
const LOG_INTERVAL_MS = 5_000

export const watch = defineCommand({
  summary: 'Watch a campaign until it ends',
  description:
    'The exit code is 0 if the campaign completed and 1 if it was stopped or failed. Ctrl-C ends the\n' +
    'watching, not the campaign. With --json every change is a line.',
  positionals: ['ID'],
  run: (context) => watchCampaign(context, context.args.positional(0)),
})

/**
 * @param {Context} context
 * @param {string} id
 */
export async function watchCampaign(context, id) {
  const view = createView(context)
  /** @type {ApiSchema<'Campaign'> | undefined} */
  let last
  try {
    for await (const campaign of followCampaign(context, id)) view.show((last = campaign))
  } finally {
    view.close(last)
    if (context.terminal.signal.aborted) view.leave(id)
  }
  if (last) context.terminal.note([last.status, reasonWords(last)].filter(Boolean).join(': '))
  return last?.status === 'completed' ? EXIT.ok : EXIT.failed
}

/**
 * @typedef {object} View
 * @property {(campaign: ApiSchema<'Campaign'>) => void} show
 * @property {(last?: ApiSchema<'Campaign'>) => void} close
 * @property {(id: string) => void} leave  after Ctrl-C
 */

/**
 * @param {Context} context
 * @returns {View}
 */
function createView({ args, terminal }) {
  if (args.flag('json')) {
    const show = (/** @type {unknown} */ campaign) => terminal.print(JSON.stringify(campaign))
    return { show, close: () => {}, leave: () => {} }
  }
  const rate = new FetchRate()
  /** @param {ApiSchema<'Campaign'>} campaign */
  const lineFor = (campaign) => progressLine(campaign, rate, terminal.columns - 1)
  const live = terminal.stdout.isTTY ? liveLine(terminal.stdout) : undefined
  let shownAt = -Infinity
  /** @type {ApiSchema<'Campaign'> | undefined} */
  let shown
  return {
    show(campaign) {
      const now = terminal.now()
      rate.add(now, campaign.progress.fetched)
      if (live) return live.draw(lineFor(campaign))
      if (now - shownAt < LOG_INTERVAL_MS) return
      shownAt = now
      terminal.print(lineFor((shown = campaign)))
    },
    close(last) {
      if (live) live.close()
      else if (last && last !== shown) terminal.print(lineFor(last))
    },
    leave: (id) =>
      terminal.note(
        `The campaign goes on. To watch it again: dowser watch ${id}. To end it: dowser stop ${id}.`,
      ),
  }
}
