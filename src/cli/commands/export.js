import { counted } from '../../client/format.js'
import { command } from '../command.js'
import { download } from '../download.js'
import { FORMATS } from '../export-formats.js'
import { UsageError } from '../failures.js'
import { openTarget } from '../export-target.js'
import { filterFrom, PAGE_FILTERS } from '../page-filters.js'

const NAMES = /** @type {(keyof typeof FORMATS)[]} */ (Object.keys(FORMATS))

export const exportPages = command({
  summary: 'Save what a campaign fetched',
  about: 'A download that breaks off goes on where it was; --resume goes on with a file of before.',
  takes: ['ID'],
  options: {
    format: {
      kind: 'text',
      value: 'FORMAT',
      help: `${NAMES.join(', ')} (default jsonl)`,
    },
    output: {
      kind: 'text',
      short: 'o',
      value: 'FILE',
      help: 'where to (default: standard output)',
    },
    resume: { kind: 'flag', help: 'add to FILE what it does not have yet' },
    ...PAGE_FILTERS,
  },
  async run(world) {
    const { given, terminal, show } = world
    const format = given.choice('format', NAMES) ?? 'jsonl'
    const wholePart = FORMATS[format]
    const output = given.text('output')
    const isResumed = given.flag('resume')
    if (isResumed && output === undefined) throw new UsageError('--resume wants --output FILE.')
    const target = await openTarget(output, isResumed, wholePart, terminal)
    try {
      const query = { ...filterFrom(given), format }
      const pages = await download(world, { id: given.arg(0), query, wholePart, target })
      if (given.flag('json') && output !== undefined) show({ file: output, pages }, String)
      else terminal.note(`${counted(pages, 'page')}${whereText(output, isResumed)}.`)
    } catch (error) {
      if (terminal.signal.aborted && output !== undefined) {
        terminal.note(`${output} is not whole: the same with --resume goes on.`)
      }
      throw error
    } finally {
      await target.close()
    }
  },
})

/**
 * @param {string | undefined} output
 * @param {boolean} isResumed
 */
function whereText(output, isResumed) {
  return output === undefined ? '' : ` ${isResumed ? 'added to' : 'saved in'} ${output}`
}
