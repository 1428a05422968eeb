import { createInterface } from 'node:readline/promises'
import { counted } from '../../dashboard/public/format.js'
import { ask } from '../ask.js'
import { command } from '../command.js'
import { CommandFailed } from '../failures.js'
import { plain } from '../plain.js'
/** @import { Terminal } from '../terminal.js' */

export const deleteCampaign = command({
  summary: 'Remove a campaign with everything it found',
  takes: ['ID'],
  options: { yes: { kind: 'flag', short: 'y', help: 'do not ask' } },
  async run(world) {
    const { given, terminal, show } = world
    const path = { id: given.arg(0) }
    if (!given.flag('yes')) {
      const { name, progress } = await ask(world, 'get', '/v1/campaigns/{id}', { path })
      await confirm(
        `Remove "${plain(name)}" and its ${counted(progress.pages, 'page')} for good? [y/N] `,
        terminal,
      )
    }
    await ask(world, 'delete', '/v1/campaigns/{id}', { path })
    show({ deleted: path.id }, () => `${path.id} is removed.`)
  },
})

/**
 * @param {string} question
 * @param {Terminal} terminal
 */
async function confirm(question, { stdin, stderr, signal }) {
  if (!stdin.isTTY) throw new CommandFailed('Nobody can be asked here: say --yes if it is meant.')
  const asking = createInterface({ input: stdin, output: stderr })
  const answer = await asking.question(question, { signal }).finally(() => asking.close())
  if (!/^y(es)?$/i.test(answer.trim())) throw new CommandFailed('Nothing was removed.')
}
