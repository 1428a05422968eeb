import { accessSync, constants, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { BadOption } from './bad-option.ts'

/** Written under another name first: a file of the name asked for is always whole. */
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

/** Before the work, not after hours of it. */
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
