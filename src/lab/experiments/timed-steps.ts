import type { Policy } from '../../core/rank/policy.ts'
import { Follower, KnownPages, type OraclePathOptions } from './follower.ts'

/** What one estimation took around a step of the crawl, in milliseconds. */
export interface Timing {
  /** Median of the whole step: page folded in, estimates refreshed, next node chosen. */
  medianMs: number
  /** Includes whatever else the machine was busy with. */
  meanMs: number
  /** The parts of the mean. */
  foldMs: number
  chooseMs: number
  /** Nodes to choose from, afterwards. */
  frontier: number
}

export interface TimedCrawl extends Omit<OraclePathOptions, 'steps'> {
  /** What is crawled, whatever the policy would have chosen. */
  path: Uint32Array
  policy: Policy
  /** Ascending: where to measure. */
  steps: readonly number[]
}

/** One step is at the mercy of its page and of the machine: so many up to it are measured. */
const WINDOW = 100
/** `nr` takes long, and the same time at each step. */
const NR_WINDOW = 3

/** Timings by step. Steps beyond the path are left out; reading the corpus is not measured. */
export function timeSteps(crawl: TimedCrawl, tell: (step: number) => void): Map<number, Timing> {
  const pages = new KnownPages(crawl.graph, crawl.scores)
  const seeds = pages.readSeeds(crawl.seeds)
  const follower = new Follower(
    { ...crawl, budget: crawl.path.length, scoreOf: pages.score },
    seeds,
  )
  const timings = new Map<number, Timing>()
  const stopwatch = new Stopwatch(follower, crawl.policy.name === 'nr' ? NR_WINDOW : WINDOW)
  const last = Math.min(crawl.steps.at(-1) ?? 0, crawl.path.length)
  follower.choose()
  for (let step = 1; step <= last; step++) {
    const discovery = pages.read(crawl.path[step - 1]!)
    // Everything is computed anew for each choice of `nr`: those nobody measures need not be made.
    const isIdle = crawl.policy.name === 'nr' && !isNear(step, crawl.steps)
    if (isIdle) follower.fold(discovery)
    else stopwatch.time(() => follower.fold(discovery))
    if (crawl.steps.includes(step)) timings.set(step, stopwatch.read())
    tell(step)
  }
  return timings
}

function isNear(step: number, steps: readonly number[]): boolean {
  return steps.some((measured) => step > measured - NR_WINDOW && step <= measured)
}

/** The last few steps. */
class Stopwatch {
  readonly #follower: Follower
  readonly #window: number
  readonly #laps: { fold: number; choose: number }[] = []

  constructor(follower: Follower, window: number) {
    this.#follower = follower
    this.#window = window
  }

  time(fold: () => void): void {
    const start = performance.now()
    fold()
    const folded = performance.now()
    this.#follower.choose()
    this.#laps.push({ fold: folded - start, choose: performance.now() - folded })
    if (this.#laps.length > this.#window) this.#laps.shift()
  }

  read(): Timing {
    const laps = this.#laps.slice(-this.#window)
    const wholes = laps.map(({ fold, choose }) => fold + choose).toSorted((a, b) => a - b)
    return {
      meanMs: meanOf(wholes),
      medianMs: wholes[Math.floor(wholes.length / 2)]!,
      foldMs: meanOf(laps.map(({ fold }) => fold)),
      chooseMs: meanOf(laps.map(({ choose }) => choose)),
      frontier: this.#follower.ranker.frontier.size,
    }
  }
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
