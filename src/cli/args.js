import { parseArgs } from 'node:util'
import { nearestWord } from '../lib/nearest-word.js'
import { UsageError } from './errors.js'
/** @import { Command, Options } from './command.js' */

/** @typedef {Record<string, string | boolean | (string | boolean)[] | undefined>} Values */

/** The options and positional arguments of a command, checked. */
export class Args {
  /** @type {Values} */
  #values

  /**
   * @param {Values} values
   * @param {string[]} positionals
   */
  constructor(values, positionals) {
    this.#values = values
    this.positionals = positionals
  }

  /** @param {number} index  of a required positional argument */
  positional(index) {
    return /** @type {string} */ (this.positionals[index])
  }

  /** @param {string} name */
  text(name) {
    return /** @type {string | undefined} */ (this.#values[name])
  }

  /** @param {string} name */
  required(name) {
    const value = this.text(name)
    if (value === undefined) throw new UsageError(`--${name} is missing.`)
    return value
  }

  /**
   * The values of an option that may be repeated.
   *
   * @param {string} name
   */
  texts(name) {
    return /** @type {string[] | undefined} */ (this.#values[name])
  }

  /**
   * @template {string} Choice
   * @param {string} name
   * @param {readonly Choice[]} choices
   */
  choice(name, choices) {
    const value = this.text(name)
    const found = choices.find((choice) => choice === value)
    if (value === undefined || found !== undefined) return found
    throw new UsageError(`--${name} must be one of ${choices.join(', ')}, not "${value}".`)
  }

  /** @param {string} name */
  number(name) {
    const value = this.#values[name]
    return value === undefined ? undefined : Number(value)
  }

  /** @param {string} name */
  flag(name) {
    return this.#values[name] === true
  }
}

/**
 * @param {string[]} argv
 * @param {Command} command
 * @param {Options} options  its own and the common ones
 */
export function parseArguments(argv, command, options) {
  const { values, positionals } = parse(argv, options)
  for (const [name, { kind }] of Object.entries(options)) {
    const value = values[name]
    if (kind === 'number' && value !== undefined && !isNumber(value)) {
      throw new UsageError(`--${name} must be a number, not "${String(value)}".`)
    }
  }
  // --help works even if arguments are missing.
  if (values['help'] !== true) checkPositionals(positionals, command.positionals ?? [])
  return new Args(values, positionals)
}

/**
 * @param {string[]} argv
 * @param {Options} options
 */
function parse(argv, options) {
  try {
    return parseArgs({ args: argv, options: toNodeOptions(options), allowPositionals: true })
  } catch (error) {
    const { code, message } = /** @type {NodeJS.ErrnoException} */ (error)
    const [, dashes = '', flag = ''] = /'(--?)([^' ]+)/.exec(message) ?? []
    if (code !== 'ERR_PARSE_ARGS_UNKNOWN_OPTION')
      throw new UsageError(`${message}.`, { cause: error })
    const suggestion = nearestWord(flag, Object.keys(options))
    const hint = suggestion === undefined ? '' : ` Did you mean --${suggestion}?`
    throw new UsageError(`Unknown option ${dashes}${flag}.${hint}`, { cause: error })
  }
}

/** @param {Options} options */
function toNodeOptions(options) {
  const entries = Object.entries(options).map(([name, { kind, short }]) => {
    const type = kind === 'flag' ? 'boolean' : 'string'
    return [name, { type, multiple: kind === 'texts', ...(short !== undefined && { short }) }]
  })
  return /** @type {Record<string, { type: 'boolean' | 'string', multiple: boolean }>} */ (
    Object.fromEntries(entries)
  )
}

/** @param {unknown} value */
const isNumber = (value) => value !== '' && Number.isFinite(Number(value))

/**
 * @param {string[]} found
 * @param {string[]} expected
 */
function checkPositionals(found, expected) {
  // An unset variable in a script becomes an empty argument.
  const end = found.includes('') ? found.indexOf('') : found.length
  const missing = expected[end]
  if (missing !== undefined && !missing.startsWith('['))
    throw new UsageError(`${missing} is missing.`)
  const last = expected.at(-1) ?? ''
  if (found.length > expected.length && !last.includes('...')) {
    throw new UsageError(`Unexpected argument "${found[expected.length]}".`)
  }
}
