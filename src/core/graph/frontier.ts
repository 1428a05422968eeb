import { IndexedHeap, Positions } from '../../lib/indexed-heap.ts'
import type { HostId, HostTable } from './host-table.ts'
import type { NodeId, NodeTable } from './node-table.ts'

/**
 * The nodes known and not yet crawled. Each host has a heap of its nodes; hosts that may be asked
 * stand in a heap by their best node, hosts that must wait in another by the moment they are free.
 * So the best node among the hosts that are ready is found without looking at the others.
 */
export class Frontier {
  readonly #nodes: NodeTable
  readonly #hosts: HostTable
  readonly #before: (a: number, b: number) => boolean
  readonly #positions = new Positions()
  readonly #ofHost: IndexedHeap[] = []
  readonly #ready: IndexedHeap
  readonly #waiting: IndexedHeap
  #size = 0

  constructor(nodes: NodeTable, hosts: HostTable, before: (a: NodeId, b: NodeId) => boolean) {
    this.#nodes = nodes
    this.#hosts = hosts
    this.#before = before as (a: number, b: number) => boolean
    this.#ready = new IndexedHeap((a, b) =>
      this.#before(this.#ofHost[a]!.first!, this.#ofHost[b]!.first!),
    )
    this.#waiting = new IndexedHeap(
      (a, b) => this.#freeAt(a) < this.#freeAt(b) || (this.#freeAt(a) === this.#freeAt(b) && a < b),
    )
  }

  get size(): number {
    return this.#size
  }

  add(node: NodeId): void {
    const host = this.#nodes.host(node)
    const heap = (this.#ofHost[host] ??= new IndexedHeap(this.#before, this.#positions))
    heap.add(node)
    this.#size++
    if (heap.size === 1) this.#waiting.add(host)
    else if (this.#ready.has(host)) this.#ready.moved(host)
  }

  /** To be told when the node's estimate has changed. */
  moved(node: NodeId): void {
    const host = this.#nodes.host(node)
    this.#ofHost[host]!.moved(node)
    if (this.#ready.has(host)) this.#ready.moved(host)
  }

  delete(node: NodeId): void {
    const host = this.#nodes.host(node)
    const heap = this.#ofHost[host]!
    heap.delete(node)
    this.#size--
    const among = this.#ready.has(host) ? this.#ready : this.#waiting
    if (heap.size === 0) among.delete(host)
    else among.moved(host)
  }

  /** To be told when the moment at which the host is free has changed. */
  paced(host: HostId): void {
    if (this.#waiting.has(host)) return this.#waiting.moved(host)
    if (!this.#ready.has(host)) return
    this.#ready.delete(host)
    this.#waiting.add(host)
  }

  /** The best node among the hosts that are free at that moment. */
  best(at: number): NodeId | undefined {
    while (this.#waiting.size > 0 && this.#freeAt(this.#waiting.first!) <= at) {
      const host = this.#waiting.first!
      this.#waiting.delete(host)
      this.#ready.add(host)
    }
    const host = this.#ready.first
    return host === undefined ? undefined : (this.#ofHost[host]!.first as NodeId)
  }

  /** When the first of the waiting hosts is free. */
  nextFreeAt(): number | undefined {
    const host = this.#waiting.first
    return host === undefined ? undefined : this.#freeAt(host)
  }

  #freeAt(host: number): number {
    return this.#hosts.readyAt(host as HostId)
  }
}
