import { IdSet } from '../../../lib/id-set.ts'
import type { NodeId } from '../../graph/node-table.ts'
import { FIRST_LEVEL, type Sums } from '../../rank/features/first-level.ts'
import { findEstimator } from '../../rank/names.ts'
import type { Log } from '../ports.ts'
import { traitsOf } from '../outcomes.ts'
import { readRecord } from '../codec/read-record.ts'
import type { CampaignRecord } from '../event.ts'
import type { Slice } from '../codec/slice.ts'
import type { CampaignState } from '../state/state.ts'

type Column = Float32Array | Float64Array

/**
 * What the log says of the shelved nodes, added up a slice at a time: of the first-level sums those
 * that are arms of the policy, in the precision of its queues. Nodes that redirect are added up as
 * well, for theirs go on to where they lead.
 */
export class ShelvedSums {
  readonly #nodes: IdSet
  readonly #columns: (Column | undefined)[]
  #read = 0

  constructor({ nodes, ranker }: CampaignState) {
    this.#nodes = new IdSet(nodes.length, (id) => {
      const state = nodes.state(id as NodeId)
      return state === 'shelved' || state === 'moved'
    })
    const { size } = this.#nodes
    this.#columns = FIRST_LEVEL.map((name) => {
      if (ranker.arms.every((arm) => arm.name !== name)) return undefined
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

  /** Those that no arm looks at are 0. */
  sumsOf(node: NodeId): Sums {
    const place = this.#nodes.place(node)
    const sum = (which: number) => this.#columns[which]?.[place] ?? 0
    return [sum(0), sum(1), sum(2), sum(3)]
  }

  #addUp(record: CampaignRecord): void {
    if (record.kind === 'edited' && record.edit.kind === 'label') {
      const { edges, score, was } = record.edit
      const change = score - was
      for (const [i, target] of edges.targets.entries()) {
        this.#add(target, [0, change, 0, change * edges.linkScores[i]!])
      }
    }
    if (record.kind !== 'step') return
    const { targets, linkScores } = record.edges
    if (record.outcome === 'redirect' && targets.length > 0) {
      this.#add(targets[0]!, this.sumsOf(record.node))
    }
    if (!traitsOf(record.outcome).read) return
    for (const [i, target] of targets.entries()) {
      const linkScore = linkScores[i]!
      this.#add(target, [1, record.score, linkScore, record.score * linkScore])
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
