import type { Archive } from '../../../lib/archive.ts'
import { Column } from '../../graph/column.ts'
import type { NodeId } from '../../graph/node-table.ts'
import type { Queue } from '../../graph/queue.ts'
import type { Page } from '../crawled-nodes.ts'
import { describeEstimator, type Estimator } from '../estimator.ts'

export const OPIC = describeEstimator({
  name: 'opic',
  code: 2,
  words:
    "cash held ÷ (cash handed on + 1); a page hands its cash on in the measure of α times the target's own",
  terms: { cash: 8, handedOn: 9 },
  bytes: { known: 8 },
  build: ({ queue }) => new Opic(queue),
})

/**
 * Online page importance (Abiteboul et al. 2003), adapted to link scores: each node begins with a
 * cash of 1, a crawled page hands its cash to its targets in the measure of α times their own, and
 * importance is the share of all cash ever handed on that came by. On the frontier nothing was
 * handed on yet, so a node is worth the cash it holds.
 *
 * A page that is crawled again moves no cash: what it handed on has been spent by others since and
 * cannot be called back, and what came to it later stays with it, as with any crawled page. So this
 * is an estimate of the crawl as it went, not of the graph as it is.
 */
class Opic implements Estimator<'cash' | 'handedOn'> {
  readonly queue: Queue
  readonly #cash = new Column(true)
  #handedOn = 0

  constructor(queue: Queue) {
    this.queue = queue
  }

  added(node: NodeId): void {
    this.#cash.set(node, 1)
    this.queue.set(node, 1)
  }

  seeded(node: NodeId): void {
    this.#cash.set(node, 1)
  }

  estimate(node: NodeId): number {
    return this.#cash.value(node) / (this.#handedOn + 1)
  }

  keyOf(estimate: number): number {
    return estimate * (this.#handedOn + 1)
  }

  terms(node: NodeId): { cash: number; handedOn: number } {
    return { cash: this.#cash.value(node), handedOn: this.#handedOn }
  }

  returned(node: NodeId): number {
    return this.#cash.value(node)
  }

  crawled({ node, links }: Page): void {
    const cash = this.#cash.value(node)
    const shares = this.#shares(links.targets, links.linkScores)
    for (let i = 0; i < shares.length; i++) this.#receive(links.targets[i]!, cash * shares[i]!)
    this.#cash.set(node, 0)
    this.#handedOn += cash
  }

  moved(from: NodeId, to: NodeId): void {
    if (!this.queue.has(to)) return
    this.#receive(to, this.#cash.value(from))
    this.#cash.set(from, 0)
  }

  archive(archive: Archive): void {
    this.#cash.archive(archive)
    this.#handedOn = archive.number(this.#handedOn)
  }

  /** Evenly where no link promises anything. All of them before any cash moves. */
  #shares(targets: readonly NodeId[], linkScores: readonly number[]): number[] {
    const weights = targets.map((target, i) => linkScores[i]! * this.#cash.value(target))
    const total = weights.reduce((sum, weight) => sum + weight, 0)
    return weights.map((weight) => (total > 0 ? weight / total : 1 / targets.length))
  }

  #receive(node: NodeId, amount: number): void {
    this.#cash.increase(node, amount)
    if (this.queue.has(node)) this.queue.increase(node, amount)
  }
}
