import type { Archive } from '../../../lib/archive.ts'
import type { NodeId } from '../../graph/node-table.ts'
import { archiveMap } from './archive-map.ts'

/** The first time and two more: what fails three times is rarely there. */
export const MOST_ATTEMPTS = 3
/** Before the second attempt; the third waits four times as long. */
const FIRST_PAUSE_MS = 30_000

/** Nodes that failed in a way that may pass: when each is to be tried again, and how often it was. */
export class Retries {
  readonly #attempts = new Map<NodeId, number>()
  /** The record of the last attempt. */
  readonly #seqs = new Map<NodeId, number>()
  /** Few at a time, so in no order. */
  readonly #dueAt = new Map<NodeId, number>()

  /** Whether a node that has just failed may be tried once more. */
  allows(node: NodeId): boolean {
    return (this.#attempts.get(node) ?? 0) + 1 < MOST_ATTEMPTS
  }

  /** 0 when there was none. */
  lastAttempt(node: NodeId): number {
    return this.#seqs.get(node) ?? 0
  }

  /** How often it has failed so far. */
  failures(node: NodeId): number {
    return this.#attempts.get(node) ?? 0
  }

  /** Undefined when it does not rest. */
  restsUntil(node: NodeId): number | undefined {
    return this.#dueAt.get(node)
  }

  /** It failed at that moment, as that record tells, and rests. */
  add(node: NodeId, failedAt: number, seq: number): void {
    const attempts = (this.#attempts.get(node) ?? 0) + 1
    this.#attempts.set(node, attempts)
    this.#seqs.set(node, seq)
    this.#dueAt.set(node, failedAt + FIRST_PAUSE_MS * 4 ** (attempts - 1))
  }

  /** It is settled, one way or the other. */
  forget(node: NodeId): void {
    for (const map of [this.#attempts, this.#seqs, this.#dueAt]) map.delete(node)
  }

  /** Those that have rested long enough by then rest no more. */
  takeDue(at: number): NodeId[] {
    const due = [...this.#dueAt].filter(([, dueAt]) => dueAt <= at).map(([node]) => node)
    for (const node of due) this.#dueAt.delete(node)
    return due
  }

  get nextAt(): number | undefined {
    let first: number | undefined
    for (const at of this.#dueAt.values()) if (first === undefined || at < first) first = at
    return first
  }

  archive(archive: Archive): void {
    for (const map of [this.#attempts, this.#seqs, this.#dueAt]) archiveMap(archive, map)
  }
}
