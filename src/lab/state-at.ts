import { type Report, reportOn } from '../core/campaign/insight/report.ts'
import { fold } from '../core/campaign/log/fold.ts'
import type { History } from '../core/campaign/state/state.ts'
import { BadCorpus } from './corpus/corpus.ts'
import { readLog } from './corpus/logged-crawl.ts'
import { BadOption, readWhole } from './option-value.ts'
import type { Flags } from './options.ts'
import { checkWritable, formatTable, writeWhole } from './output.ts'

const TAKES = ['log', 'at', 'json']

/** `replay --at`: the campaign of an exported log as it was after one of its records. */
export function stateAt(flags: Flags): string {
  const { log, at, json } = readTaken(flags)
  const state = reportAt(log, at)
  const whole = { experiment: 'replay', options: { log, at }, state }
  if (json !== undefined) writeWhole(json, `${JSON.stringify(whole, null, 2)}\n`)
  return describe(state)
}

function readTaken(flags: Flags): { log: string; at: number; json: string | undefined } {
  const { log, json } = flags
  const foreign = Object.keys(flags).find((flag) => !TAKES.includes(flag))
  if (foreign !== undefined) {
    throw new BadOption(`--${foreign} does not concern replay --at`, 'leave it out')
  }
  if (log === undefined) throw new BadOption('no log given', 'add --log <file>')
  const at = readWhole(flags.at ?? '', 1, Number.MAX_SAFE_INTEGER)
  if (at === undefined) {
    throw new BadOption(`--at "${flags.at}"`, 'it must be the number of a record, from 1')
  }
  if (json !== undefined) checkWritable('--json', json)
  return { log, at, json }
}

function reportAt(log: string, at: number): Report {
  const state = fold(rowsOf(log), at, historyIn(log))
  if (state?.seq === at) return reportOn(state)
  throw new BadCorpus({
    file: log,
    what: `there is no record ${at}`,
    mend: `the last is ${state?.seq ?? 0}`,
  })
}

/** The file is read again for each look back: there are few. */
function historyIn(log: string): History {
  function* after(seq: number): Generator<Uint8Array> {
    let number = 0
    for (const row of rowsOf(log)) if (++number > seq) yield row
  }
  return { after, read: (seq) => after(seq - 1).next().value as Uint8Array }
}

function* rowsOf(log: string): Generator<Uint8Array> {
  for (const { bytes } of readLog(log)) yield bytes
}

function describe(state: Report): string {
  const { id, seq, spec, updatedAt, status, statusReason } = state
  const when = new Date(updatedAt).toISOString()
  const reason = statusReason === null ? '' : ` (${statusReason})`
  const head = `campaign ${id} "${spec.name}" after record ${seq}, ${when}: ${status}${reason}`
  const tables = [figures(state), armRows(state)].filter((rows) => rows.length > 0)
  return [head, ...tables.map(formatTable)].join('\n\n')
}

function figures({ counters, remaining, known, frontier, hosts }: Report): string[][] {
  const { score, ...others } = counters
  const counts = { ...others, remaining, known, frontier, hosts }
  return [
    ['score', score.toFixed(3)],
    ...Object.entries(counts).map(([name, count]) => [name, String(count)]),
  ]
}

/** Only a bandit has arms. */
function armRows({ arms, resets }: Report): string[][] {
  if (arms.length === 0) return []
  const cells = arms.map(({ name, pulls, mean }) => [name, String(pulls), mean.toFixed(3)])
  return [['arm', 'pulls', 'mean'], ...cells, ['resets', String(resets)]]
}
