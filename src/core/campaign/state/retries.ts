import type { Archive } from '../../../lib/archive.ts'
import type { NodeId } from '../../graph/node-table.ts'
import { archiveMap } from './archive-map.ts'

/** One attempt and two retries: a page that fails three times rarely recovers. */
export const MAX_ATTEMPTS = 3
/** The pause before the second attempt; the third waits four times as long. */
const FIRST_PAUSE_MS = 30_000

/** Nodes with transient failures: when each is retried, and how many attempts it had. */
export class Retries {
  readonly #attempts = new Map<NodeId, number>()
  /** The record of the last attempt. */
  readonly #seqs = new Map<NodeId, number>()
  /** There are few at a time, so they need no order. */
  readonly #dueAt = new Map<NodeId, number>()

  /** Whether a node that has just failed may be retried. */
  allows(node: NodeId): boolean {
    return (this.#attempts.get(node) ?? 0) + 1 < MAX_ATTEMPTS
  }

  /** The record of the last attempt; 0 when there was none. */
  lastAttempt(node: NodeId): number {
    return this.#seqs.get(node) ?? 0
  }

  /** How often it has failed so far. */
  failures(node: NodeId): number {
    return this.#attempts.get(node) ?? 0
  }

  /** When the node is retried; undefined when it does not wait for a retry. */
  restsUntil(node: NodeId): number | undefined {
    return this.#dueAt.get(node)
  }

  /** Schedules the retry of a node that failed at that time, in that record. */
  add(node: NodeId, failedAt: number, seq: number): void {
    const attempts = (this.#attempts.get(node) ?? 0) + 1
    this.#attempts.set(node, attempts)
    this.#seqs.set(node, seq)
    this.#dueAt.set(node, failedAt + FIRST_PAUSE_MS * 4 ** (attempts - 1))
  }

  /** A node that was taken out waits on, until that time. */
  postpone(node: NodeId, until: number): void {
    this.#dueAt.set(node, until)
  }

  /** Forgets a node that needs no retry any more. */
  forget(node: NodeId): void {
    for (const map of [this.#attempts, this.#seqs, this.#dueAt]) map.delete(node)
  }

  /** Takes out the nodes whose retry is due at that time, of those that may be fetched. */
  takeDue(at: number, mayFetch: (node: NodeId) => boolean): NodeId[] {
    const due = [...this.#dueAt]
      .filter(([node, dueAt]) => dueAt <= at && mayFetch(node))
      .map(([node]) => node)
    for (const node of due) this.#dueAt.delete(node)
    return due
  }

  /** When the first of the nodes that may be fetched is due. */
  nextAt(mayFetch: (node: NodeId) => boolean): number | undefined {
    let first: number | undefined
    for (const [node, at] of this.#dueAt) {
      if ((first === undefined || at < first) && mayFetch(node)) first = at
    }
    return first
  }

  archive(archive: Archive): void {
    for (const map of [this.#attempts, this.#seqs, this.#dueAt]) archiveMap(archive, map)
  }
}
