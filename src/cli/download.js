import { CommandFailed, failureOf } from './failures.js'
/** @import { Request } from '../client/calls.ts' */
/** @import { World } from './command.js' */
/** @import { WholePart } from './export-formats.js' */
/** @import { Target } from './export-target.js' */

/** In a row, without anything new. */
const MOST_FAILURES = 4
const PAUSE_MS = 1_000

/** @typedef {NonNullable<Request<'get', '/v1/campaigns/{id}/export'>['query']>} Filter */

/**
 * @typedef {object} Wanted
 * @property {string} id
 * @property {Filter} query
 * @property {WholePart} wholePart
 * @property {Target} target
 */

/**
 * Writes whole pages only, and after a break asks for those that come after the last of them.
 *
 * @param {World} world
 * @param {Wanted} wanted
 * @returns {Promise<number>}  how many pages came
 */
export async function download({ client, terminal }, { id, query, wholePart, target }) {
  let after = target.lastSeq
  let pages = 0
  for (let failures = 0; ;) {
    const opened = await client.open('/v1/campaigns/{id}/export', {
      path: { id },
      query: { ...query, after },
      signal: terminal.signal,
    })
    if (opened.kind !== 'response') throw failureOf(opened)
    await target.begin()
    let rest = ''
    try {
      for await (const bytes of /** @type {ReadableStream<Uint8Array>} */ (opened.response.body)) {
        rest += Buffer.from(bytes).toString('latin1')
        const whole = wholePart(rest)
        await target.write(rest.slice(0, whole.length))
        rest = rest.slice(whole.length)
        if (whole.length > 0) [after, failures] = [whole.lastSeq ?? after ?? 0, 0]
        pages += whole.pages
      }
      if (isWhole(opened.response, after, rest)) return pages
    } catch (error) {
      if (terminal.signal.aborted || error instanceof CommandFailed) throw error
    }
    if (++failures === MOST_FAILURES)
      throw new CommandFailed('The download breaks off again and again.')
    terminal.note(`The download broke off after ${pages} pages and goes on.`)
    await terminal.pause(PAUSE_MS * failures)
  }
}

/**
 * Whoever stands between may end an answer that broke off as if it were whole.
 *
 * @param {Response} response
 * @param {number | undefined} after  the last page that came
 * @param {string} rest  what came of the next
 */
function isWhole({ headers }, after = 0, rest) {
  return rest === '' && after >= Number(headers.get('Dowser-Last-Seq') ?? 0)
}
