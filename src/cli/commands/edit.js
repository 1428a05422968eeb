import { ask } from '../ask.js'
import { campaignLine } from '../campaign-text.js'
import { command } from '../command.js'
import { UsageError } from '../failures.js'
import { bodyFrom, EDIT_OPTIONS } from '../spec-options.js'

export const edit = command({
  summary: 'Change a campaign while it runs; what is not named stays',
  takes: ['ID'],
  options: EDIT_OPTIONS,
  async run(world) {
    const body = await bodyFrom(world.given, world.terminal)
    if (Object.keys(body).length === 0) {
      throw new UsageError('Nothing is to be changed: dowser edit --help lists what can be.')
    }
    const request = { path: { id: world.given.arg(0) }, body }
    const campaign = await ask(world, 'patch', '/v1/campaigns/{id}', request)
    world.show(campaign, () => campaignLine(campaign))
  },
})
