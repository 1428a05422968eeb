import { createInterface } from 'node:readline/promises'
import { counted } from '../../client/format.js'
import { ask } from '../ask.js'
import { command } from '../command.js'
import { CommandFailed, RequestRefused } from '../failures.js'
import { plain } from '../plain.js'
/** @import { World } from '../command.js' */
/** @import { Terminal } from '../terminal.js' */

export const deleteCampaign = command({
  summary: 'Remove a campaign with everything it found',
  takes: ['ID'],
  options: { yes: { kind: 'flag', short: 'y', help: 'do not ask' } },
  async run(world) {
    const { given, terminal, show } = world
    const path = { id: given.arg(0) }
    if (!given.flag('yes')) await confirm(() => questionAbout(world, path.id), terminal)
    await ask(world, 'delete', '/v1/campaigns/{id}', { path })
    show({ deleted: path.id }, () => `${path.id} is removed.`)
  },
})

/**
 * @param {World} world
 * @param {string} id
 */
async function questionAbout(world, id) {
  try {
    const { name, progress } = await ask(world, 'get', '/v1/campaigns/{id}', { path: { id } })
    return `Remove "${plain(name)}" and its ${counted(progress.pages, 'page')} for good? [y/N] `
  } catch (error) {
    const isUnreadable =
      error instanceof RequestRefused && error.refused.code === 'campaign_unreadable'
    if (!isUnreadable) throw error
    return `Remove ${id}, whose log cannot be read, with all it found? [y/N] `
  }
}

/**
 * @param {() => Promise<string>} question
 * @param {Terminal} terminal
 */
async function confirm(question, { stdin, stderr, signal }) {
  if (!stdin.isTTY) throw new CommandFailed('Nobody can be asked here: say --yes if it is meant.')
  const text = await question()
  const asking = createInterface({ input: stdin, output: stderr })
  const answer = await asking.question(text, { signal }).finally(() => asking.close())
  if (!/^y(es)?$/i.test(answer.trim())) throw new CommandFailed('Nothing was removed.')
}
