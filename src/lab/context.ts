import { draw } from '../lib/draw.ts'
import { fingerprint } from '../lib/fingerprint.ts'
import { wordScoresFor } from './corpus/word-scores.ts'
import { findEstimator } from '../core/rank/names.ts'
import type { Policy } from '../core/rank/policy.ts'
import type { CrawlPool } from './crawl-pool.ts'
import { openDatasets } from './datasets.ts'
import type { CrawlJob } from './replay.ts'
import type { Dataset, LabContext, LabOptions } from './experiment.ts'

interface Surroundings {
  pool: CrawlPool
  progress: ProgressBar
  print: (text: string) => void
  note: (text: string) => void
}

export function labContext(options: LabOptions, around: Surroundings): LabContext {
  const { pool, progress, print, note } = around
  const tell = (label: string, done: number, total: number) => progress.tell(label, done, total)
  const replay: LabContext['replay'] = async (dataset, policies, steps) => {
    const { graph, scores, seedSets } = dataset
    const jobs = policies.flatMap((policy) => {
      const parts = partsFor(policy, dataset)
      return seedSets.map((seeds, set) => {
        const randomSeed = streamOf(options.seed, set, `${scores.topic} ${policy.name}`)
        const crawl = { graph, scores, seeds, policy, randomSeed, steps }
        return { ...crawl, ...parts, ties: options.ties }
      })
    })
    const crawls = await pool.run(jobs, (done) =>
      tell(`crawls of ${dataset.name}`, done, jobs.length),
    )
    return policies.map((_, at) => crawls.slice(at * seedSets.length, (at + 1) * seedSets.length))
  }
  return {
    options,
    datasets: () => openDatasets(options, note),
    replay,
    progress: tell,
    print,
    note,
  }
}

/** What few policies look at. To others hosts make no difference, as none has a pace here. */
function partsFor(
  policy: Policy,
  dataset: Dataset,
): Pick<CrawlJob, 'words' | 'hosts' | 'linkClasses'> {
  const needs = new Set(policy.arms.flatMap((name) => findEstimator(name).needs))
  return {
    words: wordScoresFor(policy, dataset),
    hosts: needs.has('hostOf') ? dataset.hosts() : undefined,
    linkClasses: needs.has('linkClasses') ? dataset.linkClasses : undefined,
  }
}

/** Each topic, policy and seed set has its own random stream, whatever else the run compares. */
function streamOf(seed: number, set: number, what: string): number {
  return draw(draw(seed, set), fingerprint(what).low)
}

/** The part of a terminal that the lab needs. */
export interface Console {
  isTTY?: boolean
  write(text: string): unknown
}

const BAR_WIDTH = 24
/** Time between lines where there is no terminal to draw on. */
const LINE_EVERY_MS = 10_000

/** How far a long run has come: a bar on a terminal, a line now and then elsewhere. */
export class ProgressBar {
  readonly #console: Console
  #toldAt = performance.now()
  #isDrawn = false

  constructor(console: Console) {
    this.#console = console
  }

  tell(label: string, done: number, total: number): void {
    if (this.#console.isTTY) return this.#draw(label, done, total)
    if (performance.now() - this.#toldAt < LINE_EVERY_MS) return
    this.#toldAt = performance.now()
    this.#console.write(`${label}: ${done} of ${total}\n`)
  }

  /** Erases the bar; call it before anything else is written. */
  clear(): void {
    if (this.#isDrawn) this.#console.write('\r\u001B[K')
    this.#isDrawn = false
  }

  #draw(label: string, done: number, total: number): void {
    const filled = total === 0 ? BAR_WIDTH : Math.round((BAR_WIDTH * done) / total)
    const bar = '█'.repeat(filled) + '░'.repeat(BAR_WIDTH - filled)
    this.#console.write(`\r\u001B[K${bar} ${label} ${done} of ${total}`)
    this.#isDrawn = true
  }
}
