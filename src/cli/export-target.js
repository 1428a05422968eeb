import { open } from 'node:fs/promises'
import { once } from 'node:events'
import { CommandFailed } from './failures.js'
/** @import { WholePart } from './export-formats.js' */
/** @import { Terminal } from './terminal.js' */

/**
 * @typedef {object} Target
 * @property {number | undefined} lastSeq  of what was there before
 * @property {() => Promise<void>} begin  before anything is written, once or again: until then it stays as it was
 * @property {(text: string) => Promise<void>} write  a byte a character
 * @property {() => Promise<void>} close
 */

/**
 * Where an export goes.
 *
 * @param {string | undefined} output  undefined: standard output
 * @param {boolean} isResumed  what the file holds is kept, as far as it is whole
 * @param {WholePart} wholePart
 * @param {Terminal} terminal
 * @returns {Promise<Target>}
 */
export async function openTarget(output, isResumed, wholePart, { stdout }) {
  if (output === undefined) {
    return {
      lastSeq: undefined,
      begin: async () => {},
      async write(text) {
        if (!stdout.write(text, 'latin1')) await once(stdout, 'drain')
      },
      close: async () => {},
    }
  }
  const file = await said(output, open(output, isResumed ? 'a+' : 'a'))
  const kept = isResumed
    ? await wholeLength(output, file, wholePart)
    : { bytes: 0, lastSeq: undefined }
  let isBegun = false
  return {
    lastSeq: kept.lastSeq,
    async begin() {
      // A device has no length.
      const isCut = isBegun || !(await file.stat()).isFile()
      isBegun = true
      if (!isCut) await said(output, file.truncate(kept.bytes))
    },
    write: (text) => said(output, file.appendFile(text, 'latin1')),
    close: () => file.close(),
  }
}

/**
 * What the disk does not allow is nobody's fault here, and no download mends it.
 *
 * @template Value
 * @param {string} output
 * @param {Promise<Value>} doing
 */
async function said(output, doing) {
  try {
    return await doing
  } catch (error) {
    const { message } = /** @type {Error} */ (error)
    throw new CommandFailed(`${output} cannot be written: ${message}.`, { cause: error })
  }
}

/**
 * @param {string} output
 * @param {import('node:fs/promises').FileHandle} file
 * @param {WholePart} wholePart
 */
async function wholeLength(output, file, wholePart) {
  const kept = { bytes: 0, lastSeq: /** @type {number | undefined} */ (undefined) }
  let rest = ''
  for await (const part of file.createReadStream({
    encoding: 'latin1',
    start: 0,
    autoClose: false,
  })) {
    rest += part
    const { length, lastSeq } = wholePart(rest)
    kept.bytes += length
    kept.lastSeq = lastSeq ?? kept.lastSeq
    rest = rest.slice(length)
    if (kept.bytes === 0) {
      await file.close()
      throw new CommandFailed(`${output} holds no export in that format, and stays as it is.`)
    }
  }
  // A head without pages: they begin after it.
  if (kept.bytes > 0) kept.lastSeq ??= 0
  return kept
}
