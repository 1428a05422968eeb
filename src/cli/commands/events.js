import { score } from '../../client/format.js'
import { readEvents } from '../../client/read-events.js'
import { outcomeWord } from '../../client/wording.js'
import { defineCommand } from '../command.js'
import { toError } from '../errors.js'
import { hasEnded, mayRestart } from '../follow-campaign.js'
import { stripControls } from '../terminal.js'
/** @import { ApiSchema } from '../../client/calls.ts' */
/** @import { ServerEvent } from '../../client/read-events.js' */
/** @import { Context } from '../command.js' */

const RECONNECT_MS = 1_000

export const events = defineCommand({
  summary: 'Follow the events of a campaign, page by page, until it ends',
  description: 'With --json every event is a line: { id, event, data }.',
  positionals: ['ID'],
  options: { after: { kind: 'text', value: 'EVENT-ID', help: 'start after this event' } },
  async run(context) {
    const { args, terminal } = context
    let lastId = args.text('after')
    let lastLine = ''
    for await (const body of openStreams(context, () => lastId)) {
      let [isOver, hasNews] = [false, false]
      for await (const event of readEvents(body)) {
        lastId = event.id ?? lastId
        if (event.event === 'campaign') isOver = hasEnded(event.data)
        else hasNews = true
        const line = args.flag('json') ? JSON.stringify(event) : stripControls(eventLine(event))
        // Every stream begins with the campaign, which may not have changed.
        if (line !== lastLine) terminal.print(line)
        lastLine = line
      }
      // The server ends each stream after some minutes; there may be more to catch up with.
      if (isOver && !hasNews) return
      if (!isOver) await terminal.pause(RECONNECT_MS)
    }
  },
})

/**
 * Opens one stream after another. Once one was open, a server that does not respond is given time
 * to restart.
 *
 * @param {Context} context
 * @param {() => string | undefined} lastId  the event to resume after
 */
async function* openStreams({ client, args, terminal }, lastId) {
  let wasOpen = false
  for (let silences = 0; ;) {
    const opened = await client.open('/v1/campaigns/{id}/events', {
      path: { id: args.positional(0) },
      headers: { 'Last-Event-ID': lastId() },
      signal: terminal.signal,
    })
    silences = opened.kind === 'no_response' ? silences + 1 : 0
    if (opened.kind === 'response') {
      wasOpen = true
      yield /** @type {ReadableStream<Uint8Array>} */ (opened.response.body)
    } else if (wasOpen && mayRestart(silences)) await terminal.pause(RECONNECT_MS)
    else throw toError(opened)
  }
}

/** @param {ServerEvent} event */
function eventLine({ event, data }) {
  if (event === 'page') return pageLine(data)
  return event === 'campaign' ? campaignLine(data) : `${event}  ${JSON.stringify(data)}`
}

/** @param {ApiSchema<'PageUpdate'>} page */
const pageLine = (page) => `page  ${score(page.score)}  ${outcomeWord(page)}  ${page.url}`

/** @param {ApiSchema<'CampaignUpdate'>} campaign */
const campaignLine = ({ status, progress }) =>
  `campaign  ${status}, ${progress.fetched} fetched, score ${score(progress.score)}`
