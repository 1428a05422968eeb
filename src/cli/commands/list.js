import { percent, score } from '../../client/format.js'
import { ask } from '../ask.js'
import { command } from '../command.js'
import { gather, PART_OPTIONS, showList } from '../parts.js'

export const list = command({
  summary: 'List campaigns, newest first',
  options: {
    status: { kind: 'text', value: 'S', help: 'running, paused, completed, failed or cancelled' },
    ...PART_OPTIONS,
  },
  async run(world) {
    const { given } = world
    const status = given.text('status')
    const campaigns = await gather(given, 200, async (part) => {
      const body = await ask(world, 'get', '/v1/campaigns', { query: { ...part, status } })
      return { items: body.campaigns, next: body.next }
    })
    showList(world, 'campaigns', campaigns, [
      { title: 'ID', of: ({ id }) => id },
      { title: 'STATUS', of: (campaign) => campaign.status },
      { title: 'FETCHED', of: ({ fetched }) => fetched },
      { title: 'BUDGET', of: ({ budget }) => budget },
      { title: 'HARVEST', of: ({ relevant, fetched }) => percent(relevant, fetched) },
      { title: 'SCORE', of: (campaign) => score(campaign.score) },
      { title: 'NAME', of: ({ name }) => name, wide: true },
    ])
  },
})
