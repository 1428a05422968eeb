import { cursorIn } from '../dashboard/public/client.js'
import { UsageError } from './failures.js'
/** @import { Options } from './command.js' */
/** @import { Given } from './given.js' */

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
  const limit = given.flag('all') ? Infinity : (given.number('limit') ?? DEFAULT_LIMIT)
  if (limit < 1 || (limit !== Infinity && !Number.isInteger(limit))) {
    throw new UsageError(`--limit must be a whole number from 1 on, not ${limit}.`)
  }
  /** @type {Item[]} */
  const found = []
  let cursor = /** @type {string | null} */ (null)
  while (found.length < limit) {
    const part = { limit: Math.min(most, limit - found.length), ...(cursor !== null && { cursor }) }
    const { items, next } = await ask(part)
    found.push(...items)
    cursor = cursorIn(next)
    if (cursor === null) break
  }
  return found
}
