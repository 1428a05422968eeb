import type { Archive } from '../../../lib/archive.ts'
import { log1p } from '../../../lib/logarithm.ts'
import { normalSample, WORDS_OF_A_SAMPLE } from '../../../lib/normal.ts'
import type { HostId } from '../../graph/host-table.ts'
import type { NodeId } from '../../graph/node-table.ts'
import type { Queue } from '../../graph/queue.ts'
import { describeEstimator, type Estimator, type SharedParts } from '../estimator.ts'
import type { Sums } from '../features/first-level.ts'
import { FIRST_LEVEL_TERMS } from './sum.ts'

export const D3TS = describeEstimator({
  name: 'd3ts',
  code: 20,
  words:
    'a Thompson sample of the mean score of the host, whose last `hostPages` pages count, plus f of Σβ(u)α(u,v) over P(v)',
  terms: { hostSample: 17, fl_ne: FIRST_LEVEL_TERMS.fl_ne },
  needs: ['firstLevelRows', 'hostOf', 'chance'],
  groups: 'hosts',
  options: [
    {
      name: 'hostPages',
      kind: 'count',
      max: 1_000_000,
      default: 100,
      words: 'Pages of a host that count; earlier ones fade',
    },
  ],
  build: ({ queue, options, ...parts }) => new HostSampling(queue, parts, options.hostPages),
})

/** Pages that the mean of all hosts counts for in the mean of one. */
const PRIOR_PAGES = 1
/** Hosts whose sample is drawn anew after each page, in turn; beside the page's own. */
const REDRAWN = 8
/** All hosts of which no page was crawled yet: they are one arm, as nothing tells them apart. */
const NEW_HOSTS = 0

type AllPages = [pages: number, scores: number, squares: number]

type Parts = Pick<SharedParts, 'firstLevelRows' | 'hostOf' | 'chance'>

/**
 * Dynamic Thompson sampling (Gupta et al. 2011; D3TS of Murai et al. 2017) over hosts: of each host
 * a sample of how good its pages are is drawn, and the best link of the host with the best sample is
 * next, unless a link of another promises more than the samples differ by.
 *
 * What is known of a host is how many pages it had and what they scored, no more than `hostPages` of
 * them: beyond that each new page takes the place of a share of all earlier ones, so that a host that
 * has run dry is left. A host begins with the mean of all. Those never tried share one sample, drawn
 * from what first pages scored: a sample each would, of thousands, always hold a lucky one.
 *
 * Samples are drawn when a page was learned, and nowhere else: they are a function of the log.
 */
class HostSampling implements Estimator<'hostSample' | 'fl_ne'> {
  readonly queue: Queue
  readonly #parts: Parts
  readonly #maxPages: number
  /** What each arm has seen: pages and the sum of their scores. */
  #pages: number[] = [0]
  #scores: number[] = [0]
  /** All pages learned, whatever the host: how many, Σβ and Σβ². */
  #all: AllPages = [0, 0, 0]
  #samples = 0
  #cursor = 0
  readonly #sums = new Float64Array(4)

  constructor(queue: Queue, parts: Parts, maxPages: number) {
    this.queue = queue
    this.#parts = parts
    this.#maxPages = maxPages
  }

  estimate(node: NodeId): number {
    return this.#sampleOf(node) + this.#promise(node)
  }

  terms(node: NodeId): { hostSample: number; fl_ne: number } {
    return { hostSample: this.#sampleOf(node), fl_ne: this.#promise(node) }
  }

  returned(_node: NodeId, [, , , products]: Sums): number {
    return log1p(products)
  }

  touched(node: NodeId): void {
    this.queue.set(node, this.#promise(node))
  }

  /** The host is all there is to learn of. */
  example(node: NodeId): Float64Array {
    return Float64Array.of(this.#parts.hostOf(node))
  }

  learn([host]: Float64Array, score: number): void {
    const arm = this.queue.groupOf(host as HostId)
    this.#count(score)
    this.#reward(arm, score)
    this.#draw(arm)
    if (arm === NEW_HOSTS) this.#meet(host as HostId, score)
    this.#redraw()
  }

  archive(archive: Archive): void {
    this.#pages = archive.numbers(this.#pages)
    this.#scores = archive.numbers(this.#scores)
    this.#all = archive.numbers(this.#all) as AllPages
    this.#samples = archive.number(this.#samples)
    this.#cursor = archive.number(this.#cursor)
  }

  #sampleOf(node: NodeId): number {
    return this.queue.weight(this.queue.groupOf(this.#parts.hostOf(node)))
  }

  #promise(node: NodeId): number {
    this.#parts.firstLevelRows.read(node, this.#sums)
    return log1p(this.#sums[3]!)
  }

  #count(score: number): void {
    this.#all[0]++
    this.#all[1] += score
    this.#all[2] += score * score
  }

  /** A host is an arm of its own from its first page on. */
  #meet(host: HostId, score: number): void {
    const arm = this.#pages.push(0) - 1
    this.#scores.push(0)
    this.queue.assign(host, arm)
    this.#reward(arm, score)
    this.#draw(arm)
  }

  /** An arm at its limit forgets as much as it learns. */
  #reward(arm: number, score: number): void {
    const [pages, scores] = [this.#pages[arm]! + 1, this.#scores[arm]! + score]
    const kept = pages > this.#maxPages ? this.#maxPages / pages : 1
    this.#pages[arm] = pages * kept
    this.#scores[arm] = scores * kept
  }

  /** All arms are equal in the end: a sample that was bad luck must not last. */
  #redraw(): void {
    const arms = this.#pages.length
    for (let i = 0; i < Math.min(REDRAWN, arms); i++) {
      this.#cursor = this.#cursor + 1 < arms ? this.#cursor + 1 : 0
      this.#draw(this.#cursor)
    }
  }

  /** The posterior of a mean with normal noise, of which all pages tell the variance. */
  #draw(arm: number): void {
    const [pages, scores, squares] = this.#all
    const mean = scores / pages
    const variance = Math.max(0, squares / pages - mean * mean)
    const weight = this.#pages[arm]! + PRIOR_PAGES
    const first = this.#samples++ * WORDS_OF_A_SAMPLE
    const noise = normalSample((i) => this.#parts.chance(first + i))
    const posterior = (this.#scores[arm]! + PRIOR_PAGES * mean) / weight
    this.queue.setWeight(arm, posterior + noise * Math.sqrt(variance / weight))
  }
}
