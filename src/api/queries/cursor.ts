import type { Context } from 'hono'
import * as z from 'zod/mini'
import { described } from '../description/schemas.ts'

/** One part of a list that was read with one item more than the limit, and the path of the next. */
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

/** The path of the same request from a cursor on. */
export function nextPath({ req }: Context): (cursor: string) => string {
  return (cursor) => {
    const query = new URLSearchParams({ ...req.query(), cursor })
    return `${req.path}?${query.toString()}`
  }
}

/** A query parameter that holds a cursor of this API, whose position matches `shape`. */
export function cursorOf<Position>(shape: RegExp, read: (position: string) => Position) {
  const error = 'must be a cursor taken from a "next" link'
  return z
    .pipe(
      z.string({ error }).check(z.refine((text) => shape.test(decodeCursor(text)), { error })),
      z.transform((text) => read(decodeCursor(text))),
    )
    .check(z.describe('The position to continue from, taken from a `next` link. Opaque.'))
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
  described.set(limited, () => ({ ...facts, description: 'The maximum number of entries.' }))
  return limited
}

/** The position where a list continues, opaque to clients. */
export function encodeCursor(position: string): string {
  return btoa(position).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
