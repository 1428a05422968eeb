type Column = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float32Array | Float64Array

/** The column itself while `length` fits, else a copy of at least twice the size. */
export function grow<C extends Column>(column: C, length: number): C {
  if (length <= column.length) return column
  const larger = new (column.constructor as new (length: number) => C)(
    Math.max(length, column.length * 2),
  )
  larger.set(column)
  return larger
}
