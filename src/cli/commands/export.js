import { bytes, counted } from '../../client/format.js'
import { defineCommand } from '../command.js'
import { bodyOf, CommandError, toError, UsageError } from '../errors.js'
import { EXPORT_FORMATS, openExportFile } from '../export-file.js'
import { saveLog } from '../log-file.js'
import { PAGE_FILTERS, readPageFilter } from './pages.js'
/** @import { ApiRequest } from '../../client/calls.ts' */
/** @import { Context } from '../command.js' */
/** @import { ExportFile, FindCompletePages } from '../export-file.js' */

const FORMATS = /** @type {(keyof typeof EXPORT_FORMATS)[]} */ (Object.keys(EXPORT_FORMATS))

/** Consecutive attempts that brought nothing new. */
const MAX_FAILURES = 4
const PAUSE_MS = 1_000

export const exportPages = defineCommand({
  summary: 'Download the pages a campaign fetched',
  description:
    'A download that breaks off is continued automatically; --resume continues an earlier one.',
  positionals: ['ID'],
  options: {
    format: {
      kind: 'text',
      value: 'FORMAT',
      help: `${FORMATS.join(', ')} (default jsonl)`,
    },
    output: {
      kind: 'text',
      short: 'o',
      value: 'FILE',
      help: 'the file to write (default: standard output)',
    },
    log: {
      kind: 'text',
      value: 'FILE',
      help: 'save the whole log instead, to be imported elsewhere',
    },
    resume: { kind: 'flag', help: 'append the pages that FILE does not have yet' },
    ...PAGE_FILTERS,
  },
  async run(context) {
    const { args, terminal, output } = context
    const log = args.text('log')
    if (log !== undefined) return exportLog(context, log)
    const format = args.choice('format', FORMATS) ?? 'jsonl'
    const findCompletePages = EXPORT_FORMATS[format]
    const path = args.text('output')
    const isResumed = args.flag('resume')
    if (isResumed && path === undefined) throw new UsageError('--resume requires --output FILE.')
    const file = await openExportFile(path, isResumed, findCompletePages, terminal)
    try {
      const query = { ...readPageFilter(args), format }
      const id = args.positional(0)
      const pages = await download(context, { id, query, findCompletePages, file })
      if (args.flag('json') && path !== undefined) output({ file: path, pages }, String)
      else terminal.note(`${counted(pages, 'page')}${targetText(path, isResumed)}.`)
    } catch (error) {
      if (terminal.signal.aborted && path !== undefined) {
        terminal.note(`${path} is incomplete. Repeat the command with --resume to continue.`)
      }
      throw error
    } finally {
      await file.close()
    }
  },
})

/**
 * @param {Context} context
 * @param {string} file
 */
async function exportLog({ args, client, terminal, output }, file) {
  const other = ['format', 'output'].find((name) => args.text(name) !== undefined)
  if (other !== undefined || args.flag('resume'))
    throw new UsageError(`--log cannot be combined with --${other ?? 'resume'}.`)
  const path = { id: args.positional(0) }
  const { signal } = terminal
  const { status } = await bodyOf(client.call('get', '/v1/campaigns/{id}', { path, signal }))
  const opened = await client.open('/v1/campaigns/{id}/log', { path, signal })
  if (opened.kind !== 'response') throw toError(opened)
  const saved = await saveLog(file, opened.response)
  output({ file, bytes: saved }, () => `${bytes(saved)} saved in ${file}.`)
  if (status === 'running')
    terminal.note(
      `The campaign is running and goes on here. To move it, pause it and export again.`,
    )
}

/**
 * @param {string | undefined} path
 * @param {boolean} isResumed
 */
function targetText(path, isResumed) {
  return path === undefined ? '' : ` ${isResumed ? 'added to' : 'saved in'} ${path}`
}

/**
 * @typedef {object} Download
 * @property {string} id
 * @property {NonNullable<ApiRequest<'get', '/v1/campaigns/{id}/export'>['query']>} query
 * @property {FindCompletePages} findCompletePages
 * @property {ExportFile} file
 */

/**
 * Writes complete pages only. If the connection breaks, it requests the pages after the last one
 * written.
 *
 * @param {Context} context
 * @param {Download} download
 * @returns {Promise<number>}  how many pages were written
 */
async function download({ client, terminal }, { id, query, findCompletePages, file }) {
  let after = file.lastSeq
  let pages = 0
  for (let failures = 0; ;) {
    const opened = await client.open('/v1/campaigns/{id}/export', {
      path: { id },
      query: { ...query, after },
      signal: terminal.signal,
    })
    if (opened.kind !== 'response') throw toError(opened)
    await file.begin()
    let rest = ''
    try {
      for await (const chunk of /** @type {ReadableStream<Uint8Array>} */ (opened.response.body)) {
        rest += Buffer.from(chunk).toString('latin1')
        const complete = findCompletePages(rest)
        await file.write(rest.slice(0, complete.length))
        rest = rest.slice(complete.length)
        if (complete.length > 0) [after, failures] = [complete.lastSeq ?? after ?? 0, 0]
        pages += complete.pages
      }
      if (isComplete(opened.response, after, rest)) return pages
    } catch (error) {
      if (terminal.signal.aborted || error instanceof CommandError) throw error
    }
    if (++failures === MAX_FAILURES)
      throw new CommandError('The download keeps breaking off. Try again later with --resume.')
    terminal.note(`The download broke off after ${pages} pages. Continuing.`)
    await terminal.pause(PAUSE_MS * failures)
  }
}

/**
 * A proxy may end a response that broke off as if it were complete; the header tells the two apart.
 *
 * @param {Response} response
 * @param {number | undefined} after  the last page that arrived
 * @param {string} rest  the beginning of the next
 */
function isComplete({ headers }, after = 0, rest) {
  return rest === '' && after >= Number(headers.get('Dowser-Last-Seq') ?? 0)
}
