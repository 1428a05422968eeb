import { table } from './table.js'
/** @import { Command, Options } from './command.js' */

/** @type {Options} */
export const COMMON_OPTIONS = {
  url: {
    kind: 'text',
    value: 'URL',
    help: 'the deployment; or DOWSER_URL (default: the local run)',
  },
  key: { kind: 'text', value: 'KEY', help: 'its API key; or DOWSER_API_KEY' },
  json: { kind: 'flag', help: 'print JSON, and nothing else, on standard output' },
  help: { kind: 'flag', short: 'h', help: 'say what can be given' },
}

/** @param {Record<string, Command>} commands */
export function generalHelp(commands) {
  const rows = Object.entries(commands).map(([name, { takes = [], summary }]) => [
    `  ${[name, ...takes].join(' ')}`,
    summary,
  ])
  return [
    'Usage: dowser COMMAND [options]',
    '',
    table(rows),
    '',
    'Options of all commands:',
    optionsHelp(COMMON_OPTIONS),
    '',
    'dowser COMMAND --help says more of each, dowser --version which version this is.',
  ].join('\n')
}

/**
 * @param {string} name
 * @param {Command} command
 */
export function usage(name, { takes = [] }) {
  return `Usage: ${['dowser', name, ...takes].join(' ')} [options]`
}

/**
 * @param {string} name
 * @param {Command} command
 */
export function commandHelp(name, command) {
  const { summary, about, options = {} } = command
  const own = Object.keys(options).length > 0 ? [optionsHelp(options), ''] : []
  return [
    usage(name, command),
    '',
    `${summary}.`,
    ...(about === undefined ? [] : ['', about]),
    '',
    ...own,
    optionsHelp(COMMON_OPTIONS),
  ].join('\n')
}

/** @param {Options} options */
function optionsHelp(options) {
  return table(
    Object.entries(options).map(([name, { short, value, help }]) => [
      `  ${short ? `-${short}, ` : ''}--${name}${value ? ` ${value}` : ''}`,
      help,
    ]),
  )
}
