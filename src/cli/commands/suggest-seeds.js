import { percent, score } from '../../client/format.js'
import { callApi, defineCommand } from '../command.js'
import { formatTable } from '../table.js'
/** @import { ApiRequest, ResponseBody } from '../../client/calls.ts' */
/** @import { Context } from '../command.js' */

/** @typedef {ResponseBody<'post', '/v1/seed-selections'>} Selection */
/** @typedef {NonNullable<ApiRequest<'get', '/v1/campaigns/{id}/seeds/suggestions'>['query']>} Settings */

/** A log of 100,000 pages is read in a minute, if its campaign crawls meanwhile. */
const TIMEOUT_MS = 300_000

export const suggestSeeds = defineCommand({
  summary: 'Suggest seeds for the next campaign, from what one or several have found',
  description:
    'Each seed is shown with the value that it adds to those before it; the last ones may be worth ' +
    'little. What is read are the logs of the campaigns, so it takes a while for long ones.',
  positionals: ['ID...'],
  options: {
    count: { kind: 'number', value: 'N', help: 'how many seeds (default 10)' },
    method: {
      kind: 'text',
      value: 'NAME',
      help: 'random, page_rank, out_degree, max_out, max_weight (default), max_scc or root_scc',
    },
    hops: { kind: 'number', value: 'N', help: 'how many links a seed reaches (default 3)' },
    depth: { kind: 'number', value: 'N', help: 'how far pages are judged by (default 2)' },
    'per-site': { kind: 'text', value: 'BY', help: 'divide seeds by pages or page_rank of sites' },
    values: { kind: 'text', value: 'BY', help: 'value pages by relevance (default) or pages' },
  },
  async run(context) {
    const { output, terminal } = context
    const selection = await fetchSelection(context)
    output(selection, () => selectionText(selection, terminal.columns))
  },
})

/**
 * @param {Context} context
 * @returns {Promise<Selection>}
 */
function fetchSelection(context) {
  const { args } = context
  const [id = '', ...others] = args.positionals
  const query = /** @type {Settings} */ ({
    count: args.number('count'),
    method: args.text('method'),
    hops: args.number('hops'),
    depth: args.number('depth'),
    perSite: args.text('per-site'),
    values: args.text('values'),
  })
  const timeoutMs = TIMEOUT_MS
  if (others.length === 0) {
    const request = { path: { id }, query, timeoutMs }
    return callApi(context, 'get', '/v1/campaigns/{id}/seeds/suggestions', request)
  }
  const body = { campaigns: [id, ...others], ...query }
  return callApi(context, 'post', '/v1/seed-selections', { body, timeoutMs })
}

/**
 * @param {Selection} selection
 * @param {number | undefined} columns
 */
function selectionText({ seeds, enough, coverage, graph }, columns) {
  if (seeds.length === 0) return `No seed is worth having among the ${graph.pages} pages read.`
  const table = formatTable(
    seeds,
    [
      { title: 'NEW VALUE', of: ({ newValue }) => score(newValue) },
      { title: 'NEW PAGES', of: ({ newPages }) => newPages },
      { title: 'COVERED', of: (seed) => percent(seed.coverage, 1) },
      { title: 'SCORE', of: (seed) => score(seed.score) },
      { title: 'URL', of: ({ url }) => url, wide: true },
    ],
    columns,
  )
  const reached = `They reach ${coverage.pages} of ${coverage.totalPages} pages.`
  const worth =
    enough < seeds.length
      ? ` ${enough === 1 ? 'The first is' : `The first ${enough} are`} enough; the others add less than 1 % each.`
      : ''
  const cut =
    graph.recordsRead < graph.records
      ? ` Only ${graph.recordsRead} of ${graph.records} records were read: the logs are too long.`
      : ''
  return `${table}\n${reached}${worth}${cut}`
}
