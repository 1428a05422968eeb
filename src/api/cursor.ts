import * as z from 'zod/mini'

/** Where a list goes on. Opaque to clients, so that what is inside may change. */
export function encodeCursor(position: string): string {
  return btoa(position).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** A query parameter holding a cursor that this API gave out, read as `shape` says. */
export function cursorOf<Position>(shape: RegExp, read: (position: string) => Position) {
  const error = 'must be a cursor taken from a "next" link'
  return z.pipe(
    z.string({ error }).check(z.refine((text) => shape.test(decodeCursor(text)), { error })),
    z.transform((text) => read(decodeCursor(text))),
  )
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
  return z._default(
    z.pipe(
      z.string({ error }).check(
        z.refine((text) => /^\d{1,9}$/.test(text) && Number(text) >= 1 && Number(text) <= max, {
          error,
        }),
      ),
      z.transform(Number),
    ),
    usual,
  )
}
