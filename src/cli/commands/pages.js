import { score } from '../../client/format.js'
import { outcomeWord } from '../../client/wording.js'
import { callApi, defineCommand } from '../command.js'
import { fetchList, LIST_OPTIONS, outputList } from '../paged-list.js'
/** @import { Args } from '../args.js' */
/** @import { Options } from '../command.js' */

/** @type {Options} */
export const PAGE_FILTERS = {
  'min-score': { kind: 'number', value: 'S', help: 'only pages with at least this score' },
  status: {
    kind: 'text',
    value: 'S',
    help: 'only this outcome (ok), HTTP status (404) or status class (4xx)',
  },
  host: { kind: 'text', value: 'HOST', help: 'only pages of this host' },
  since: {
    kind: 'text',
    value: 'TIME',
    help: 'only pages fetched since then, like 2026-11-16T09:30:00Z',
  },
}

/** @param {Args} args  with `PAGE_FILTERS` */
export function readPageFilter(args) {
  return {
    minScore: args.number('min-score'),
    status: args.text('status'),
    host: args.text('host'),
    since: args.text('since'),
  }
}

const SORTS = /** @type {const} */ (['time', '-time', 'score'])

export const pages = defineCommand({
  summary: 'List the pages a campaign fetched',
  positionals: ['ID'],
  options: {
    ...PAGE_FILTERS,
    sort: {
      kind: 'text',
      value: 'ORDER',
      help: 'time, -time (newest first) or score (highest first)',
    },
    ...LIST_OPTIONS,
  },
  async run(context) {
    const { args } = context
    const path = { id: args.positional(0) }
    const filter = { ...readPageFilter(args), sort: args.choice('sort', SORTS) }
    const found = await fetchList(args, 1000, async (page) => {
      const query = { ...filter, ...page }
      const body = await callApi(context, 'get', '/v1/campaigns/{id}/pages', { path, query })
      return { items: body.pages, next: body.next }
    })
    outputList(context, 'pages', found, [
      { title: 'SEQ', of: ({ seq }) => seq },
      { title: 'SCORE', of: (page) => score(page.score) },
      { title: 'OUTCOME', of: outcomeWord },
      { title: 'URL', of: ({ url }) => url, wide: true },
      { title: 'TITLE', of: ({ title }) => title, wide: true },
    ])
  },
})
