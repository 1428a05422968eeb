import { percent, score } from '../../client/format.js'
import { AS_OF } from '../as-of.js'
import { ask } from '../ask.js'
import { command } from '../command.js'
import { listing } from '../table.js'

export const series = command({
  summary: 'Show the course of a campaign',
  takes: ['ID'],
  options: {
    points: { kind: 'number', value: 'N', help: 'how many points (default 20)' },
    ...AS_OF,
  },
  async run(world) {
    const { given, show } = world
    const query = { points: given.number('points') ?? 20, asOf: given.number('as-of') }
    const path = { id: given.arg(0) }
    const found = await ask(world, 'get', '/v1/campaigns/{id}/series', { path, query })
    show(found, () =>
      listing(found.points, [
        { title: 'AT', of: ({ at }) => at },
        { title: 'FETCHED', of: ({ fetched }) => fetched },
        { title: 'RELEVANT', of: ({ relevant }) => relevant },
        { title: 'HARVEST', of: ({ relevant, fetched }) => percent(relevant, fetched) },
        { title: 'SCORE', of: (point) => score(point.score) },
        { title: 'FRONTIER', of: (point) => point.frontier },
      ]),
    )
  },
})
