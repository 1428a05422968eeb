import type { Archive } from '../../lib/archive.ts'
import { IndexedHeap } from '../../lib/indexed-heap.ts'
import type { HostId } from './host-table.ts'
import type { NodeId } from './node-table.ts'
import type { Queue } from './queue.ts'

export interface HostClock {
  hostOf: (node: NodeId) => HostId
  /** The moment from which the host may be asked again; infinite while nobody knows. */
  freeAt: (host: HostId) => number
}

/**
 * The nodes known and not yet crawled, in as many orders as the policy needs. Hosts that must wait
 * stand apart, by the moment they are free; `openHosts` lets those in whose moment has come. Hosts
 * that are closed keep their nodes and wait for nothing.
 */
export class Frontier {
  readonly #clock: HostClock
  readonly #queues: readonly Queue[]
  #nodesOfHost: number[] = []
  readonly #waiting: IndexedHeap
  readonly #closed = new Set<HostId>()
  #closedNodes = 0
  #size = 0

  constructor(clock: HostClock, queues: readonly Queue[]) {
    this.#clock = clock
    this.#queues = queues
    this.#waiting = new IndexedHeap((a, b) => this.#freeBefore(a, b))
  }

  get size(): number {
    return this.#size
  }

  /** Nodes of hosts that are not closed. */
  get available(): number {
    return this.#size - this.#closedNodes
  }

  /** Hosts that are closed. */
  get closed(): ReadonlySet<HostId> {
    return this.#closed
  }

  has(node: NodeId): boolean {
    return this.#queues[0]!.has(node)
  }

  /** Frontier nodes of the host. */
  sizeOf(host: HostId): number {
    return this.#nodesOfHost[host] ?? 0
  }

  /** `keys` has one key for each queue, or is one for all. */
  add(node: NodeId, keys: number | readonly number[]): void {
    const host = this.#clock.hostOf(node)
    for (const [i, queue] of this.#queues.entries()) {
      queue.insert(node, typeof keys === 'number' ? keys : keys[i]!)
    }
    this.#size++
    const nodes = (this.#nodesOfHost[host] ?? 0) + 1
    this.#nodesOfHost[host] = nodes
    if (this.#closed.has(host)) this.#closedNodes++
    else if (nodes === 1) this.#waiting.add(host)
  }

  /** Returns the keys it had, in the order of the queues. */
  remove(node: NodeId): number[] {
    const host = this.#clock.hostOf(node)
    const keys = this.#queues.map((queue) => queue.remove(node))
    this.#size--
    if (this.#closed.has(host)) this.#closedNodes--
    if (--this.#nodesOfHost[host]! === 0 && this.#waiting.has(host)) this.#waiting.delete(host)
    return keys
  }

  /** Nothing of the host is to be fetched until it is reopened. */
  close(host: HostId): void {
    if (this.#closed.has(host)) return
    this.#closed.add(host)
    this.#closedNodes += this.sizeOf(host)
    if (this.#waiting.has(host)) this.#waiting.delete(host)
    for (const queue of this.#queues) queue.close(host)
  }

  reopen(host: HostId): void {
    if (!this.#closed.delete(host)) return
    this.#closedNodes -= this.sizeOf(host)
    if (this.sizeOf(host) > 0) this.#waiting.add(host)
  }

  /** The moment from which the host is free has changed. */
  paced(host: HostId): void {
    if (this.#waiting.has(host)) return this.#waiting.moved(host)
    if (!this.#nodesOfHost[host] || this.#closed.has(host)) return
    for (const queue of this.#queues) queue.close(host)
    this.#waiting.add(host)
  }

  openHosts(at: number): void {
    while (this.#waiting.size > 0 && this.#freeAt(this.#waiting.first!) <= at) {
      const host = this.#waiting.first!
      this.#waiting.delete(host)
      for (const queue of this.#queues) queue.open(host as HostId)
    }
  }

  /** Saves or loads the queues too. The hosts' clock must be loaded before. */
  archive(archive: Archive): void {
    this.#size = archive.number(this.#size)
    this.#nodesOfHost = archive.integers(Array.from(this.#nodesOfHost, (nodes) => nodes ?? 0))
    this.#waiting.archive(archive)
    for (const host of archive.integers([...this.#closed])) this.#closed.add(host as HostId)
    this.#closedNodes = archive.number(this.#closedNodes)
    for (const queue of this.#queues) queue.archive(archive)
  }

  /** Whether any node may be fetched now. */
  hasOpen(): boolean {
    return this.#queues[0]!.best() !== undefined
  }

  /** When the first of the waiting hosts is free; undefined while nobody knows of any. */
  nextFreeAt(): number | undefined {
    const host = this.#waiting.first
    const at = host === undefined ? Infinity : this.#freeAt(host)
    return at === Infinity ? undefined : at
  }

  #freeBefore(a: number, b: number): boolean {
    const lead = this.#freeAt(a) - this.#freeAt(b)
    return lead === 0 ? a < b : lead < 0
  }

  #freeAt(host: number): number {
    return this.#clock.freeAt(host as HostId)
  }
}
