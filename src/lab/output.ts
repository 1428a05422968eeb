import { accessSync, constants, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { BadOption } from './option-value.ts'

/** Columns side by side: the first to the left, numbers to the right. */
export function formatTable(rows: readonly (readonly string[])[]): string {
  const columns = Math.max(...rows.map((row) => row.length))
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  )
  return rows
    .map((row) =>
      widths
        .map((width, column) => pad(row[column] ?? '', width, column))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

function pad(cell: string, width: number, column: number): string {
  return column === 0 ? cell.padEnd(width) : cell.padStart(width)
}

/** What JSON makes of maps inside maps: objects. */
export function plain(value: unknown): unknown {
  if (!(value instanceof Map)) return value
  return Object.fromEntries([...value].map(([key, item]) => [String(key), plain(item)]))
}

/** An object of maps as an object of objects. */
export function plainFields(fields: object): object {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, plain(value)]))
}

/** Writes under another name first, so that the named file is always whole. */
export function writeWhole(file: string, text: string): void {
  const part = `${file}.${process.pid}.part`
  try {
    writeFileSync(part, text)
    renameSync(part, file)
  } catch (error) {
    rmSync(part, { force: true })
    throw error
  }
}

/** Fails before the work, not after hours of it. */
export function checkWritable(option: string, file: string): void {
  const folder = dirname(file)
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory()) {
    throw new BadOption(`${option} ${file}: is a folder`, 'give the name of a file')
  }
  try {
    accessSync(folder, constants.W_OK)
  } catch {
    throw new BadOption(`${option} ${file}: cannot write in ${folder}`, 'make that folder first')
  }
}
