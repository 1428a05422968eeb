import { once } from 'node:events'
import { open } from 'node:fs/promises'
import { CommandError } from './errors.js'
/** @import { Terminal } from './terminal.js' */

/**
 * The complete pages at the beginning of a text, in which each character is one byte.
 *
 * @typedef {{ length: number, pages: number, lastSeq: number | undefined }} CompletePages
 * @typedef {(text: string) => CompletePages} FindCompletePages
 */

/** How to tell complete pages from a page that was cut off, by format. @satisfies {Record<string, FindCompletePages>} */
export const EXPORT_FORMATS = {
  jsonl: (text) => findLines(text, /\{"seq":[^\n]*\n/y, /^\{"seq":(\d+)/),
  // A line break within quotes does not end a line.
  csv: (text) => findLines(text, /(?:"[^"]*"|[^"\r\n])*\r\n/y, /^(\d+),/),
  warc: findWarcRecords,
}

/**
 * @param {string} text
 * @param {RegExp} line  sticky
 * @param {RegExp} seq
 * @returns {CompletePages}
 */
function findLines(text, line, seq) {
  const complete = noPages()
  for (let found = line.exec(text); found !== null; found = line.exec(text)) {
    extend(complete, found[0].length, seq.exec(found[0]))
  }
  return complete
}

/** @type {FindCompletePages} */
function findWarcRecords(text) {
  const complete = noPages()
  for (;;) {
    const headerEnd = text.indexOf('\r\n\r\n', complete.length)
    const header = text.slice(complete.length, headerEnd)
    const [, bytes] = /^Content-Length: (\d+)$/im.exec(header.replaceAll('\r', '')) ?? []
    if (headerEnd < 0 || bytes === undefined) return complete
    // Two line breaks follow the block.
    const end = headerEnd + 4 + Number(bytes) + 4
    if (end > text.length) return complete
    extend(complete, end - complete.length, /^seq: (\d+)/m.exec(text.slice(headerEnd + 4, end)))
  }
}

/** @returns {CompletePages} */
const noPages = () => ({ length: 0, pages: 0, lastSeq: undefined })

/**
 * @param {CompletePages} complete
 * @param {number} length
 * @param {RegExpExecArray | null} seq  null for a header, which is no page
 */
function extend(complete, length, seq) {
  complete.length += length
  if (seq === null) return
  complete.pages++
  complete.lastSeq = Number(seq[1])
}

/**
 * @typedef {object} ExportFile
 * @property {number | undefined} lastSeq  the last page it already held
 * @property {() => Promise<void>} begin  drops the old content; to be called before the first write
 * @property {(text: string) => Promise<void>} write  each character is one byte
 * @property {() => Promise<void>} close
 */

/**
 * Opens the file an export is written to. Its old content stays until `begin`.
 *
 * @param {string | undefined} path  undefined for standard output
 * @param {boolean} isResumed  whether the complete pages it holds are kept
 * @param {FindCompletePages} findCompletePages
 * @param {Terminal} terminal
 * @returns {Promise<ExportFile>}
 */
export async function openExportFile(path, isResumed, findCompletePages, { stdout }) {
  if (path === undefined) {
    return {
      lastSeq: undefined,
      begin: async () => {},
      async write(text) {
        if (!stdout.write(text, 'latin1')) await once(stdout, 'drain')
      },
      close: async () => {},
    }
  }
  const file = await explainFailure(path, open(path, isResumed ? 'a+' : 'a'))
  const kept = isResumed
    ? await readKeptPages(path, file, findCompletePages)
    : { bytes: 0, lastSeq: undefined }
  let hasBegun = false
  return {
    lastSeq: kept.lastSeq,
    async begin() {
      if (hasBegun) return
      hasBegun = true
      // A device cannot be truncated.
      if ((await file.stat()).isFile()) await explainFailure(path, file.truncate(kept.bytes))
    },
    write: (text) => explainFailure(path, file.appendFile(text, 'latin1')),
    close: () => file.close(),
  }
}

/**
 * Turns what the file system refuses into a CommandError, so that the download is not retried.
 *
 * @template Value
 * @param {string} path
 * @param {Promise<Value>} operation
 */
async function explainFailure(path, operation) {
  try {
    return await operation
  } catch (error) {
    const { message } = /** @type {Error} */ (error)
    throw new CommandError(`Cannot write ${path}: ${message}.`, { cause: error })
  }
}

/**
 * @param {string} path
 * @param {import('node:fs/promises').FileHandle} file
 * @param {FindCompletePages} findCompletePages
 */
async function readKeptPages(path, file, findCompletePages) {
  const kept = { bytes: 0, lastSeq: /** @type {number | undefined} */ (undefined) }
  const chunks = file.createReadStream({ encoding: 'latin1', start: 0, autoClose: false })
  let rest = ''
  for await (const chunk of chunks) {
    rest += chunk
    const { length, lastSeq } = findCompletePages(rest)
    kept.bytes += length
    kept.lastSeq = lastSeq ?? kept.lastSeq
    rest = rest.slice(length)
    if (kept.bytes === 0) {
      await file.close()
      throw new CommandError(`${path} holds no export in this format. It was left unchanged.`)
    }
  }
  // A header without pages: all of them are still to come.
  if (kept.bytes > 0) kept.lastSeq ??= 0
  return kept
}
