import { open } from 'node:fs/promises'
import { once } from 'node:events'
/** @import { WholePart } from './export-formats.js' */
/** @import { Terminal } from './terminal.js' */

/**
 * @typedef {object} Target
 * @property {number | undefined} lastSeq  of what was there before
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
      async write(text) {
        if (!stdout.write(text, 'latin1')) await once(stdout, 'drain')
      },
      close: async () => {},
    }
  }
  const file = await open(output, isResumed ? 'a+' : 'w')
  const kept = isResumed ? await wholeLength(file, wholePart) : { bytes: 0, lastSeq: undefined }
  await file.truncate(kept.bytes)
  return {
    lastSeq: kept.lastSeq,
    write: async (text) => void (await file.write(text, null, 'latin1')),
    close: () => file.close(),
  }
}

/**
 * @param {import('node:fs/promises').FileHandle} file
 * @param {WholePart} wholePart
 */
async function wholeLength(file, wholePart) {
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
  }
  // A head without pages: they begin after it.
  if (kept.bytes > 0) kept.lastSeq ??= 0
  return kept
}
