import type { Archive } from '../../../lib/archive.ts'
import { log1p } from '../../../lib/logarithm.ts'
import type { EdgeClasses } from '../../graph/known-links.ts'
import type { NodeId } from '../../graph/node-table.ts'
import type { Queue } from '../../graph/queue.ts'
import type { Page } from '../crawled-nodes.ts'
import { describeEstimator, type Estimator } from '../estimator.ts'

export const LINK_CLASS = describeEstimator({
  name: 'link_class',
  code: 21,
  words:
    "mean score of the N pages that links of v's class led to + `exploration`·σ·√(ln t/N); links whose tag paths are alike are of one class",
  terms: { classMean: 18, classBonus: 19 },
  needs: ['linkClasses'],
  keys: 'single',
  groups: 'nodes',
  // The class of a node; and a bin of some 400 bytes for each host and class: four classes a host.
  bytes: { known: 1, host: 4 * 400 },
  options: [
    {
      name: 'exploration',
      kind: 'positive',
      max: 1_000,
      default: 2.83,
      words: 'Weight of the bonus for classes that were tried seldom',
    },
    {
      name: 'classCosine',
      kind: 'fraction',
      default: 0.75,
      words: 'Cosine from which tag paths are of one class',
    },
  ],
  build: ({ queue, options }) => new LinkClass(queue, options.exploration),
})

/**
 * The sleeping bandit of SB-CLASSIFIER (Gauquier, Manolescu and Senellart 2025): an arm is a class of
 * links by where in their pages they stand, such as those of a list of results or of a footer. The
 * class with the highest upper confidence bound is next, and of it the link found first; a class
 * without links sleeps. Scores have no upper limit, so the bonus is in units of their standard
 * deviation σ. An untried class counts as tried once, with the mean of all.
 *
 * A node is of the class it was first found under. What no page with known paths links to is of class
 * 0, an arm like the others.
 */
class LinkClass implements Estimator<'classMean' | 'classBonus'> {
  readonly queue: Queue
  readonly #exploration: number
  /** The pages of each class, and the sum of their scores. */
  #pages: number[] = [0]
  #scores: number[] = [0]
  /** How many pages there were in all, Σβ and Σβ². */
  #all = [0, 0, 0]

  constructor(queue: Queue, exploration: number) {
    this.queue = queue
    this.#exploration = exploration
  }

  estimate(node: NodeId): number {
    return this.queue.weight(this.queue.groupOf(node))
  }

  terms(node: NodeId): { classMean: number; classBonus: number } {
    const group = this.queue.groupOf(node)
    return { classMean: this.#mean(group), classBonus: this.#bonus(group) }
  }

  /** The first found of a class goes first. */
  returned(): number {
    return 0
  }

  crawled({ links }: Page): void {
    if (links.classes !== undefined) this.#classify(links.targets, links.classes)
  }

  recrawled(page: Page): void {
    this.crawled(page)
  }

  moved(from: NodeId, to: NodeId): void {
    this.#join(to, this.queue.groupOf(from))
  }

  example(node: NodeId): Float64Array {
    return Float64Array.of(this.queue.groupOf(node))
  }

  learn([group]: Float64Array, score: number): void {
    this.#makeRoomFor(group!)
    this.#pages[group!]!++
    this.#scores[group!]! += score
    this.#all = [this.#all[0]! + 1, this.#all[1]! + score, this.#all[2]! + score * score]
    // Every bonus grows with the number of pages; there are few classes.
    for (let other = 0; other < this.#pages.length; other++) this.#weigh(other)
  }

  archive(archive: Archive): void {
    this.#pages = archive.numbers(this.#pages)
    this.#scores = archive.numbers(this.#scores)
    this.#all = archive.numbers(this.#all)
  }

  #classify(targets: readonly NodeId[], { ofEdges }: EdgeClasses): void {
    for (const [edge, target] of targets.entries()) this.#join(target, ofEdges[edge]!)
  }

  #join(node: NodeId, group: number): void {
    if (this.queue.groupOf(node) !== 0) return
    this.#makeRoomFor(group)
    this.queue.assign(node, group)
  }

  #makeRoomFor(group: number): void {
    while (this.#pages.length <= group) {
      this.#scores.push(0)
      this.#weigh(this.#pages.push(0) - 1)
    }
  }

  #weigh(group: number): void {
    this.queue.setWeight(group, this.#mean(group) + this.#bonus(group))
  }

  #mean(group: number): number {
    const pages = this.#pages[group] ?? 0
    if (pages > 0) return this.#scores[group]! / pages
    return this.#all[0] === 0 ? 0 : this.#all[1]! / this.#all[0]!
  }

  #bonus(group: number): number {
    const [pages, scores, squares] = this.#all as [number, number, number]
    if (pages === 0) return 0
    const mean = scores / pages
    const variance = Math.max(0, squares / pages - mean * mean)
    const tried = Math.max(1, this.#pages[group] ?? 0)
    return this.#exploration * Math.sqrt((variance * log1p(pages - 1)) / tried)
  }
}
