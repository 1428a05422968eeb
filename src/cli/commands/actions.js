import { ask } from '../ask.js'
import { campaignLine } from '../campaign-text.js'
import { command } from '../command.js'

export const pause = action('pause', 'Let a campaign rest')
export const resume = action('resume', 'Let a campaign go on')
export const stop = action('stop', 'End a campaign for good, and keep what it found')

/**
 * @param {'pause' | 'resume' | 'stop'} name
 * @param {string} summary
 */
function action(name, summary) {
  return command({
    summary,
    takes: ['ID'],
    async run(world) {
      const path = { id: world.given.arg(0) }
      const campaign = await ask(world, 'post', `/v1/campaigns/{id}/${name}`, { path })
      world.show(campaign, () => campaignLine(campaign))
    },
  })
}
