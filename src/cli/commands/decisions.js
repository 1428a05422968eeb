import { NOTHING, score } from '../../client/format.js'
import { ask } from '../ask.js'
import { command } from '../command.js'
import { gather, PART_OPTIONS, showList } from '../parts.js'

export const decisions = command({
  summary: 'Show why each page was chosen, newest first',
  takes: ['ID'],
  options: PART_OPTIONS,
  async run(world) {
    const path = { id: world.given.arg(0) }
    const found = await gather(world.given, 200, async (query) => {
      const body = await ask(world, 'get', '/v1/campaigns/{id}/decisions', { path, query })
      return { items: body.decisions, next: body.next }
    })
    showList(world, 'decisions', found, [
      { title: 'SEQ', of: ({ seq }) => seq },
      {
        title: 'ESTIMATE',
        of: ({ estimate }) => (estimate === null ? NOTHING : score(estimate)),
      },
      { title: 'URL', of: ({ url }) => url, wide: true },
      { title: 'WHY', of: ({ why }) => why, wide: true },
    ])
  },
})
