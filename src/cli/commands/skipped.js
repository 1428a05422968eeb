import { AS_OF } from '../as-of.js'
import { ask } from '../ask.js'
import { command } from '../command.js'
import { listing } from '../table.js'

export const skipped = command({
  summary: 'Show what was met and is not fetched, and why',
  takes: ['ID'],
  options: AS_OF,
  async run(world) {
    const { given, terminal, show } = world
    const request = { path: { id: given.arg(0) }, query: { asOf: given.number('as-of') } }
    const found = await ask(world, 'get', '/v1/campaigns/{id}/skipped', request)
    const rows = [
      ...found.links.map((link) => ({ ...link, what: 'links' })),
      ...found.nodes.map((node) => ({ ...node, what: 'pages' })),
    ]
    show(found, () =>
      listing(
        rows,
        [
          { title: 'COUNT', of: ({ count }) => count },
          { title: 'OF', of: ({ what }) => what },
          { title: 'REASON', of: ({ reason }) => reason },
          { title: 'MEANING', of: ({ meaning }) => meaning, wide: true },
        ],
        terminal.columns,
      ),
    )
  },
})
