import { parseArgs } from 'node:util'
import { UsageError } from './failures.js'
import { nearest } from './nearest.js'
/** @import { Command, Options } from './command.js' */

/** @typedef {Record<string, string | boolean | (string | boolean)[] | undefined>} Values */

/** What was typed, checked. */
export class Given {
  /** @type {Values} */
  #values
  /** @type {string[]} */
  #args

  /**
   * @param {Values} values
   * @param {string[]} args
   */
  constructor(values, args) {
    this.#values = values
    this.#args = args
  }

  /** @param {number} place  of an argument that has to be there */
  arg(place) {
    return /** @type {string} */ (this.#args[place])
  }

  get args() {
    return this.#args
  }

  /** @param {string} name */
  text(name) {
    return /** @type {string | undefined} */ (this.#values[name])
  }

  /** @param {string} name  of an option that has to be there */
  need(name) {
    const value = this.text(name)
    if (value === undefined) throw new UsageError(`--${name} is missing.`)
    return value
  }

  /**
   * Given several times, with commas between, or both.
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
 * @param {Options} options  all that it knows
 */
export function readArguments(argv, { takes = [] }, options) {
  const { values, positionals } = parse(argv, options)
  for (const [name, { kind }] of Object.entries(options)) {
    const value = values[name]
    if (kind === 'number' && value !== undefined && !isNumber(value)) {
      throw new UsageError(`--${name} must be a number, not "${String(value)}".`)
    }
  }
  // Help is given whatever else is there.
  if (values['help'] !== true) checkCount(positionals, takes)
  return new Given(values, positionals)
}

/**
 * @param {string[]} argv
 * @param {Options} options
 */
function parse(argv, options) {
  try {
    return parseArgs({ args: argv, options: forNode(options), allowPositionals: true })
  } catch (error) {
    const { code, message } = /** @type {NodeJS.ErrnoException} */ (error)
    const [, dashes = '', flag = ''] = /'(--?)([^' ]+)/.exec(message) ?? []
    if (code !== 'ERR_PARSE_ARGS_UNKNOWN_OPTION')
      throw new UsageError(`${message}.`, { cause: error })
    const close = nearest(flag, Object.keys(options))
    const hint = close === undefined ? '' : ` Did you mean --${close}?`
    throw new UsageError(`There is no option ${dashes}${flag} here.${hint}`, { cause: error })
  }
}

/** @param {Options} options */
function forNode(options) {
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
 * @param {string[]} given
 * @param {string[]} takes
 */
function checkCount(given, takes) {
  // A variable of a script that was never set comes as an empty argument.
  const place = given.includes('') ? given.indexOf('') : given.length
  const missing = takes[place]
  if (missing !== undefined && !missing.startsWith('['))
    throw new UsageError(`${missing} is missing.`)
  const last = takes.at(-1) ?? ''
  if (given.length > takes.length && !last.includes('...')) {
    throw new UsageError(`"${given[takes.length]}" is one argument too many.`)
  }
}
