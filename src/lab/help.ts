import type { Experiment } from './experiment.ts'
import { policyOptionRows } from './parse-policy.ts'

const OPTIONS = [
  ['--corpus PLACE', 'folder of a corpus, or synthetic:PRESET[,KEY=NUMBER...]; several times'],
  ['--log FILE', "with replay, for a corpus: a campaign's log, from /v1/campaigns/ID/log"],
  ['--at N', 'with replay: the campaign as it was after record N, and no comparison'],
  ['--topics A,B', "keywords; the corpus's own unless given"],
  ['--steps N,M', 'when to read the scores off'],
  ['--policies P,Q', 'names, options in brackets: all, fl_ne, mab_var(epsilon=0.2,resetSteps=200)'],
  ['--seed-sets N', 'crawls of each policy and topic (10)'],
  ['--seed-size N', 'seeds of each crawl, drawn among nodes with a score (50)'],
  ['--seed N', 'of all chance (1)'],
  ['--ties RULE', 'fifo, random or lifo (fifo)'],
  ['--workers N', 'crawls at a time (2)'],
  ['--json FILE', 'the result, to be read by programs'],
  ['--svg FILE', 'the figure'],
  ['--from FILE', 'with plot: the --json file of a figure'],
]

export function helpText(experiments: readonly Experiment[]): string {
  const names = experiments.map(({ name, summary }) => [name, summary])
  names.push(['plot', 'the picture of an earlier figure again, from its --json file'])
  return [
    'npm run --silent lab -- EXPERIMENT --corpus PLACE [OPTIONS]',
    'npm run --silent lab -- replay --log FILE [OPTIONS]',
    '',
    list(names),
    '',
    list(OPTIONS),
    '',
    'Options of a policy, in brackets:',
    '',
    list(policyOptionRows()),
  ].join('\n')
}

function list(rows: string[][]): string {
  const width = Math.max(...rows.map(([name = '']) => name.length))
  return rows.map(([name = '', text = '']) => `  ${name.padEnd(width)}  ${text}`).join('\n')
}
