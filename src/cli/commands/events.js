import { score } from '../../client/format.js'
import { outcomeWord } from '../../client/wording.js'
import { command } from '../command.js'
import { failureOf } from '../failures.js'
import { hasEnded, isBearable } from '../follow-campaign.js'
import { plain } from '../plain.js'
import { readEvents } from '../../client/read-events.js'
/** @import { Schema } from '../../client/calls.ts' */
/** @import { World } from '../command.js' */
/** @import { ServerEvent } from '../../client/read-events.js' */

const RECONNECT_MS = 1_000

export const events = command({
  summary: 'Follow what happens to a campaign, page by page, until it ends',
  about: 'With --json every event is a line: { id, event, data }.',
  takes: ['ID'],
  options: { after: { kind: 'text', value: 'EVENT-ID', help: 'begin after this event' } },
  async run(world) {
    const { given, terminal } = world
    let last = given.text('after')
    let said = ''
    for await (const body of connections(world, () => last)) {
      let [isOver, isNews] = [false, false]
      for await (const event of readEvents(body)) {
        last = event.id ?? last
        if (event.event === 'campaign') isOver = hasEnded(event.data)
        else isNews = true
        const line = given.flag('json') ? JSON.stringify(event) : plain(eventLine(event))
        // Every stream begins with the campaign as it is, which may be as it was.
        if (line !== said) terminal.print(line)
        said = line
      }
      // Every stream ends after some minutes; it may still have had to catch up.
      if (isOver && !isNews) return
      if (!isOver) await terminal.pause(RECONNECT_MS)
    }
  },
})

/**
 * One stream after the other. A server that has answered is waited for when it falls silent.
 *
 * @param {World} world
 * @param {() => string | undefined} last  the event to go on after
 */
async function* connections({ client, given, terminal }, last) {
  let wasHeard = false
  for (let silences = 0; ;) {
    const opened = await client.open('/v1/campaigns/{id}/events', {
      path: { id: given.arg(0) },
      headers: { 'Last-Event-ID': last() },
      signal: terminal.signal,
    })
    silences = opened.kind === 'unreached' ? silences + 1 : 0
    if (opened.kind === 'response') {
      wasHeard = true
      yield /** @type {ReadableStream<Uint8Array>} */ (opened.response.body)
    } else if (wasHeard && isBearable(silences)) await terminal.pause(RECONNECT_MS)
    else throw failureOf(opened)
  }
}

/** @param {ServerEvent} event */
function eventLine({ event, data }) {
  if (event === 'page') return pageLine(data)
  return event === 'campaign' ? campaignLine(data) : `${event}  ${JSON.stringify(data)}`
}

/** @param {Schema<'PageNews'>} page */
const pageLine = (page) => `page  ${score(page.score)}  ${outcomeWord(page)}  ${page.url}`

/** @param {Schema<'CampaignNews'>} campaign */
const campaignLine = ({ status, progress }) =>
  `campaign  ${status}, ${progress.fetched} fetched, score ${score(progress.score)}`
