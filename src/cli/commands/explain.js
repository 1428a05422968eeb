import { ask } from '../ask.js'
import { command } from '../command.js'

export const explain = command({
  summary: 'Say why a page was fetched, is not yet, or never will be',
  takes: ['ID', 'URL'],
  async run(world) {
    const { given, show } = world
    const request = { path: { id: given.arg(0) }, query: { url: given.arg(1) } }
    const found = await ask(world, 'get', '/v1/campaigns/{id}/explain', request)
    show(found, () => found.why)
  },
})
