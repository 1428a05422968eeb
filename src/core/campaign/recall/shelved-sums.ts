import { IdSet } from '../../../lib/id-set.ts'
import type { NodeId } from '../../graph/node-table.ts'
import type { Page } from '../../rank/crawled-nodes.ts'
import { FIRST_LEVEL, type Sums } from '../../rank/features/first-level.ts'
import { findEstimator } from '../../rank/names.ts'
import type { Log } from '../ports.ts'
import { rankEventOf, versionsOf } from '../evolve/rank-events.ts'
import { readRecord } from '../codec/read-record.ts'
import type { CampaignEvent } from '../event.ts'
import type { Slice } from '../codec/slice.ts'
import type { CampaignState } from '../state/state.ts'

type Column = Float32Array | Float64Array

/**
 * Computes the sums of the shelved nodes from the log, one slice at a time: those first-level sums
 * that are arms of the policy, in the precision of its queues. Nodes that redirect are included, as
 * their sums pass on to their targets.
 */
export class ShelvedSums {
  readonly #nodes: IdSet
  readonly #columns: (Column | undefined)[]
  readonly #labels = new Map<NodeId, number>()
  readonly #versionBefore: ReturnType<typeof versionsOf>
  #read = 0

  constructor({ nodes, ranker, history }: CampaignState) {
    this.#versionBefore = versionsOf(history, this.#labels)
    this.#nodes = new IdSet(nodes.length, (id) => {
      const state = nodes.state(id as NodeId)
      return state === 'shelved' || state === 'moved'
    })
    const { size } = this.#nodes
    this.#columns = FIRST_LEVEL.map((name) => {
      if (ranker.arms.every((arm) => findEstimator(arm.name).sum !== name)) return undefined
      return findEstimator(name).keys === 'double' ? new Float64Array(size) : new Float32Array(size)
    })
  }

  /** False when the slice is spent before the log is at its end. */
  advance(log: Log, slice: Slice): boolean {
    if (this.#columns.every((column) => column === undefined)) return true
    for (const bytes of log.after(this.#read)) {
      if (slice.isSpent) return false
      slice.note(bytes)
      this.#addUp(readRecord(bytes, ++this.#read))
    }
    return true
  }

  /** Sums that no arm uses are 0. */
  sumsOf(node: NodeId): Sums {
    const place = this.#nodes.place(node)
    const sum = (which: number) => this.#columns[which]?.[place] ?? 0
    return [sum(0), sum(1), sum(2), sum(3)]
  }

  #addUp(event: CampaignEvent): void {
    const meaning = rankEventOf(event, this.#versionBefore)
    if (meaning === undefined || meaning.kind === 'failed') return
    if (meaning.kind === 'redirected') {
      if (meaning.to !== undefined) this.#add(meaning.to, this.sumsOf(meaning.node))
      return
    }
    const { page } = meaning
    if (meaning.kind === 'rescored') this.#labels.set(page.node, page.score)
    const was = meaning.kind === 'rescored' ? { ...page, score: meaning.was } : meaning.was
    if (was !== undefined) this.#addLinks(was, -1)
    this.#addLinks(page, 1)
  }

  #addLinks({ score, links }: Page, sign: 1 | -1): void {
    for (const [i, target] of links.targets.entries()) {
      const linkScore = links.linkScores[i]!
      this.#add(target, [sign, sign * score, sign * linkScore, sign * score * linkScore])
    }
  }

  #add(node: NodeId, sums: Sums): void {
    const place = this.#nodes.place(node)
    if (place < 0) return
    for (let which = 0; which < sums.length; which++) {
      const column = this.#columns[which]
      if (column !== undefined) column[place]! += sums[which]!
    }
  }
}
