import { readFileSync } from 'node:fs'
import { text as readAll } from 'node:stream/consumers'
import { UsageError } from './errors.js'
/** @import { Option, Options } from './command.js' */
/** @import { Args } from './args.js' */
/** @import { Terminal } from './terminal.js' */

/**
 * A flag and where in the body of a campaign its value belongs.
 *
 * @typedef {Option & { field: string, unless?: string }} Field  `unless`: what a new campaign has
 */

/** No campaign is without them. */
const REQUIRED = ['name', 'keywords', 'seed', 'budget']

/** What can be changed later. @type {Record<string, Field>} */
const EDITABLE = {
  name: { field: 'name', kind: 'text', value: 'NAME', help: 'what it is called' },
  keywords: {
    field: 'topic.keywords',
    kind: 'texts',
    value: 'A,B',
    help: 'what it is about: whole words, whatever case and accents',
  },
  budget: { field: 'budget', kind: 'number', value: 'N', help: 'fetches to spend, seeds included' },
  rate: {
    field: 'rate.perMinute',
    kind: 'number',
    value: 'N',
    help: 'requests a minute at most',
    unless: '60',
  },
  'host-delay': {
    field: 'rate.hostDelayMs',
    kind: 'number',
    value: 'MS',
    help: 'least pause between two requests to one site',
    unless: '1000',
  },
  policy: {
    field: 'policy',
    kind: 'text',
    value: 'NAME',
    help: 'what chooses the next page, like bfs, fl_ne or mab_var',
    unless: 'fl_ne',
  },
  timeout: {
    field: 'limits.timeoutMs',
    kind: 'number',
    value: 'MS',
    help: 'how long a page may take',
    unless: '15000',
  },
  'body-bytes': {
    field: 'limits.bodyBytes',
    kind: 'number',
    value: 'N',
    help: 'how long a page may be',
    unless: '2000000',
  },
  'per-host': {
    field: 'limits.perHost',
    kind: 'text',
    value: 'LIMIT',
    help: 'fetches of one host at most: 100, or 25% of the budget; none for no limit',
    unless: 'none',
  },
  'per-site': {
    field: 'limits.perSite',
    kind: 'text',
    value: 'LIMIT',
    help: 'the same of all hosts of one site',
    unless: '50% with seeds on several sites, else none',
  },
  include: {
    field: 'scope.include',
    kind: 'texts',
    value: 'PATTERN',
    help: "only URLs like '/docs/*' or '*.a.test/*'; again for more",
  },
  exclude: {
    field: 'scope.exclude',
    kind: 'texts',
    value: 'PATTERN',
    help: "no URLs like '*.pdf'; again for more",
  },
  host: { field: 'scope.hosts', kind: 'texts', value: 'A,B', help: 'only on these hosts' },
  suffix: {
    field: 'scope.suffixes',
    kind: 'texts',
    value: 'A,B',
    help: 'only on these domains and all hosts below them',
  },
  'max-depth': {
    field: 'scope.maxDepth',
    kind: 'number',
    value: 'N',
    help: 'so many links from the nearest seed at most',
  },
  language: {
    field: 'scope.languages',
    kind: 'texts',
    value: 'A,B',
    help: 'only pages in these languages, like en',
  },
  discover: {
    field: 'discover',
    kind: 'texts',
    value: 'A,B',
    help: 'where pages are looked for: links, sitemaps, feeds',
    unless: 'links',
  },
}

/** @type {Record<string, Field>} */
const FIXED = {
  seed: { field: 'seeds', kind: 'texts', value: 'URL', help: 'where it begins; again for more' },
  ties: {
    field: 'ties',
    kind: 'text',
    value: 'ORDER',
    help: 'among equals: fifo, random or lifo',
    unless: 'fifo',
  },
  memory: {
    field: 'memoryMb',
    kind: 'number',
    value: 'MB',
    help: 'memory for what it knows',
    unless: '64',
  },
  'random-seed': {
    field: 'randomSeed',
    kind: 'number',
    value: 'N',
    help: 'for the same crawl again',
    unless: 'drawn',
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

/** How much of the budget, in the words of a flag. */
const LIMITS = new Set(['per-host', 'per-site'])

export const EDIT_OPTIONS = { ...EDITABLE, ...FILE }
export const SPEC_OPTIONS = { ...ofNew({ ...EDITABLE, ...FIXED }), ...FILE }

/**
 * What has to be said comes first, and of the rest what it is unless it is said.
 *
 * @param {Record<string, Field>} fields
 * @returns {Options}
 */
function ofNew(fields) {
  const required = REQUIRED.flatMap((name) => {
    const field = fields[name]
    return field ? [[name, { ...field, help: `${field.help} (required)` }]] : []
  })
  const others = Object.entries(fields)
    .filter(([name]) => !REQUIRED.includes(name))
    .map(([name, { unless, ...field }]) => {
      const help = unless === undefined ? field.help : `${field.help} (default ${unless})`
      return [name, { ...field, help }]
    })
  return Object.fromEntries([...required, ...others])
}

/**
 * Said here in the words of flags; of a file the API says what it lacks, in those of JSON.
 *
 * @param {Args} given
 */
export function assertComplete(given) {
  if (given.text('file') !== undefined) return
  const missing = REQUIRED.filter((name) => given.text(name) === undefined)
  if (missing.length === 0) return
  const flags = missing.map((name) => `--${name}`).join(', ')
  throw new UsageError(
    `${flags} ${missing.length === 1 ? 'is' : 'are'} missing. ` +
      'dowser create --help has an example; --file takes a campaign as JSON.',
  )
}

/**
 * The body that file and flags come to.
 *
 * @param {Args} given
 * @param {Terminal} terminal
 * @returns {Promise<Record<string, unknown>>}
 */
export async function bodyFrom(given, { stdin }) {
  const file = given.text('file')
  const body =
    file === undefined ? {} : parse(file, file === '-' ? await readAll(stdin) : read(file))
  for (const [name, { field, kind }] of Object.entries({ ...EDITABLE, ...FIXED })) {
    const value = valueOf(given, name, kind)
    if (value === undefined) continue
    put(body, field.split('.'), LIMITS.has(name) ? fetchLimit(name, String(value)) : value)
  }
  return body
}

/**
 * @param {Args} given
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
 * A number of fetches, or a share of the budget in percent.
 *
 * @param {string} name
 * @param {string} text
 */
function fetchLimit(name, text) {
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
