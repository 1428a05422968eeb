import { campaignLine } from '../campaign-text.js'
import { callApi, defineCommand } from '../command.js'
import { UsageError } from '../errors.js'
import { bodyFrom, EDIT_OPTIONS } from '../spec-options.js'

export const edit = defineCommand({
  summary: 'Change a campaign while it runs; options not given stay as they are',
  positionals: ['ID'],
  options: EDIT_OPTIONS,
  async run(context) {
    const { args, terminal, output } = context
    const body = await bodyFrom(args, terminal)
    if (Object.keys(body).length === 0) {
      throw new UsageError('Nothing to change. dowser edit --help lists the options.')
    }
    const request = { path: { id: args.positional(0) }, body }
    const campaign = await callApi(context, 'patch', '/v1/campaigns/{id}', request)
    output(campaign, () => campaignLine(campaign))
  },
})

export const seeds = defineCommand({
  summary: 'Add seeds to a campaign',
  positionals: ['ID', 'URL...'],
  async run(context) {
    const [id = '', ...urls] = context.args.positionals
    const request = { path: { id }, body: { seeds: urls } }
    const campaign = await callApi(context, 'post', '/v1/campaigns/{id}/seeds', request)
    context.output(campaign, () => campaignLine(campaign))
  },
})

export const label = defineCommand({
  summary: 'Label pages, by URL or seq, from 0 (useless) to 1 (perfect)',
  description: 'Example: dowser label ID https://example.org/=1 17=0',
  positionals: ['ID', 'PAGE=SCORE...'],
  async run(context) {
    const [id = '', ...labels] = context.args.positionals
    const request = { path: { id }, body: { labels: labels.map(parseLabel) } }
    const campaign = await callApi(context, 'post', '/v1/campaigns/{id}/labels', request)
    context.output(campaign, () => campaignLine(campaign))
  },
})

/** @param {string} text */
export function parseLabel(text) {
  const [, page = '', value = ''] = /^(.+)=([\d.]+)$/.exec(text) ?? []
  const score = Number(value)
  if (page === '' || !(score >= 0 && score <= 1)) {
    throw new UsageError(`A label must be like https://example.org/=1 or 17=0.5, not "${text}".`)
  }
  return /^\d+$/.test(page) ? { seq: Number(page), score } : { url: page, score }
}

export const pause = action('pause', 'Pause a campaign')
export const resume = action('resume', 'Resume a paused campaign')
export const stop = action('stop', 'End a campaign for good; its results are kept')

/**
 * @param {'pause' | 'resume' | 'stop'} name
 * @param {string} summary
 */
function action(name, summary) {
  return defineCommand({
    summary,
    positionals: ['ID'],
    async run(context) {
      const path = { id: context.args.positional(0) }
      const campaign = await callApi(context, 'post', `/v1/campaigns/{id}/${name}`, { path })
      context.output(campaign, () => campaignLine(campaign))
    },
  })
}
