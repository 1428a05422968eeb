import { COMMANDS } from './commands.js'
import { UsageError } from './failures.js'
import { COMMON_OPTIONS, generalHelp } from './help.js'
import { nearest } from './nearest.js'
import { version } from './version.js'
/** @import { Command } from './command.js' */

/**
 * `dowser --url U list` is `dowser list --url U`, and `dowser help list` is `dowser list --help`.
 *
 * @param {string[]} argv
 */
export function commandFirst(argv) {
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
 * The answer to what is asked of no single command; undefined if it is of one.
 *
 * @param {string[]} words
 */
export function generalAnswer([first = '', second = '']) {
  if (first === '--version') return version()
  if (isHelp(first) || first === 'help') return generalHelp(COMMANDS)
  const group = isHelp(second) ? groupOf(first) : []
  return group.length > 0 ? generalHelp(Object.fromEntries(group)) : undefined
}

/**
 * Names have one word or two.
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
  throw new UsageError(unknown(words))
}

/** @param {string[]} words */
function unknown([first = '', second = '']) {
  if (first.startsWith('-')) return 'A command is missing. dowser --help lists them.'
  const group = groupOf(first).map(([name]) => name.split(' ')[1])
  if (group.length > 0) return `dowser ${first} knows: ${group.join(', ')}.`
  const names = Object.keys(COMMANDS)
  const close = nearest(first, names) ?? nearest(`${first} ${second}`, names)
  const hint = close === undefined ? 'dowser --help lists them.' : `Did you mean "${close}"?`
  return `There is no command "${first}". ${hint}`
}

/** @param {string} first  of two words */
const groupOf = (first) => Object.entries(COMMANDS).filter(([name]) => name.startsWith(`${first} `))

/** @param {string} word */
const isHelp = (word) => word === '--help' || word === '-h'
