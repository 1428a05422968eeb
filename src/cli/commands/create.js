import { randomUUID } from 'node:crypto'
import { campaignLine, dryRunText } from '../campaign-text.js'
import { callApi, defineCommand } from '../command.js'
import { EXIT } from '../errors.js'
import { assertComplete, bodyFrom, SPEC_OPTIONS } from '../spec-options.js'
import { watchCampaign } from './watch.js'
/** @import { ApiSchema } from '../../client/calls.ts' */
/** @import { Context } from '../command.js' */

export const create = defineCommand({
  summary: 'Create a campaign, which starts at once',
  description:
    'dowser create --name Volcanoes --keywords volcano,lava --seed https://example.org/ --budget 500\n' +
    'A file can set what no option does: dowser create --file spec.json',
  options: {
    ...SPEC_OPTIONS,
    'dry-run': { kind: 'flag', help: 'create nothing; show the resulting spec and a forecast' },
    watch: { kind: 'flag', help: 'watch it until it ends' },
  },
  async run(context) {
    const { args, terminal, output } = context
    assertComplete(args)
    // The API validates it, field by field.
    const body = /** @type {ApiSchema<'CampaignRequest'>} */ (await bodyFrom(args, terminal))
    const created = await callApi(context, 'post', '/v1/campaigns', {
      body,
      query: { dryRun: args.flag('dry-run') ? 'true' : undefined },
      // A retry after a lost response creates no second campaign.
      headers: { 'Idempotency-Key': randomUUID() },
    })
    if (!('id' in created)) output(created, () => dryRunText(created))
    else if (args.flag('watch')) return watchNew(context, created)
    else output(created, () => campaignLine(created))
    return EXIT.ok
  },
})

/**
 * @param {Context} context
 * @param {ApiSchema<'Campaign'>} campaign
 */
function watchNew(context, campaign) {
  // People need the id later; in JSON every line has it.
  if (!context.args.flag('json')) context.terminal.note(campaignLine(campaign))
  return watchCampaign(context, campaign.id)
}
