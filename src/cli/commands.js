import { readFileSync } from 'node:fs'
import { nearestWord } from '../lib/nearest-word.js'
import { deleteCampaign, list, rebuild, showCampaign } from './commands/campaigns.js'
import { create } from './commands/create.js'
import { edit, label, pause, resume, seeds, stop } from './commands/edits.js'
import { events } from './commands/events.js'
import { exportPages } from './commands/export.js'
import { importLog } from './commands/import.js'
import { arms, decisions, explain, frontier, hosts, series, skipped } from './commands/insight.js'
import { createKey, listKeys, ownKey, revokeKey } from './commands/keys.js'
import { pages } from './commands/pages.js'
import { watch } from './commands/watch.js'
import {
  createWebhook,
  deleteWebhook,
  listDeliveries,
  listWebhooks,
  redeliver,
  rotateSecret,
  testWebhook,
} from './commands/webhooks.js'
import { suggestSeeds } from './commands/suggest-seeds.js'
import { UsageError } from './errors.js'
import { COMMON_OPTIONS, generalHelp } from './help.js'
/** @import { Command } from './command.js' */

/** All commands, in the order of the help. @type {Record<string, Command>} */
export const COMMANDS = {
  create,
  list,
  show: showCampaign,
  watch,
  edit,
  seeds,
  label,
  pause,
  resume,
  stop,
  rebuild,
  delete: deleteCampaign,
  pages,
  export: exportPages,
  import: importLog,
  explain,
  decisions,
  frontier,
  hosts,
  skipped,
  arms,
  series,
  'suggest-seeds': suggestSeeds,
  events,
  'webhooks list': listWebhooks,
  'webhooks create': createWebhook,
  'webhooks test': testWebhook,
  'webhooks deliveries': listDeliveries,
  'webhooks redeliver': redeliver,
  'webhooks rotate': rotateSecret,
  'webhooks delete': deleteWebhook,
  'keys list': listKeys,
  'keys self': ownKey,
  'keys create': createKey,
  'keys revoke': revokeKey,
}

/**
 * Turns `dowser --url U list` into `dowser list --url U`, and `dowser help list` into
 * `dowser list --help`.
 *
 * @param {string[]} argv
 */
export function moveCommandFirst(argv) {
  let length = 0
  for (let word = argv[0]; word?.startsWith('--'); word = argv[length]) {
    const [name = '', value] = word.slice(2).split('=', 2)
    const option = COMMON_OPTIONS[name]
    if (!option || name === 'help') break
    length += option.kind === 'text' && value === undefined ? 2 : 1
  }
  const words = [...argv.slice(length), ...argv.slice(0, length)]
  return words[0] === 'help' && words.length > 1 ? [...words.slice(1), '--help'] : words
}

/**
 * The version, or help on all commands or one group of them; undefined if the words ask for neither.
 *
 * @param {string[]} words
 */
export function findGeneralHelp([first = '', second = '']) {
  if (first === '--version') return readVersion()
  if (isHelp(first) || first === 'help') return generalHelp(COMMANDS)
  const group = isHelp(second) ? findGroup(first) : []
  return group.length > 0 ? generalHelp(Object.fromEntries(group)) : undefined
}

/**
 * The command that the first word, or the first two, name.
 *
 * @param {string[]} words
 * @returns {{ name: string, command: Command, rest: string[] }}
 */
export function findCommand(words) {
  for (const length of [2, 1]) {
    const name = words.slice(0, length).join(' ')
    const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
    if (command) return { name, command, rest: words.slice(length) }
  }
  throw new UsageError(unknownCommandText(words))
}

/** @param {string[]} words */
function unknownCommandText([first = '', second = '']) {
  if (first.startsWith('-')) return 'A command is missing. dowser --help lists all of them.'
  const group = findGroup(first).map(([name]) => name.split(' ')[1])
  if (group.length > 0) return `dowser ${first} needs one of: ${group.join(', ')}.`
  const names = Object.keys(COMMANDS)
  const suggestion = nearestWord(first, names) ?? nearestWord(`${first} ${second}`, names)
  const hint =
    suggestion === undefined ? 'dowser --help lists all commands.' : `Did you mean "${suggestion}"?`
  return `Unknown command "${first}". ${hint}`
}

/** @param {string} first  the first word of a two-word name */
const findGroup = (first) =>
  Object.entries(COMMANDS).filter(([name]) => name.startsWith(`${first} `))

/** @param {string} word */
const isHelp = (word) => word === '--help' || word === '-h'

/** @returns {string} */
function readVersion() {
  const file = new URL('../../package.json', import.meta.url)
  return JSON.parse(readFileSync(file, 'utf8')).version
}
