import { readFileSync } from 'node:fs'
import { text as readAll } from 'node:stream/consumers'
import { UsageError } from './failures.js'
/** @import { Option, Options } from './command.js' */
/** @import { Given } from './given.js' */
/** @import { Terminal } from './terminal.js' */

/**
 * A flag and where in the body of a campaign its value belongs.
 *
 * @typedef {Option & { field: string }} Field
 */

/** What can be changed later. @type {Record<string, Field>} */
const EDITABLE = {
  name: { field: 'name', kind: 'text', value: 'NAME', help: 'what it is called' },
  keywords: { field: 'topic.keywords', kind: 'texts', value: 'A,B', help: 'what it is about' },
  budget: { field: 'budget', kind: 'number', value: 'N', help: 'fetches to spend, seeds included' },
  rate: { field: 'rate.perMinute', kind: 'number', value: 'N', help: 'fetches a minute at most' },
  'host-delay': {
    field: 'rate.hostDelayMs',
    kind: 'number',
    value: 'MS',
    help: 'least pause between two requests to one site',
  },
  policy: { field: 'policy', kind: 'text', value: 'NAME', help: 'what chooses the next page' },
  timeout: { field: 'limits.timeoutMs', kind: 'number', value: 'MS', help: 'for one page' },
  'body-bytes': { field: 'limits.bodyBytes', kind: 'number', value: 'N', help: 'of one page' },
  include: { field: 'scope.include', kind: 'texts', value: 'PATTERN', help: 'only such addresses' },
  exclude: { field: 'scope.exclude', kind: 'texts', value: 'PATTERN', help: 'no such addresses' },
  host: { field: 'scope.hosts', kind: 'texts', value: 'HOST', help: 'only these hosts' },
  suffix: { field: 'scope.suffixes', kind: 'texts', value: 'DOMAIN', help: 'only below these' },
  'max-depth': { field: 'scope.maxDepth', kind: 'number', value: 'N', help: 'links from a seed' },
  language: { field: 'scope.languages', kind: 'texts', value: 'TAG', help: 'only in these' },
  discover: { field: 'discover', kind: 'texts', value: 'A,B', help: 'links, sitemaps, feeds' },
}

/** @type {Record<string, Field>} */
const FIXED = {
  seed: { field: 'seeds', kind: 'texts', value: 'URL', help: 'where it begins; again for more' },
  ties: { field: 'ties', kind: 'text', value: 'ORDER', help: 'fifo, random or lifo' },
  memory: { field: 'memoryMb', kind: 'number', value: 'MB', help: 'for what it knows' },
  'random-seed': {
    field: 'randomSeed',
    kind: 'number',
    value: 'N',
    help: 'for the same crawl again',
  },
}

/** @type {Options} */
const FILE = {
  file: {
    kind: 'text',
    value: 'FILE',
    help: 'the body as JSON, - for standard input; flags go over it',
  },
}

/** Addresses may have commas; words and names have none. */
const WHOLE = new Set(['seed', 'include', 'exclude'])

export const EDIT_OPTIONS = { ...EDITABLE, ...FILE }
export const SPEC_OPTIONS = { ...EDITABLE, ...FIXED, ...FILE }

/**
 * The body that file and flags come to.
 *
 * @param {Given} given
 * @param {Terminal} terminal
 * @returns {Promise<Record<string, unknown>>}
 */
export async function bodyFrom(given, { stdin }) {
  const file = given.text('file')
  const body =
    file === undefined ? {} : parse(file, file === '-' ? await readAll(stdin) : read(file))
  for (const [name, { field, kind }] of Object.entries({ ...EDITABLE, ...FIXED })) {
    const value = valueOf(given, name, kind)
    if (value !== undefined) put(body, field.split('.'), value)
  }
  return body
}

/**
 * @param {Given} given
 * @param {string} name
 * @param {Option['kind']} kind
 */
function valueOf(given, name, kind) {
  if (kind === 'number') return given.number(name)
  if (kind !== 'texts') return given.text(name)
  const texts = given.texts(name)
  return WHOLE.has(name) ? texts : texts?.flatMap(listed)
}

/**
 * The words between commas.
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
    // Said below.
  }
  throw new UsageError(`${file === '-' ? 'Standard input' : file} holds no JSON object.`)
}
