import { cursorIn } from '../client/client.js'
import { UsageError } from './failures.js'
import { listing } from './table.js'
/** @import { Options, World } from './command.js' */
/** @import { Given } from './given.js' */
/** @import { Column } from './table.js' */

const DEFAULT_LIMIT = 50

/** @type {Options} */
export const PART_OPTIONS = {
  limit: { kind: 'number', value: 'N', help: `how many at most (default ${DEFAULT_LIMIT})` },
  all: { kind: 'flag', help: 'however many there are' },
}

/**
 * A list, part by part up to what is wanted of it.
 *
 * @template Item
 * @param {Given} given  with `PART_OPTIONS`
 * @param {number} most  that one answer holds
 * @param {(part: { limit: number, cursor?: string }) => Promise<{ items: Item[], next: string | null }>} ask
 */
export async function gather(given, most, ask) {
  const limit = limitOf(given)
  /** @type {Item[]} */
  const items = []
  let cursor = /** @type {string | null} */ (null)
  while (items.length < limit) {
    const part = { limit: Math.min(most, limit - items.length), ...(cursor !== null && { cursor }) }
    const { items: more, next } = await ask(part)
    items.push(...more)
    cursor = cursorIn(next)
    if (cursor === null) break
  }
  return { items, isCut: cursor !== null }
}

/** @param {Given} given */
function limitOf(given) {
  const limit = given.number('limit')
  if (!given.flag('all')) return checked(limit ?? DEFAULT_LIMIT)
  if (limit === undefined) return Infinity
  throw new UsageError('--limit and --all contradict each other: give one of them.')
}

/** @param {number} limit */
function checked(limit) {
  if (limit >= 1 && Number.isInteger(limit)) return limit
  throw new UsageError(`--limit must be a whole number from 1 on, not ${limit}.`)
}

/**
 * A list that is empty says so, and whoever set no limit learns that there is one.
 *
 * @template Item
 * @param {World} world
 * @param {string} name  of the list, in JSON
 * @param {{ items: Item[], isCut: boolean }} gathered
 * @param {Column<Item>[]} columns
 */
export function showList({ given, terminal, show }, name, { items, isCut }, columns) {
  show({ [name]: items }, () => listing(items, columns, terminal.columns))
  if (given.flag('json')) return
  if (items.length === 0) terminal.note(`There are no such ${name}.`)
  if (!isCut || given.number('limit') !== undefined) return
  terminal.note(`There are more ${name} than these ${items.length}: give --limit N, or --all.`)
}
