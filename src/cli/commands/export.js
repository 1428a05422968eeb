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
    const { given, terminal } = world
    const format = given.choice('format', NAMES) ?? 'jsonl'
    const wholePart = FORMATS[format]
    const output = given.text('output')
    const isResumed = given.flag('resume')
    if (isResumed && output === undefined) throw new UsageError('--resume wants --output FILE.')
    const target = await openTarget(output, isResumed, wholePart, terminal)
    try {
      const query = { ...filterFrom(given), format }
      const pages = await download(world, { id: given.arg(0), query, wholePart, target })
      terminal.note(`${pages} pages${output === undefined ? '' : ` saved in ${output}`}.`)
    } finally {
      await target.close()
    }
  },
})
