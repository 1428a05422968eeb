import type { Archive } from '../../../lib/archive.ts'
import { grow } from '../../../lib/grow.ts'
import type { NodeId } from '../../graph/node-table.ts'
import type { Queue } from '../../graph/queue.ts'
import type { Page } from '../crawled-nodes.ts'

export const FIRST_LEVEL = ['fl_deg', 'fl_n', 'fl_e', 'fl_ne'] as const
export type FirstLevelName = (typeof FIRST_LEVEL)[number]

export type Sums = [degree: number, scores: number, linkScores: number, products: number]

/** What the sums of its targets, old and new, change by when a page does. */
export function firstLevelChanges(page: Page, was: Page): Map<NodeId, Sums> {
  const changes = new Map<NodeId, Sums>()
  addLinks(changes, was, -1)
  addLinks(changes, page, 1)
  return changes
}

function addLinks(changes: Map<NodeId, Sums>, { score, links }: Page, sign: 1 | -1): void {
  for (const [i, target] of links.targets.entries()) {
    const sums = changes.get(target) ?? [0, 0, 0, 0]
    const linkScore = links.linkScores[i]!
    sums[0] += sign
    sums[1] += sign * score
    sums[2] += sign * linkScore
    sums[3] += sign * score * linkScore
    changes.set(target, sums)
  }
}

/** The queues that each sum is the key of; several estimators may have the order of one sum. */
export type FirstLevelQueues = Partial<Record<FirstLevelName, readonly Queue[]>>

/**
 * Sums over the crawled pages u that link to a frontier node v: how many, Σ β(u), Σ α(u,v) and
 * Σ β(u)·α(u,v). Those that arms are ordered by are kept in their queues, the others nowhere; for a
 * regression, which reads all four at a time, they also stand together in rows of their own, or each
 * reading would wait for memory four times.
 */
export class FirstLevel {
  readonly #queues: readonly (readonly Queue[])[]
  #rows: Float64Array | undefined
  #nodes = 0

  constructor(queues: FirstLevelQueues, inRows: boolean) {
    this.#queues = FIRST_LEVEL.map((name) => queues[name] ?? [])
    this.#rows = inRows ? new Float64Array(256) : undefined
  }

  /** A page with that score links to the node. Rows are kept for nodes out of the frontier too. */
  link(node: NodeId, score: number, linkScore: number, isQueued: boolean): void {
    if (isQueued) {
      const [degree, scores, linkScores, products] = this.#queues
      for (const queue of degree!) queue.increase(node, 1)
      for (const queue of scores!) queue.increase(node, score)
      for (const queue of linkScores!) queue.increase(node, linkScore)
      for (const queue of products!) queue.increase(node, score * linkScore)
    }
    if (this.#rows) this.#addToRow(node, score, linkScore)
  }

  add(node: NodeId, sums: Sums, isQueued: boolean): void {
    if (isQueued) {
      for (const [i, queues] of this.#queues.entries()) {
        for (const queue of queues) queue.increase(node, sums[i]!)
      }
    }
    if (!this.#rows) return
    this.#makeRoomFor(node)
    for (const [i, sum] of sums.entries()) this.#rows[node * 4 + i]! += sum
  }

  /** Whether all four are known of every node, in the frontier or not. */
  get inRows(): boolean {
    return this.#rows !== undefined
  }

  /** All four; only where they are kept in rows. A node that nothing links to may have none yet. */
  readonly read = (node: NodeId, into: Float64Array): void => {
    if (node >= this.#nodes) return void into.fill(0, 0, 4)
    const rows = this.#rows!
    const row = node * 4
    into[0] = rows[row]!
    into[1] = rows[row + 1]!
    into[2] = rows[row + 2]!
    into[3] = rows[row + 3]!
  }

  sums(node: NodeId): Sums {
    const sums: Sums = [0, 0, 0, 0]
    for (const [i, queues] of this.#queues.entries()) {
      // Not from a queue where there are rows: there a seed has no sum, but an infinite key.
      sums[i] = (this.#rows ? this.#rows[node * 4 + i] : queues[0]?.value(node)) ?? 0
    }
    return sums
  }

  archive(archive: Archive): void {
    if (!this.#rows) return
    this.#nodes = archive.number(this.#nodes)
    this.#rows = archive.column(this.#rows, this.#nodes * 4)
  }

  #addToRow(node: NodeId, score: number, linkScore: number): void {
    this.#makeRoomFor(node)
    const rows = this.#rows!
    const row = node * 4
    rows[row]! += 1
    rows[row + 1]! += score
    rows[row + 2]! += linkScore
    rows[row + 3]! += score * linkScore
  }

  #makeRoomFor(node: NodeId): void {
    if (node < this.#nodes) return
    this.#nodes = node + 1
    this.#rows = grow(this.#rows!, this.#nodes * 4)
  }
}
