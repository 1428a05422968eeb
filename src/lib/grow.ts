import type { TypedColumn } from './archive.ts'

/** Memory matters more than copying beyond this many items: columns then grow by a quarter. */
const LARGE = 4096

/**
 * The column itself while `length` fits, else a larger one that takes over its buffer: the old is
 * gone at once, where a copy would leave both in memory until the next collection.
 */
export function grow<C extends TypedColumn>(column: C, length: number): C {
  if (length <= column.length) return column
  const next = column.length < LARGE ? column.length * 2 : Math.ceil(column.length * 1.25)
  const bytes = Math.max(length, next) * column.BYTES_PER_ELEMENT
  const buffer = (column.buffer as ArrayBuffer).transfer(bytes)
  return new (column.constructor as new (buffer: ArrayBuffer) => C)(buffer)
}
