import { score } from '../../client/format.js'
import { outcomeWord } from '../../client/wording.js'
import { ask } from '../ask.js'
import { command } from '../command.js'
import { PAGE_FILTERS, filterFrom } from '../page-filters.js'
import { gather, PART_OPTIONS, showList } from '../parts.js'

const SORTS = /** @type {const} */ (['time', '-time', 'score'])

export const pages = command({
  summary: 'List what a campaign fetched',
  takes: ['ID'],
  options: {
    ...PAGE_FILTERS,
    sort: {
      kind: 'text',
      value: 'ORDER',
      help: 'time, -time (newest first) or score (best first)',
    },
    ...PART_OPTIONS,
  },
  async run(world) {
    const { given } = world
    const path = { id: given.arg(0) }
    const filter = { ...filterFrom(given), sort: given.choice('sort', SORTS) }
    const found = await gather(given, 1000, async (part) => {
      const query = { ...filter, ...part }
      const body = await ask(world, 'get', '/v1/campaigns/{id}/pages', { path, query })
      return { items: body.pages, next: body.next }
    })
    showList(world, 'pages', found, [
      { title: 'SEQ', of: ({ seq }) => seq },
      { title: 'SCORE', of: (page) => score(page.score) },
      { title: 'OUTCOME', of: outcomeWord },
      { title: 'URL', of: ({ url }) => url, wide: true },
      { title: 'TITLE', of: ({ title }) => title, wide: true },
    ])
  },
})
