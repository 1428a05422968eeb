import type { Column } from './archive.ts'

/** Beyond this many items memory matters more than copying: columns then grow by a quarter. */
const LARGE = 4096

/** The column itself while `length` fits, else a larger copy. */
export function grow<C extends Column>(column: C, length: number): C {
  if (length <= column.length) return column
  const next = column.length < LARGE ? column.length * 2 : Math.ceil(column.length * 1.25)
  const larger = new (column.constructor as new (length: number) => C)(Math.max(length, next))
  larger.set(column)
  return larger
}
