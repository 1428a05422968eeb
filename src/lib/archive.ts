export type Column =
  | Uint8Array
  | Uint16Array
  | Uint32Array
  | Int32Array
  | Float32Array
  | Float64Array

/**
 * Saves a structure or loads it: one description serves both ways, so that the two cannot differ.
 * Each method is given what the structure holds and returns what it is to hold from now on: when
 * saving the very same, when loading what was saved.
 */
export interface Archive {
  /** Any double, exactly. */
  number(value: number): number
  text(value: string): string
  bytes(value: Uint8Array): Uint8Array
  numbers(values: readonly number[]): number[]
  integers(values: readonly number[]): number[]
  /** The first `length` items; a loaded column has some room to grow. */
  column<C extends Column>(column: C, length: number): C
}
