import { AS_OF } from '../as-of.js'
import { ask } from '../ask.js'
import { campaignText } from '../campaign-text.js'
import { command } from '../command.js'

export const showCampaign = command({
  summary: 'Show a campaign with its progress',
  takes: ['ID'],
  options: AS_OF,
  async run(world) {
    const { given, show } = world
    const request = { path: { id: given.arg(0) }, query: { asOf: given.number('as-of') } }
    const campaign = await ask(world, 'get', '/v1/campaigns/{id}', request)
    show(campaign, () => campaignText(campaign))
  },
})
