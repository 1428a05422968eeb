import { count, percent } from '../../client/format.js'
import { ask } from '../ask.js'
import { campaignLine } from '../campaign-text.js'
import { command } from '../command.js'
/** @import { Schema } from '../../client/calls.ts' */
/** @import { World } from '../command.js' */

const LOOK_EVERY_MS = 1_000

export const rebuild = command({
  summary: 'Build the results of a campaign anew, from its log',
  about:
    'For pages, or the campaign itself, that are missing in the lists though its log has them. It\n' +
    'goes on in the background; dowser show tells how far it has come.',
  takes: ['ID'],
  options: { wait: { kind: 'flag', help: 'until it is done' } },
  async run(world) {
    const path = { id: world.given.arg(0) }
    const begun = await ask(world, 'post', '/v1/campaigns/{id}/rebuild', { path })
    const campaign = world.given.flag('wait') ? await untilRebuilt(world, begun) : begun
    world.show(campaign, () => `${campaignLine(campaign)}\n${rebuildLine(campaign)}`)
  },
})

/**
 * @param {World} world
 * @param {Schema<'Campaign'>} begun
 */
async function untilRebuilt(world, begun) {
  let campaign = begun
  while (campaign.results.rebuilding) {
    world.terminal.note(rebuildLine(campaign))
    await world.terminal.pause(LOOK_EVERY_MS)
    campaign = await ask(world, 'get', '/v1/campaigns/{id}', { path: { id: begun.id } })
  }
  return campaign
}

/** @param {Schema<'Campaign'>} campaign */
function rebuildLine({ results }) {
  const { saved, records, rebuilding } = results
  const done = `${count(saved)} of ${count(records)} records (${percent(saved, records)})`
  return rebuilding ? `Being rebuilt: ${done}.` : `Rebuilt: ${done}.`
}
