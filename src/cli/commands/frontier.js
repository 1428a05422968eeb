import { NOTHING, score } from '../../client/format.js'
import { AS_OF } from '../as-of.js'
import { ask } from '../ask.js'
import { command } from '../command.js'
import { listing } from '../table.js'

export const frontier = command({
  summary: 'Show what comes next, were nothing learned meanwhile',
  takes: ['ID'],
  options: { limit: { kind: 'number', value: 'N', help: 'how many pages (default 20)' }, ...AS_OF },
  async run(world) {
    const { given, terminal, show } = world
    const query = { limit: given.number('limit'), asOf: given.number('as-of') }
    const path = { id: given.arg(0) }
    const found = await ask(world, 'get', '/v1/campaigns/{id}/frontier', { path, query })
    show(found, () =>
      listing(
        found.nodes,
        [
          {
            title: 'ESTIMATE',
            of: ({ estimate }) => (estimate === null ? NOTHING : score(estimate)),
          },
          { title: 'KIND', of: ({ kind }) => kind },
          { title: 'DEPTH', of: ({ depth }) => depth },
          { title: 'URL', of: ({ url }) => url, wide: true },
        ],
        terminal.columns,
      ),
    )
  },
})
