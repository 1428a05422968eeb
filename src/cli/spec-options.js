import { readFileSync } from 'node:fs'
import { text as readAll } from 'node:stream/consumers'
import { UsageError } from './errors.js'
import { SPEC_FLAGS } from './spec-flags.js'
/** @import { Option, Options } from './command.js' */
/** @import { Args } from './args.js' */
/** @import { Terminal } from './terminal.js' */

/**
 * A flag, and where in the body of a campaign its value belongs.
 *
 * @typedef {object} SpecFlag
 * @property {string} name
 * @property {string} path
 * @property {'text' | 'number' | 'list' | 'repeated' | 'fetchLimit'} type  items of a `list` may be
 *   separated by commas
 * @property {string} value
 * @property {string} help
 * @property {boolean} isRequired  to create a campaign
 * @property {boolean} isEditable
 * @property {string} [default]
 */

/** @type {Record<SpecFlag['type'], Option['kind']>} */
const OPTION_KINDS = {
  text: 'text',
  number: 'number',
  list: 'texts',
  repeated: 'texts',
  fetchLimit: 'text',
}

const REQUIRED = SPEC_FLAGS.filter(({ isRequired }) => isRequired)
const EDITABLE = SPEC_FLAGS.filter(({ isEditable }) => isEditable)

/** @type {Options} */
const FILE = {
  file: {
    kind: 'text',
    value: 'FILE',
    help: 'the body as JSON, - for standard input; flags override it',
  },
}

export const EDIT_OPTIONS = { ...toOptions(EDITABLE, ({ help }) => help), ...FILE }
export const SPEC_OPTIONS = {
  ...toOptions([...new Set([...REQUIRED, ...SPEC_FLAGS])], helpForCreating),
  ...FILE,
}

/**
 * @param {SpecFlag[]} flags
 * @param {(flag: SpecFlag) => string} helpOf
 * @returns {Options}
 */
function toOptions(flags, helpOf) {
  return Object.fromEntries(
    flags.map((flag) => [
      flag.name,
      { kind: OPTION_KINDS[flag.type], value: flag.value, help: helpOf(flag) },
    ]),
  )
}

/** @param {SpecFlag} flag */
function helpForCreating(flag) {
  if (flag.isRequired) return `${flag.help} (required)`
  return flag.default === undefined ? flag.help : `${flag.help} (default ${flag.default})`
}

/**
 * Checks flags in the words of flags. What a file lacks the API says, in the words of JSON.
 *
 * @param {Args} args
 */
export function assertComplete(args) {
  if (args.text('file') !== undefined) return
  const missing = REQUIRED.filter(({ name }) => args.text(name) === undefined)
  if (missing.length === 0) return
  const flags = missing.map(({ name }) => `--${name}`).join(', ')
  throw new UsageError(
    `${flags} ${missing.length === 1 ? 'is' : 'are'} missing. ` +
      'dowser create --help has an example; --file takes a campaign as JSON.',
  )
}

/**
 * The body of a request: what the file says, overridden by flags.
 *
 * @param {Args} args
 * @param {Terminal} terminal
 * @returns {Promise<Record<string, unknown>>}
 */
export async function bodyFrom(args, { stdin }) {
  const file = args.text('file')
  const body =
    file === undefined ? {} : parse(file, file === '-' ? await readAll(stdin) : read(file))
  for (const flag of SPEC_FLAGS) {
    const value = valueOf(args, flag)
    if (value !== undefined) put(body, flag.path.split('.'), value)
  }
  return body
}

/**
 * @param {Args} args
 * @param {SpecFlag} flag
 */
function valueOf(args, { name, type }) {
  switch (type) {
    case 'number':
      return args.number(name)
    case 'list':
      return args.texts(name)?.flatMap(listed)
    case 'repeated':
      return args.texts(name)
    case 'fetchLimit':
      return fetchLimit(name, args.text(name))
    case 'text':
      return args.text(name)
  }
}

/**
 * A number of fetches, or a share of the budget in percent.
 *
 * @param {string} name
 * @param {string | undefined} text
 */
function fetchLimit(name, text) {
  if (text === undefined) return undefined
  if (text === 'none') return null
  const [, number = '', percent] = /^(\d+(?:\.\d+)?)(%?)$/.exec(text) ?? []
  if (number !== '' && percent === '%') return { share: Number(number) / 100 }
  if (/^\d+$/.test(number)) return { fetches: Number(number) }
  throw new UsageError(
    `--${name} must be a number of fetches like 100, a share of the budget like 25%, or none, ` +
      `not "${text}".`,
  )
}

/**
 * The items of a text that are separated by commas.
 *
 * @param {string} text
 */
export function listed(text) {
  const words = text.split(',').map((word) => word.trim())
  return words.filter((word) => word !== '')
}

/**
 * @param {Record<string, unknown>} body
 * @param {string[]} path
 * @param {unknown} value
 */
function put(body, [first = '', ...rest], value) {
  if (rest.length === 0) {
    body[first] = value
    return
  }
  const inner = body[first]
  const below = typeof inner === 'object' && inner !== null ? { ...inner } : {}
  body[first] = below
  put(below, rest, value)
}

/** @param {string} file */
function read(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${/** @type {Error} */ (error).message}`, {
      cause: error,
    })
  }
}

/**
 * @param {string} file
 * @param {string} text
 */
function parse(file, text) {
  try {
    const body = JSON.parse(text)
    if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body
  } catch {
    // Reported below.
  }
  throw new UsageError(`${file === '-' ? 'Standard input' : file} holds no JSON object.`)
}
