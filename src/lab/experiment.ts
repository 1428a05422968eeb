import type { Policy } from '../core/rank/policy.ts'
import type { Ties } from '../core/rank/ties.ts'
import type { Graph } from '../lib/sparse-graph.ts'
import type { CorpusText, TopicScores } from './corpus/corpus.ts'

/** What the command line asks for, complete and checked. */
export interface LabOptions {
  /** Folders, or words such as `synthetic:france`. */
  corpora: string[]
  /** A campaign's exported log, in the place of corpora. */
  log: string | undefined
  /** Undefined: each corpus's own. */
  topics: string[] | undefined
  /** Ascending, each once. */
  steps: number[]
  /** Policies as typed; `parsePolicy` reads them. */
  policies: string[]
  seedSets: number
  seedSize: number
  /** The random seed of every draw: seed sets, ties, bandits. */
  seed: number
  ties: Ties
  workers: number
  /** A run of less than a minute, for a first look. */
  quick: boolean
  /** Files to write. */
  json: string | undefined
  svg: string | undefined
}

/** One topic on one graph, and where its crawls start. */
export interface Dataset {
  /** The topic; with several corpora, `corpus/topic`. */
  name: string
  corpus: string
  graph: Graph
  scores: TopicScores
  seedSets: Uint32Array[]
  url: (node: number) => string
  /** The number of each node's host; computed on first use. */
  hosts: () => Uint32Array
  /** Class of each edge by its place in the page, 0 where nothing is known; undefined: of none. */
  linkClasses?: Uint8Array | undefined
  /** Undefined where the corpus has scores alone. */
  text: CorpusText | undefined
}

/** What one replayed crawl came to. */
export interface Crawl {
  /** The summed score after each of the steps asked for, flat once the frontier is empty. */
  scores: Float64Array
  /** Steps made: fewer than asked for if the frontier emptied. */
  stepsMade: number
  milliseconds: number
}

/** What an experiment is given. */
export interface LabContext {
  options: LabOptions
  /** One at a time, and none is kept here: a large graph must not stay for the next. */
  datasets: () => AsyncGenerator<Dataset>
  /** One crawl for each policy and seed set, several at a time: `[policy][seed set]`. */
  replay: (
    dataset: Dataset,
    policies: readonly Policy[],
    steps: readonly number[],
  ) => Promise<Crawl[][]>
  /** Reports progress; `replay` does so by itself. */
  progress: (label: string, done: number, total: number) => void
  /** Writes a line to standard output. */
  print: (text: string) => void
  /** Printed after everything else, and kept in the JSON. */
  note: (text: string) => void
}

export interface Experiment {
  name: string
  /** One line, for `--help`. */
  summary: string
  /** The options it takes besides those of every experiment; others are refused. */
  takes: readonly ('log' | 'steps' | 'policies' | 'svg' | 'quick')[]
  /** Its own, where they differ from the common ones. */
  defaults: Partial<LabOptions>
  /** What `--quick` means, unless an option says otherwise. */
  quick?: Partial<LabOptions>
  /** The result, for the JSON file; the options and the notes are added to it. */
  run: (context: LabContext) => Promise<object>
}
