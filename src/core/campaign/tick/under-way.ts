import type { NodeId } from '../../graph/node-table.ts'

interface Fetch {
  done: Promise<void>
  /** Side requests that it may still send. */
  maxSideRequests: number
}

/** The fetches of a campaign in memory that were begun and are not settled. */
export class FetchesUnderWay {
  readonly #byNode = new Map<NodeId, Fetch>()

  get size(): number {
    return this.#byNode.size
  }

  get nodes(): NodeId[] {
    return [...this.#byNode.keys()]
  }

  has(node: NodeId): boolean {
    return this.#byNode.has(node)
  }

  /** Side requests that all of them together may still send. */
  get sideRequests(): number {
    let sum = 0
    for (const { maxSideRequests } of this.#byNode.values()) sum += maxSideRequests
    return sum
  }

  /** Runs a fetch until it is settled. */
  run(node: NodeId, maxSideRequests: number, work: () => Promise<void>): Promise<void> {
    const { promise: done, resolve, reject } = Promise.withResolvers<void>()
    const fetch = { done, maxSideRequests }
    this.#byNode.set(node, fetch)
    const end = () => {
      // Once it is settled, the node may be fetched again.
      if (this.#byNode.get(node) === fetch) this.end(node)
    }
    void work().finally(end).then(resolve, reject)
    return done
  }

  /** It is about to be settled. */
  end(node: NodeId): void {
    this.#byNode.delete(node)
  }

  /** Waits until none is under way, whatever becomes of them. */
  async settled(): Promise<void> {
    while (this.size > 0) {
      await Promise.allSettled(Array.from(this.#byNode.values(), ({ done }) => done))
    }
  }
}
