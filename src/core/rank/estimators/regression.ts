import type { Archive } from '../../../lib/archive.ts'
import { LeastSquares } from '../../../lib/least-squares.ts'
import type { NodeId } from '../../graph/node-table.ts'
import type { Queue } from '../../graph/queue.ts'
import { describeEstimator, type Estimator } from '../estimator.ts'
import { FIRST_LEVEL } from '../features/first-level.ts'
import { SECOND_LEVEL } from '../features/second-level.ts'
import { FIRST_LEVEL_TERMS, SECOND_LEVEL_TERMS } from './sum.ts'
import { log1p } from '../../../lib/logarithm.ts'

/** The weight of an example against the wish for small weights: C of the least squares. */
const RIDGE = {
  name: 'ridge',
  kind: 'positive',
  max: 1e9,
  default: 1000,
  words: 'Weight of an example against small weights',
} as const

export const LR_FL = describeEstimator({
  name: 'lr_fl',
  code: 10,
  words:
    'least squares on f of the first-level sums, learned from each crawled page with the features it had when chosen',
  terms: FIRST_LEVEL_TERMS,
  needs: ['firstLevelRows'],
  options: [RIDGE],
  build: ({ queue, firstLevelRows, options }) =>
    new Regression(queue, { names: FIRST_LEVEL, read: firstLevelRows.read }, options.ridge),
})

export const LR_SL = describeEstimator({
  name: 'lr_sl',
  code: 11,
  words: 'the same on f of all seven sums',
  terms: { ...FIRST_LEVEL_TERMS, ...SECOND_LEVEL_TERMS },
  needs: ['graph', 'firstLevelRows', 'secondLevel', 'secondLevelColumns'],
  options: [RIDGE],
  build: ({ queue, firstLevelRows, secondLevelColumns, options }) => {
    const read: RegressionFeatures['read'] = (node, into) => {
      firstLevelRows.read(node, into)
      into.set(secondLevelColumns.values(node), FIRST_LEVEL.length)
    }
    const names = [...FIRST_LEVEL, ...SECOND_LEVEL]
    return new Regression(queue, { names, read }, options.ridge)
  },
})

export interface RegressionFeatures<Term extends string = string> {
  names: readonly Term[]
  /** Writes the raw features of a frontier node. */
  read: (node: NodeId, into: Float64Array) => void
}

/** Estimates refreshed at each choice. */
const MIN_SWEEP = 64
const MAX_SWEEP = 4096
/** The whole frontier is swept while the crawl grows by a fifth; over many crawls that finds as much as sweeping it at every step. */
const SWEEP_GROWTH = 0.2
/** How often the best may turn out worse than it seemed before it is believed. */
const RECHECKS = 256

/**
 * `lr_fl` and `lr_sl`: a linear regression of the score on the smoothed sums, learned from each
 * crawled page with the features it had when it was chosen.
 *
 * The weights move with every page, and with them every estimate. Before a choice the nodes whose
 * features changed are estimated anew, some others in turn, and the best once more before it is
 * believed. Among 64 known nodes all are always exact.
 */
export class Regression<Term extends string> implements Estimator<Term> {
  readonly queue: Queue
  readonly #features: RegressionFeatures<Term>
  readonly #model: LeastSquares
  readonly #x: Float64Array
  /** Nodes to be estimated anew before the next choice. */
  readonly #changed = new Set<NodeId>()
  #examples = 0
  #known = 0
  #cursor = 0

  constructor(queue: Queue, features: RegressionFeatures<Term>, c: number) {
    this.queue = queue
    this.#features = features
    this.#model = new LeastSquares(features.names.length, c)
    this.#x = new Float64Array(features.names.length)
  }

  get weights(): readonly number[] {
    return [...this.#model.weights]
  }

  added(node: NodeId): void {
    this.#known = Math.max(this.#known, node + 1)
  }

  estimate(node: NodeId): number {
    return this.#model.predict(this.#smoothed(node))
  }

  terms(node: NodeId): Partial<Record<Term, number>> {
    const x = this.#smoothed(node)
    const entries = this.#features.names.map((name, i) => [name, x[i]! * this.#model.weights[i]!])
    return Object.fromEntries(entries) as Record<Term, number>
  }

  returned(node: NodeId): number {
    return this.estimate(node)
  }

  /** Once a choice, however many of its features changed how often. */
  touched(node: NodeId): void {
    this.#changed.add(node)
  }

  example(node: NodeId): Float64Array {
    return this.#smoothed(node).slice()
  }

  learn(example: Float64Array, score: number): void {
    this.#model.learn(example, score)
    this.#examples++
  }

  refresh(): void {
    for (const node of this.#changed) if (this.queue.has(node)) this.#update(node)
    this.#changed.clear()
    this.#sweep()
    for (let i = 0; i < RECHECKS; i++) {
      const best = this.queue.best()
      if (best === undefined || !this.#update(best)) return
    }
  }

  archive(archive: Archive): void {
    this.#model.archive(archive)
    this.#examples = archive.number(this.#examples)
    this.#known = archive.number(this.#known)
    this.#cursor = archive.number(this.#cursor)
    for (const node of archive.integers([...this.#changed])) this.#changed.add(node as NodeId)
  }

  #sweep(): void {
    const wanted = Math.ceil(this.#known / (SWEEP_GROWTH * (this.#examples + 1)))
    const count = Math.min(this.#known, Math.max(MIN_SWEEP, Math.min(MAX_SWEEP, wanted)))
    for (let i = 0; i < count; i++) {
      const node = this.#cursor as NodeId
      this.#cursor = this.#cursor + 1 < this.#known ? this.#cursor + 1 : 0
      if (this.queue.has(node)) this.#update(node)
    }
  }

  /** Whether the estimate had gone stale. */
  #update(node: NodeId): boolean {
    if (this.queue.isFirst(node)) return false
    const estimate = this.estimate(node)
    if (estimate === this.queue.value(node)) return false
    this.queue.set(node, estimate)
    return true
  }

  #smoothed(node: NodeId): Float64Array {
    const x = this.#x
    this.#features.read(node, x)
    for (let i = 0; i < x.length; i++) if (x[i] !== 0) x[i] = log1p(x[i]!)
    return x
  }
}
