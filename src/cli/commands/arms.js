import { score } from '../../client/format.js'
import { AS_OF } from '../as-of.js'
import { ask } from '../ask.js'
import { command } from '../command.js'
import { listing } from '../table.js'

export const arms = command({
  summary: 'Show how the estimators of a policy do against one another',
  takes: ['ID'],
  options: AS_OF,
  async run(world) {
    const { given, show } = world
    const request = { path: { id: given.arg(0) }, query: { asOf: given.number('as-of') } }
    const found = await ask(world, 'get', '/v1/campaigns/{id}/arms', request)
    show(found, () =>
      listing(found.arms, [
        { title: 'ARM', of: ({ name }) => name },
        { title: 'PULLS', of: ({ pulls }) => pulls },
        { title: 'MEAN', of: ({ mean }) => score(mean) },
        { title: 'IN FAVOUR', of: ({ name }) => (name === found.favourite ? 'yes' : null) },
      ]),
    )
  },
})
