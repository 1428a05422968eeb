import { parseArgs } from 'node:util'
import { TIES, type Ties } from '../core/rank/ties.ts'
import { PAPER_SEED_SETS } from './corpus/chance.ts'
import type { Experiment, LabOptions } from './experiment.ts'
import { BadOption, readWhole } from './option-value.ts'
import { checkWritable } from './output.ts'
import { planPolicies, splitPolicies } from './policies.ts'

const DEFAULTS: Omit<LabOptions, 'corpora'> = {
  log: undefined,
  topics: undefined,
  steps: [100, 1_000],
  policies: ['all'],
  seedSets: PAPER_SEED_SETS.sets,
  seedSize: PAPER_SEED_SETS.size,
  seed: 1,
  ties: 'fifo',
  workers: 2,
  quick: false,
  json: undefined,
  svg: undefined,
}

/** Lists may be given in one piece or in several. */
const FLAGS = {
  corpus: { type: 'string', multiple: true },
  log: { type: 'string' },
  at: { type: 'string' },
  topics: { type: 'string', multiple: true },
  steps: { type: 'string', multiple: true },
  policies: { type: 'string', multiple: true },
  'seed-sets': { type: 'string' },
  'seed-size': { type: 'string' },
  seed: { type: 'string' },
  ties: { type: 'string' },
  workers: { type: 'string' },
  quick: { type: 'boolean' },
  json: { type: 'string' },
  svg: { type: 'string' },
  from: { type: 'string' },
  help: { type: 'boolean' },
} as const

export type Flags = ReturnType<typeof readFlags>['flags']

const SOME_TAKE = ['log', 'steps', 'policies', 'svg', 'quick'] as const
/** A log has its own topic and seeds. */
const OF_CORPORA = ['corpus', 'topics', 'seed-sets', 'seed-size'] as const

const MAX_UINT32 = 2 ** 32 - 1

/** Splits a command line into flags and words; values are not checked yet. */
export function readFlags(args: string[]) {
  try {
    const { values, positionals } = parseArgs({ args, options: FLAGS, allowPositionals: true })
    return { flags: values, words: positionals }
  } catch (error) {
    // The rest of the message is about escaping dashes, which nobody meant.
    const [what = ''] = (error as Error).message.split(/\.(?:\s|$)|\n/)
    throw new BadOption(what, 'see --help')
  }
}

export function readOptions(flags: Flags, experiment: Experiment): LabOptions {
  refuseForeign(flags, experiment)
  const corpora = flags.corpus ?? experiment.defaults.corpora ?? []
  if (corpora.length === 0 && !experiment.takes.includes('log')) {
    throw new BadOption('no corpus given', 'add --corpus <folder> or --corpus synthetic:<preset>')
  }
  const options = {
    ...DEFAULTS,
    ...experiment.defaults,
    ...(flags.quick && experiment.quick),
    ...readGiven(flags),
    corpora,
  }
  planPolicies(options.policies)
  if (options.json !== undefined) checkWritable('--json', options.json)
  if (options.svg !== undefined) checkWritable('--svg', options.svg)
  return options
}

function refuseForeign(flags: Flags, { name, takes }: Experiment): void {
  const others = SOME_TAKE.filter((flag) => !takes.includes(flag))
  const ofCorpora = takes.includes('log') ? OF_CORPORA : []
  for (const flag of [...others, ...ofCorpora, 'at', 'from'] as const) {
    if (flags[flag] === undefined) continue
    throw new BadOption(`--${flag} does not concern ${name}`, 'leave it out')
  }
}

/** Reads only the flags given, so that defaults stand for the rest. */
function readGiven(flags: Flags): Partial<LabOptions> {
  const whole = (flag: 'seed-sets' | 'seed-size' | 'seed' | 'workers', from: number, to: number) =>
    readOne(`--${flag}`, flags[flag], from, to)
  const given = {
    log: flags.log,
    topics: readList('--topics', flags.topics, (text) => text.split(',')),
    steps: readSteps(flags.steps),
    policies: readList('--policies', flags.policies, splitPolicies),
    seedSets: whole('seed-sets', 1, 100_000),
    seedSize: whole('seed-size', 1, MAX_UINT32),
    seed: whole('seed', 0, MAX_UINT32),
    ties: readTies(flags.ties),
    workers: whole('workers', 1, 256),
    quick: flags.quick,
    json: flags.json,
    svg: flags.svg,
  }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}

function readOne(flag: string, text: string | undefined, from: number, to: number) {
  if (text === undefined) return undefined
  const value = readWhole(text, from, to)
  if (value !== undefined) return value
  throw new BadOption(`${flag} "${text}"`, `it must be a whole number from ${from} to ${to}`)
}

function readList(
  flag: string,
  texts: string[] | undefined,
  split: (text: string) => string[],
): string[] | undefined {
  const items = texts?.flatMap(split).map((item) => item.trim())
  if (items === undefined) return undefined
  if (items.length > 0 && !items.includes('')) return [...new Set(items)]
  throw new BadOption(`${flag} "${texts?.join(',')}"`, 'it must be words separated by commas')
}

function readSteps(texts: string[] | undefined): number[] | undefined {
  const items = readList('--steps', texts, (text) => text.split(','))
  const steps = items?.map((item) => readOne('--steps', item, 1, MAX_UINT32)!)
  return steps && [...new Set(steps)].toSorted((a, b) => a - b)
}

function readTies(text: string | undefined): Ties | undefined {
  if (text === undefined) return undefined
  const ties = TIES.find((known) => known === text)
  if (ties !== undefined) return ties
  throw new BadOption(`--ties "${text}"`, `it must be one of ${TIES.join(', ')}`)
}
