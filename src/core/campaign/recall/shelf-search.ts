import { BestIds } from '../../../lib/top-k.ts'
import type { NodeId } from '../../graph/node-table.ts'
import type { Sums } from '../../rank/features/first-level.ts'
import type { Ranker } from '../../rank/ranker.ts'
import type { Log } from '../ports.ts'
import type { Recalled } from '../event.ts'
import type { Slice } from '../codec/slice.ts'
import { recallsDue, shelvedOfOpenHosts } from '../evolve/memory.ts'
import type { CampaignState } from '../state/state.ts'
import { ShelvedSums } from './shelved-sums.ts'

/**
 * Finds the best shelved nodes when the frontier runs low. Their sums were not kept up to date
 * outside the frontier, so they are computed from the log, one slice at a time, and nothing is
 * crawled meanwhile. The search changes nothing until it is done, so an interrupted one starts
 * over.
 */
export class ShelfSearch {
  readonly #state: CampaignState
  readonly #ranker: Ranker
  /** Undefined if the sums are in memory: a policy with a regression keeps them for every node. */
  readonly #sums: ShelvedSums | undefined

  constructor(state: CampaignState) {
    this.#state = state
    this.#ranker = state.ranker
    const isAtHand = state.ranker.sumsOf(0 as NodeId) !== undefined
    this.#sums = isAtHand ? undefined : new ShelvedSums(state)
  }

  /** Whether its result is still what the policy wants, which may have changed meanwhile. */
  get isOfUse(): boolean {
    return this.#ranker === this.#state.ranker
  }

  /** Returns undefined when the slice is spent before the end of the log. */
  advance(log: Log, slice: Slice): Recalled | undefined {
    if (recallsDue(this.#state) > 0 && this.#sums?.advance(log, slice) === false) return undefined
    // Nodes in order of discovery are short to write.
    const nodes = Array.from(this.#best().toSorted(), (node) => node as NodeId)
    return { nodes, sums: nodes.map((node) => this.#sumsOf(node)) }
  }

  #sumsOf(node: NodeId): Sums {
    return this.#sums?.sumsOf(node) ?? this.#ranker.sumsOf(node)!
  }

  /** Each arm picks its share, as when nodes are shelved. */
  #best(): Int32Array {
    const { nodes } = this.#state
    const { arms, frontier } = this.#ranker
    // Nodes of open hosts are considered; if there are none, all nodes.
    const wantsAll = shelvedOfOpenHosts(this.#state) === 0
    const isWanted = (node: NodeId) => wantsAll || !frontier.closed.has(nodes.host(node))
    const share = Math.ceil(recallsDue(this.#state) / arms.length)
    const best = arms.map(() => new BestIds(share))
    for (let id = 0; id < nodes.length; id++) {
      const node = id as NodeId
      if (nodes.state(node) !== 'shelved' || !isWanted(node)) continue
      const sums = this.#sumsOf(node)
      for (const [i, arm] of arms.entries()) best[i]!.offer(node, arm.returned(node, sums))
    }
    return Int32Array.from(new Set(best.flatMap((ids) => [...ids.ids()])))
  }
}
