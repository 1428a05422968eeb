import { NOTHING, percent, score } from '../../client/format.js'
import { AS_OF, callApi, defineCommand } from '../command.js'
import { fetchList, LIST_OPTIONS, outputList } from '../paged-list.js'
import { formatTable } from '../table.js'

export const explain = defineCommand({
  summary: 'Explain why a page was fetched, is still waiting, or never will be fetched',
  positionals: ['ID', 'URL'],
  async run(context) {
    const { args, output } = context
    const request = { path: { id: args.positional(0) }, query: { url: args.positional(1) } }
    const found = await callApi(context, 'get', '/v1/campaigns/{id}/explain', request)
    output(found, () => found.why)
  },
})

export const decisions = defineCommand({
  summary: 'Show why each page was chosen, newest first',
  positionals: ['ID'],
  options: LIST_OPTIONS,
  async run(context) {
    const path = { id: context.args.positional(0) }
    const found = await fetchList(context.args, 200, async (query) => {
      const body = await callApi(context, 'get', '/v1/campaigns/{id}/decisions', { path, query })
      return { items: body.decisions, next: body.next }
    })
    outputList(context, 'decisions', found, [
      { title: 'SEQ', of: ({ seq }) => seq },
      { title: 'ESTIMATE', of: estimateText },
      { title: 'URL', of: ({ url }) => url, wide: true },
      { title: 'WHY', of: ({ why }) => why, wide: true },
    ])
  },
})

export const frontier = defineCommand({
  summary: 'Preview the pages to fetch next, as far as is known now',
  positionals: ['ID'],
  options: { limit: { kind: 'number', value: 'N', help: 'how many pages (default 20)' }, ...AS_OF },
  async run(context) {
    const { args, terminal, output } = context
    const query = { limit: args.number('limit'), asOf: args.number('as-of') }
    const path = { id: args.positional(0) }
    const found = await callApi(context, 'get', '/v1/campaigns/{id}/frontier', { path, query })
    output(found, () =>
      formatTable(
        found.nodes,
        [
          { title: 'ESTIMATE', of: estimateText },
          { title: 'KIND', of: ({ kind }) => kind },
          { title: 'DEPTH', of: ({ depth }) => depth },
          { title: 'URL', of: ({ url }) => url, wide: true },
        ],
        terminal.columns,
      ),
    )
  },
})

/** @param {{ estimate: number | null }} node  a seed has no estimate */
const estimateText = ({ estimate }) => (estimate === null ? NOTHING : score(estimate))

export const hosts = defineCommand({
  summary: 'List the hosts a campaign has discovered, oldest first',
  positionals: ['ID'],
  options: LIST_OPTIONS,
  async run(context) {
    const path = { id: context.args.positional(0) }
    const found = await fetchList(context.args, 200, async (query) => {
      const body = await callApi(context, 'get', '/v1/campaigns/{id}/hosts', { path, query })
      return { items: body.hosts, next: body.next }
    })
    outputList(context, 'hosts', found, [
      { title: 'HOST', of: ({ origin }) => origin, wide: true },
      { title: 'FETCHED', of: ({ fetched }) => fetched },
      { title: 'RELEVANT', of: ({ relevant }) => relevant },
      { title: 'FRONTIER', of: (host) => host.frontier },
      { title: 'FAILURES', of: ({ consecutiveFailures }) => consecutiveFailures },
      { title: 'CRAWL DELAY', of: ({ crawlDelayMs }) => `${crawlDelayMs} ms` },
    ])
  },
})

export const skipped = defineCommand({
  summary: 'Count the links and pages that were skipped, by reason',
  positionals: ['ID'],
  options: AS_OF,
  async run(context) {
    const { args, terminal, output } = context
    const request = { path: { id: args.positional(0) }, query: { asOf: args.number('as-of') } }
    const found = await callApi(context, 'get', '/v1/campaigns/{id}/skipped', request)
    const rows = [
      ...found.links.map((link) => ({ ...link, what: 'links' })),
      ...found.nodes.map((node) => ({ ...node, what: 'pages' })),
    ]
    output(found, () =>
      formatTable(
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

export const arms = defineCommand({
  summary: "Compare the estimators of a campaign's policy",
  positionals: ['ID'],
  options: AS_OF,
  async run(context) {
    const { args, output } = context
    const request = { path: { id: args.positional(0) }, query: { asOf: args.number('as-of') } }
    const found = await callApi(context, 'get', '/v1/campaigns/{id}/arms', request)
    output(found, () =>
      formatTable(found.arms, [
        { title: 'ARM', of: ({ name }) => name },
        { title: 'PULLS', of: ({ pulls }) => pulls },
        { title: 'MEAN', of: ({ mean }) => score(mean) },
        { title: 'FAVOURITE', of: ({ name }) => (name === found.favourite ? 'yes' : null) },
      ]),
    )
  },
})

export const series = defineCommand({
  summary: "Show a campaign's progress over time",
  positionals: ['ID'],
  options: {
    points: { kind: 'number', value: 'N', help: 'how many points (default 20)' },
    ...AS_OF,
  },
  async run(context) {
    const { args, output } = context
    const query = { points: args.number('points') ?? 20, asOf: args.number('as-of') }
    const path = { id: args.positional(0) }
    const found = await callApi(context, 'get', '/v1/campaigns/{id}/series', { path, query })
    output(found, () =>
      formatTable(found.points, [
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
