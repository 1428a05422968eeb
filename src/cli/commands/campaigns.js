import { createInterface } from 'node:readline/promises'
import { count, counted, percent, score } from '../../client/format.js'
import { campaignLine, campaignText } from '../campaign-text.js'
import { AS_OF, callApi, defineCommand } from '../command.js'
import { ResponseError, CommandError } from '../errors.js'
import { fetchList, LIST_OPTIONS, outputList } from '../paged-list.js'
import { stripControls } from '../terminal.js'
/** @import { ApiSchema } from '../../client/calls.ts' */
/** @import { Context } from '../command.js' */
/** @import { Terminal } from '../terminal.js' */

const REBUILD_POLL_MS = 1_000

export const list = defineCommand({
  summary: 'List campaigns, newest first',
  options: {
    status: { kind: 'text', value: 'S', help: 'running, paused, completed, failed or cancelled' },
    ...LIST_OPTIONS,
  },
  async run(context) {
    const { args } = context
    const status = args.text('status')
    const campaigns = await fetchList(args, 200, async (page) => {
      const body = await callApi(context, 'get', '/v1/campaigns', { query: { ...page, status } })
      return { items: body.campaigns, next: body.next }
    })
    outputList(context, 'campaigns', campaigns, [
      { title: 'ID', of: ({ id }) => id },
      { title: 'STATUS', of: (campaign) => campaign.status },
      { title: 'FETCHED', of: ({ fetched }) => fetched },
      { title: 'BUDGET', of: ({ budget }) => budget },
      { title: 'HARVEST', of: ({ relevant, fetched }) => percent(relevant, fetched) },
      { title: 'SCORE', of: (campaign) => score(campaign.score) },
      { title: 'NAME', of: ({ name }) => name, wide: true },
    ])
  },
})

export const showCampaign = defineCommand({
  summary: 'Show a campaign and its progress',
  positionals: ['ID'],
  options: AS_OF,
  async run(context) {
    const { args, output } = context
    const request = { path: { id: args.positional(0) }, query: { asOf: args.number('as-of') } }
    const campaign = await callApi(context, 'get', '/v1/campaigns/{id}', request)
    output(campaign, () => campaignText(campaign))
  },
})

export const rebuild = defineCommand({
  summary: 'Rebuild the results of a campaign from its log',
  description:
    'Use it if pages, or the campaign itself, are missing from lists. The rebuild runs in the\n' +
    'background; dowser show reports its progress.',
  positionals: ['ID'],
  options: { wait: { kind: 'flag', help: 'return when it is done' } },
  async run(context) {
    const path = { id: context.args.positional(0) }
    const started = await callApi(context, 'post', '/v1/campaigns/{id}/rebuild', { path })
    const campaign = context.args.flag('wait') ? await waitForRebuild(context, started) : started
    context.output(campaign, () => `${campaignLine(campaign)}\n${rebuildLine(campaign)}`)
  },
})

/**
 * @param {Context} context
 * @param {ApiSchema<'Campaign'>} started
 */
async function waitForRebuild(context, started) {
  let campaign = started
  while (campaign.results.rebuilding) {
    context.terminal.note(rebuildLine(campaign))
    await context.terminal.pause(REBUILD_POLL_MS)
    campaign = await callApi(context, 'get', '/v1/campaigns/{id}', { path: { id: started.id } })
  }
  return campaign
}

/** @param {ApiSchema<'Campaign'>} campaign */
function rebuildLine({ results }) {
  const { saved, records, rebuilding } = results
  const progress = `${count(saved)} of ${count(records)} records (${percent(saved, records)})`
  return rebuilding ? `Rebuilding: ${progress}.` : `Rebuilt: ${progress}.`
}

export const deleteCampaign = defineCommand({
  summary: 'Delete a campaign and everything it found',
  positionals: ['ID'],
  options: { yes: { kind: 'flag', short: 'y', help: 'do not ask for confirmation' } },
  async run(context) {
    const { args, terminal, output } = context
    const path = { id: args.positional(0) }
    if (!args.flag('yes')) await confirm(() => deletePrompt(context, path.id), terminal)
    await callApi(context, 'delete', '/v1/campaigns/{id}', { path })
    output({ deleted: path.id }, () => `${path.id} was deleted.`)
  },
})

/**
 * @param {Context} context
 * @param {string} id
 */
async function deletePrompt(context, id) {
  try {
    const { name, progress } = await callApi(context, 'get', '/v1/campaigns/{id}', { path: { id } })
    const pages = counted(progress.pages, 'page')
    return `Delete "${stripControls(name)}" and its ${pages} for good? [y/N] `
  } catch (error) {
    const isUnreadable =
      error instanceof ResponseError && error.response.code === 'campaign_unreadable'
    if (!isUnreadable) throw error
    return `The log of ${id} cannot be read. Delete it and everything it found? [y/N] `
  }
}

/**
 * @param {() => Promise<string>} prompt
 * @param {Terminal} terminal
 */
async function confirm(prompt, { stdin, stderr, signal }) {
  if (!stdin.isTTY) throw new CommandError('stdin is not a terminal; pass --yes to confirm.')
  const text = await prompt()
  const readline = createInterface({ input: stdin, output: stderr })
  const reply = await readline.question(text, { signal }).finally(() => readline.close())
  if (!/^y(es)?$/i.test(reply.trim())) throw new CommandError('Nothing was deleted.')
}
