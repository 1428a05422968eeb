import { ask } from '../ask.js'
import { campaignLine } from '../campaign-text.js'
import { command } from '../command.js'

export const seeds = command({
  summary: 'Give a campaign more seeds',
  takes: ['ID', 'URL...'],
  async run(world) {
    const [id = '', ...urls] = world.given.args
    const request = { path: { id }, body: { seeds: urls } }
    const campaign = await ask(world, 'post', '/v1/campaigns/{id}/seeds', request)
    world.show(campaign, () => campaignLine(campaign))
  },
})
