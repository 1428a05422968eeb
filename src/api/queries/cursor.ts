import type { Context } from 'hono'
import * as z from 'zod/mini'
import { described } from '../description/schemas.ts'

/**
 * One part of a list that was asked for with one item more than the limit, and the path of the next
 * part, which `path` makes of the cursor.
 */
export function partOf<Item>(
  found: Item[],
  limit: number,
  position: (last: Item) => string | number,
  path: (cursor: string) => string,
): { shown: Item[]; next: string | null } {
  const shown = found.slice(0, limit)
  const last = shown.at(-1)
  const isAll = last === undefined || found.length <= limit
  return { shown, next: isAll ? null : path(encodeCursor(String(position(last)))) }
}

/** The same request again, from a cursor on. */
export function nextPath({ req }: Context): (cursor: string) => string {
  return (cursor) => {
    const query = new URLSearchParams({ ...req.query(), cursor })
    return `${req.path}?${query.toString()}`
  }
}

/** A query parameter holding a cursor that this API gave out, read as `shape` says. */
export function cursorOf<Position>(shape: RegExp, read: (position: string) => Position) {
  const error = 'must be a cursor taken from a "next" link'
  return z
    .pipe(
      z.string({ error }).check(z.refine((text) => shape.test(decodeCursor(text)), { error })),
      z.transform((text) => read(decodeCursor(text))),
    )
    .check(z.describe('Where to go on: taken from a `next` link, whose content may change.'))
}

function decodeCursor(text: string): string {
  try {
    return atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  } catch {
    return ''
  }
}

export const limitOf = (max: number, usual: number) => {
  const error = `must be a whole number from 1 to ${max}`
  const limit = z.pipe(
    z
      .string({ error })
      .check(z.refine((text) => /^[1-9]\d{0,8}$/.test(text) && Number(text) <= max, { error })),
    z.transform(Number),
  )
  const limited = z._default(limit, usual)
  const facts = { type: 'integer', minimum: 1, maximum: max, default: usual } as const
  described.set(limited, () => ({ ...facts, description: 'How many to answer with.' }))
  return limited
}

/** Where a list goes on. Opaque to clients, so that what is inside may change. */
export function encodeCursor(position: string): string {
  return btoa(position).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
