import { randomUUID } from 'node:crypto'
import { ask } from '../ask.js'
import { campaignLine } from '../campaign-text.js'
import { command } from '../command.js'
import { dryRunText } from '../dry-run-text.js'
import { EXIT } from '../failures.js'
import { assertComplete, bodyFrom, SPEC_OPTIONS } from '../spec-options.js'
import { watchCampaign } from './watch.js'
/** @import { Schema } from '../../client/calls.ts' */
/** @import { World } from '../command.js' */

export const create = command({
  summary: 'Create a campaign, which begins at once',
  about:
    'dowser create --name Volcanoes --keywords volcano,lava --seed https://example.org/ --budget 500\n' +
    'What no flag says is in a file: dowser create --file spec.json',
  options: {
    ...SPEC_OPTIONS,
    'dry-run': { kind: 'flag', help: 'create nothing, and say what would come of it' },
    watch: { kind: 'flag', help: 'and watch it' },
  },
  async run(world) {
    const { given, terminal, show } = world
    assertComplete(given)
    // The API checks it, and says of each field what is wrong.
    const body = /** @type {Schema<'CampaignRequest'>} */ (await bodyFrom(given, terminal))
    const answer = await ask(world, 'post', '/v1/campaigns', {
      body,
      query: { dryRun: given.flag('dry-run') ? 'true' : undefined },
      // So that asking again after a lost answer creates no second one.
      headers: { 'Idempotency-Key': randomUUID() },
    })
    if (!('id' in answer)) show(answer, () => dryRunText(answer))
    else if (given.flag('watch')) return watchNew(world, answer)
    else show(answer, () => campaignLine(answer))
    return EXIT.ok
  },
})

/**
 * @param {World} world
 * @param {Schema<'Campaign'>} campaign
 */
function watchNew(world, campaign) {
  // Its id is wanted afterwards, and in JSON every line has it.
  if (!world.given.flag('json')) world.terminal.note(campaignLine(campaign))
  return watchCampaign(world, campaign.id)
}
