import { BadOption } from './bad-option.ts'
import { labContext } from './context.ts'
import { BadCorpus } from './corpus/bad-corpus.ts'
import { CrawlPool } from './crawl-pool.ts'
import type { Experiment, LabOptions } from './experiment.ts'
import { EXPERIMENTS } from './experiments.ts'
import { helpText } from './help.ts'
import { readFlags, readOptions } from './options.ts'
import { plotAgain } from './plot-again.ts'
import { ProgressBar, type Console } from './progress-bar.ts'
import { stateAt } from './state-at.ts'
import { writeWhole } from './whole-file.ts'

export interface Consoles {
  stdout: Console
  stderr: Console
}

/** Runs one experiment as a command line asks for it; gives the exit code. */
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

/** A result must not seem to depend on what was never looked at. */
function concerning({ takes }: Experiment, options: LabOptions): object {
  const { policies, corpora, topics, seedSets, seedSize, ...common } = options
  return {
    ...(takes.includes('log') ? {} : { corpora, topics, seedSets, seedSize }),
    ...common,
    ...(takes.includes('policies') ? { policies } : {}),
  }
}
