import { cursorFrom } from '../client/client.js'
import { UsageError } from './errors.js'
import { formatTable } from './table.js'
/** @import { Args } from './args.js' */
/** @import { Context, Options } from './command.js' */
/** @import { Column } from './table.js' */

const DEFAULT_LIMIT = 50

/** @type {Options} */
export const LIST_OPTIONS = {
  limit: { kind: 'number', value: 'N', help: `at most this many (default ${DEFAULT_LIMIT})` },
  all: { kind: 'flag', help: 'all of them, however many' },
}

/**
 * Fetches a list page by page, up to the limit that `LIST_OPTIONS` set.
 *
 * @template Item
 * @param {Args} args
 * @param {number} maxPerPage
 * @param {(page: { limit: number, cursor?: string }) => Promise<{ items: Item[], next: string | null }>} fetchPage
 */
export async function fetchList(args, maxPerPage, fetchPage) {
  const limit = readLimit(args)
  /** @type {Item[]} */
  const items = []
  let cursor = /** @type {string | null} */ (null)
  while (items.length < limit) {
    const { items: more, next } = await fetchPage({
      limit: Math.min(maxPerPage, limit - items.length),
      ...(cursor !== null && { cursor }),
    })
    items.push(...more)
    cursor = cursorFrom(next)
    if (cursor === null) break
  }
  return { items, hasMore: cursor !== null }
}

/** @param {Args} args */
function readLimit(args) {
  const limit = args.number('limit')
  if (!args.flag('all')) return checkLimit(limit ?? DEFAULT_LIMIT)
  if (limit === undefined) return Infinity
  throw new UsageError('--limit and --all contradict each other. Pass only one of them.')
}

/** @param {number} limit */
function checkLimit(limit) {
  if (limit >= 1 && Number.isInteger(limit)) return limit
  throw new UsageError(`--limit must be a whole number of at least 1, not ${limit}.`)
}

/**
 * Prints a list. Notes tell people, not programs, that it is empty or that the default limit cut it.
 *
 * @template Item
 * @param {Context} context
 * @param {string} name  of the list, in JSON
 * @param {{ items: Item[], hasMore: boolean }} list
 * @param {Column<Item>[]} columns
 */
export function outputList({ args, terminal, output }, name, { items, hasMore }, columns) {
  output({ [name]: items }, () => formatTable(items, columns, terminal.columns))
  if (args.flag('json')) return
  if (items.length === 0) terminal.note(`No ${name} found.`)
  if (!hasMore || args.number('limit') !== undefined) return
  terminal.note(`These are the first ${items.length} ${name}. Pass --limit N or --all for more.`)
}
