import { ask } from '../ask.js'
import { command } from '../command.js'
import { gather, PART_OPTIONS, showList } from '../parts.js'

export const hosts = command({
  summary: 'List the hosts a campaign has met, in that order',
  takes: ['ID'],
  options: PART_OPTIONS,
  async run(world) {
    const path = { id: world.given.arg(0) }
    const found = await gather(world.given, 200, async (query) => {
      const body = await ask(world, 'get', '/v1/campaigns/{id}/hosts', { path, query })
      return { items: body.hosts, next: body.next }
    })
    showList(world, 'hosts', found, [
      { title: 'HOST', of: ({ origin }) => origin, wide: true },
      { title: 'FETCHED', of: ({ fetched }) => fetched },
      { title: 'RELEVANT', of: ({ relevant }) => relevant },
      { title: 'FRONTIER', of: ({ frontier }) => frontier },
      { title: 'FAILURES', of: ({ failures }) => failures },
      { title: 'CRAWL DELAY', of: ({ crawlDelayMs }) => `${crawlDelayMs} ms` },
    ])
  },
})
