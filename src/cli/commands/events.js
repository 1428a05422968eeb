import { score } from '../../dashboard/public/format.js'
import { outcomeWord } from '../../dashboard/public/wording.js'
import { command } from '../command.js'
import { EXIT, failureOf } from '../failures.js'
import { hasEnded } from '../follow-campaign.js'
import { readEvents } from '../read-events.js'
/** @import { Schema } from '../../client/calls.ts' */
/** @import { World } from '../command.js' */
/** @import { ServerEvent } from '../read-events.js' */

const RECONNECT_MS = 1_000

export const events = command({
  summary: 'Follow what happens to a campaign, page by page, until it ends',
  about: 'With --json every event is a line: { id, event, data }.',
  takes: ['ID'],
  options: { after: { kind: 'text', value: 'EVENT-ID', help: 'begin after this event' } },
  async run(world) {
    const { given, terminal } = world
    let last = given.text('after')
    for (;;) {
      let [isOver, isNews] = [false, false]
      for await (const event of connect(world, last)) {
        last = event.id ?? last
        if (event.event === 'campaign') isOver = hasEnded(event.data)
        else isNews = true
        terminal.print(given.flag('json') ? JSON.stringify(event) : eventLine(event))
      }
      // Every stream ends after some minutes; it may still have had to catch up.
      if (isOver && !isNews) return EXIT.ok
      if (!isOver) await terminal.pause(RECONNECT_MS)
    }
  },
})

/**
 * @param {World} world
 * @param {string | undefined} last
 */
async function* connect({ client, given, terminal }, last) {
  const opened = await client.open('/v1/campaigns/{id}/events', {
    path: { id: given.arg(0) },
    headers: { 'Last-Event-ID': last },
    signal: terminal.signal,
  })
  if (opened.kind !== 'response') throw failureOf(opened)
  yield* readEvents(/** @type {ReadableStream<Uint8Array>} */ (opened.response.body))
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
