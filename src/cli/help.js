import { alignColumns } from './table.js'
/** @import { Command, Options } from './command.js' */

/** @type {Options} */
export const COMMON_OPTIONS = {
  url: {
    kind: 'text',
    value: 'URL',
    help: 'the deployment to use; or set DOWSER_URL (default: the local run)',
  },
  key: { kind: 'text', value: 'KEY', help: 'its API key; or set DOWSER_API_KEY' },
  json: { kind: 'flag', help: 'print JSON, and nothing else, on standard output' },
  help: { kind: 'flag', short: 'h', help: 'show this help' },
}

/** @param {Record<string, Command>} commands */
export function generalHelp(commands) {
  const rows = Object.entries(commands).map(([name, { positionals = [], summary }]) => [
    `  ${[name, ...positionals].join(' ')}`,
    summary,
  ])
  return [
    'Usage: dowser COMMAND [options]',
    '',
    alignColumns(rows),
    '',
    'Options of every command:',
    optionsHelp(COMMON_OPTIONS),
    '',
    'Run dowser COMMAND --help for more on a command, dowser --version for the version.',
  ].join('\n')
}

/**
 * @param {string} name
 * @param {Command} command
 */
export function usage(name, { positionals = [] }) {
  return `Usage: ${['dowser', name, ...positionals].join(' ')} [options]`
}

/**
 * @param {string} name
 * @param {Command} command
 */
export function commandHelp(name, command) {
  const { summary, description, options = {} } = command
  const own = Object.keys(options).length > 0 ? [optionsHelp(options), ''] : []
  return [
    usage(name, command),
    '',
    `${summary}.`,
    ...(description === undefined ? [] : ['', description]),
    '',
    ...own,
    optionsHelp(COMMON_OPTIONS),
  ].join('\n')
}

/** @param {Options} options */
function optionsHelp(options) {
  return alignColumns(
    Object.entries(options).map(([name, { short, value, help }]) => [
      `  ${short ? `-${short}, ` : ''}--${name}${value ? ` ${value}` : ''}`,
      help,
    ]),
  )
}
