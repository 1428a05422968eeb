import { type Console, labContext, ProgressBar } from './context.ts'
import { BadCorpus } from './corpus/corpus.ts'
import { CrawlPool } from './crawl-pool.ts'
import type { Experiment, LabOptions } from './experiment.ts'
import { EXPERIMENTS } from './experiments.ts'
import { BadOption } from './option-value.ts'
import { readFlags, readOptions } from './options.ts'
import { writeWhole } from './output.ts'
import { plotAgain } from './plot-again.ts'
import { policyOptionRows } from './policies.ts'
import { stateAt } from './state-at.ts'

interface Consoles {
  stdout: Console
  stderr: Console
}

/** Runs the experiment that a command line names; gives the exit code. */
export async function runLab(args: string[], consoles: Consoles): Promise<number> {
  const progress = new ProgressBar(consoles.stderr)
  try {
    const { flags, words } = readFlags(args)
    if (flags.help) {
      consoles.stdout.write(`${helpText(EXPERIMENTS)}\n`)
      return 0
    }
    if (words[0] === 'plot') {
      plotAgain(flags.from, flags.svg)
      return 0
    }
    const experiment = findExperiment(words)
    if (experiment.takes.includes('log') && flags.at !== undefined) {
      consoles.stdout.write(`${stateAt(flags)}\n`)
      return 0
    }
    await runExperiment(experiment, readOptions(flags, experiment), progress, consoles.stdout)
    return 0
  } catch (error) {
    progress.clear()
    if (!(error instanceof BadOption || error instanceof BadCorpus)) throw error
    consoles.stderr.write(`lab: ${error.message.replaceAll(/\s*\n\s*/g, ' ')}\n`)
    return 2
  }
}

function findExperiment([name, ...more]: string[]): Experiment {
  const mend = `known are ${EXPERIMENTS.map((experiment) => experiment.name).join(', ')}`
  if (name === undefined) throw new BadOption('no experiment given', mend)
  const experiment = EXPERIMENTS.find((known) => known.name === name)
  if (experiment === undefined) throw new BadOption(`unknown experiment "${name}"`, mend)
  if (more.length === 0) return experiment
  throw new BadOption(`"${more[0]}" is one word too many`, 'options begin with --, see --help')
}

async function runExperiment(
  experiment: Experiment,
  options: LabOptions,
  progress: ProgressBar,
  stdout: Console,
): Promise<void> {
  const notes = new Set<string>()
  const pool = new CrawlPool(options.workers)
  const print = (text: string) => {
    progress.clear()
    stdout.write(`${text}\n`)
  }
  const note = (text: string) => void notes.add(text)
  try {
    const result = await experiment.run(labContext(options, { pool, progress, print, note }))
    for (const text of notes) print(`- ${text}`)
    if (options.json === undefined) return
    const asked = concerning(experiment, options)
    const whole = { experiment: experiment.name, options: asked, ...result, notes: [...notes] }
    writeWhole(options.json, `${JSON.stringify(whole, null, 2)}\n`)
  } finally {
    progress.clear()
    await pool.close()
  }
}

/** Options that the experiment read; a result must not seem to depend on others. */
function concerning({ takes }: Experiment, options: LabOptions): object {
  const { policies, corpora, topics, seedSets, seedSize, quick, ...common } = options
  return {
    ...(takes.includes('log') ? {} : { corpora, topics, seedSets, seedSize }),
    ...common,
    ...(takes.includes('policies') ? { policies } : {}),
    ...(takes.includes('quick') ? { quick } : {}),
  }
}

const OPTIONS = [
  ['--corpus PLACE', 'folder of a corpus, or synthetic:PRESET[,KEY=NUMBER...]; several times'],
  ['--log FILE', "with replay, for a corpus: a campaign's log, from /v1/campaigns/ID/log"],
  ['--at N', 'with replay: shows the campaign as it was after record N instead'],
  ['--topics A,B', "keywords; the corpus's own unless given"],
  ['--steps N,M', 'steps at which scores are read'],
  ['--policies P,Q', 'names, options in brackets: all, fl_ne, mab_var(epsilon=0.2,resetSteps=200)'],
  ['--seed-sets N', 'crawls of each policy and topic (10)'],
  ['--seed-size N', 'seeds of each crawl, drawn among nodes with a score (50)'],
  ['--seed N', 'random seed (1)'],
  ['--ties RULE', 'fifo, random or lifo (fifo)'],
  ['--workers N', 'crawls at a time (2)'],
  ['--quick', 'a first look in less than a minute'],
  ['--json FILE', 'write the result as JSON'],
  ['--svg FILE', 'draw the figure'],
  ['--from FILE', 'with plot: the --json file of a figure'],
]

function helpText(experiments: readonly Experiment[]): string {
  const names = experiments.map(({ name, summary }) => [name, summary])
  names.push(['plot', 'draws an earlier figure again, from its --json file'])
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
