import type { Archive } from '../../lib/archive.ts'
import { firstOfHeap, boundedInsert } from '../../lib/top-k.ts'
import { IndexedHeap } from '../../lib/indexed-heap.ts'
import { KeyedHeap, type Keys, Positions } from '../../lib/keyed-heap.ts'
import type { HostId } from './host-table.ts'
import type { NodeId } from './node-table.ts'

/** The key of a node that goes before all that is estimated, as a seed does. */
export const FIRST_KEY = Infinity

/** A number for each node that it has. */
export interface Values {
  has: (node: NodeId) => boolean
  value: (node: NodeId) => number
  increase: (node: NodeId, amount: number) => void
}

export interface QueueOptions {
  hostOf: (node: NodeId) => HostId
  tieBefore: (a: NodeId, b: NodeId) => boolean
  /** Sums of products need them; for anything else half the memory will do. */
  doublePrecision: boolean
}

/** A node by where it stands: its host among others, and its place in that host's heap. */
interface NodePlace {
  rank: number
  place: number
}

/** Hosts in an order of which each knows who comes right after it. */
interface HostOrder {
  size: number
  at: (rank: number) => number
  below: (rank: number) => number[]
}

/**
 * The frontier in the order of one key. Each host has a heap of its nodes, and the hosts that are
 * open stand in a heap by their best node: the best node of the open hosts is found without looking
 * at the others. The key is kept nowhere else.
 */
export class Queue implements Values {
  readonly #options: QueueOptions
  readonly #positions = new Positions()
  readonly #ofHost: (KeyedHeap | undefined)[] = []
  readonly #open: IndexedHeap

  constructor(options: QueueOptions) {
    this.#options = options
    this.#open = new IndexedHeap((a, b) => this.#hostBefore(a, b))
  }

  has(node: NodeId): boolean {
    return this.#positions.get(node) >= 0
  }

  insert(node: NodeId, key: number): void {
    const host = this.#options.hostOf(node)
    this.#positions.reserve(node)
    const heap = (this.#ofHost[host] ??= this.#newHeap())
    heap.add(node, key)
    this.#reorder(host)
  }

  /** The key it had. */
  remove(node: NodeId): number {
    const host = this.#options.hostOf(node)
    const heap = this.#ofHost[host]!
    const key = heap.key(node)
    heap.delete(node)
    if (heap.size > 0) this.#reorder(host)
    else if (this.#open.has(host)) this.#open.delete(host)
    return key
  }

  value(node: NodeId): number {
    return this.#heapOf(node).key(node)
  }

  /** What goes first does so whatever it is estimated at. */
  set(node: NodeId, key: number): void {
    const host = this.#options.hostOf(node)
    const heap = this.#ofHost[host]!
    if (heap.key(node) === FIRST_KEY) return
    heap.set(node, key)
    this.#reorder(host)
  }

  /** The node is to go before all that is estimated. */
  putFirst(node: NodeId): void {
    this.set(node, FIRST_KEY)
  }

  isFirst(node: NodeId): boolean {
    return this.value(node) === FIRST_KEY
  }

  increase(node: NodeId, amount: number): void {
    if (amount === 0) return
    const host = this.#options.hostOf(node)
    this.#ofHost[host]!.increase(node, amount)
    this.#reorder(host)
  }

  /** The host may be asked now; it must have nodes. */
  open(host: HostId): void {
    this.#open.add(host)
  }

  close(host: HostId): void {
    if (this.#open.has(host)) this.#open.delete(host)
  }

  /** The best node of the open hosts. */
  best(): NodeId | undefined {
    const host = this.#open.first
    return host === undefined ? undefined : (this.#ofHost[host]!.first as NodeId)
  }

  /** The one that would be best without the best. */
  second(): NodeId | undefined {
    const host = this.#open.first
    if (host === undefined) return undefined
    const next = this.#ofHost[host]!.second
    const otherHost = this.#open.second
    if (otherHost === undefined) return next < 0 ? undefined : (next as NodeId)
    const other = this.#ofHost[otherHost]!.first
    return (next < 0 || this.before(other as NodeId, next as NodeId) ? other : next) as NodeId
  }

  /** The best nodes of the open hosts, in order; fewer where there are fewer. */
  bestOf(count: number): NodeId[] {
    const open = this.#open
    return this.#firstOf(count, {
      size: open.size,
      at: (rank) => open.at(rank),
      below: (rank) => open.below(rank),
    })
  }

  /**
   * The best nodes of all hosts, open or not, but those left out. Looks at each host once, and at no
   * more nodes than it must.
   */
  bestOfAll(count: number, without: ReadonlySet<HostId>): NodeId[] {
    const hosts = this.#bestHosts(count, without)
    return this.#firstOf(count, {
      size: hosts.length,
      at: (rank) => hosts[rank]!,
      below: (rank) => (rank + 1 < hosts.length ? [rank + 1] : []),
    })
  }

  /** How many nodes of all hosts but those left out come before a node, counted no further than `most`. */
  countBefore(node: NodeId, most: number, without: ReadonlySet<HostId>): number {
    const isBefore = (other: number) => other !== node && this.before(other as NodeId, node)
    let count = 0
    for (const [host, heap] of this.#ofHost.entries()) {
      if (count >= most || heap === undefined || without.has(host as HostId)) continue
      count += heap.countFirst(isBefore, most - count)
    }
    return count
  }

  /** A node of the open hosts, all equally likely. */
  any(chance: number): NodeId | undefined {
    const heaps: KeyedHeap[] = []
    this.#open.visitFirst(
      () => true,
      (host) => heaps.push(this.#ofHost[host]!),
    )
    let place = Math.floor(chance * heaps.reduce((sum, heap) => sum + heap.size, 0))
    for (const heap of heaps) {
      if (place < heap.size) return heap.at(place) as NodeId
      place -= heap.size
    }
    return undefined
  }

  /** Calls `visit` for each node of the open hosts whose key is at least `least`. */
  visitFrom(least: number, visit: (node: NodeId) => void): void {
    this.#open.visitFirst(
      (host) => this.#ofHost[host]!.firstKey >= least,
      (host) => this.#ofHost[host]!.visitFrom(least, visit as (id: number) => void),
    )
  }

  /** All nodes, in no particular order. */
  nodes(): Int32Array {
    const heaps = this.#ofHost.filter((heap) => heap !== undefined)
    const nodes = new Int32Array(heaps.reduce((sum, heap) => sum + heap.size, 0))
    let filled = 0
    for (const heap of heaps) {
      nodes.set(heap.ids(), filled)
      filled += heap.size
    }
    return nodes
  }

  get bytes(): number {
    const heaps = this.#ofHost.reduce((sum, heap) => sum + (heap?.bytes ?? 0), 0)
    return heaps + this.#positions.at.byteLength
  }

  archive(archive: Archive): void {
    const hosts = archive.number(this.#ofHost.length)
    for (let host = 0; host < hosts; host++) this.#archiveHost(host, archive)
    this.#open.archive(archive)
  }

  #archiveHost(host: number, archive: Archive): void {
    const isEmpty = (this.#ofHost[host]?.size ?? 0) === 0
    if (archive.number(Number(isEmpty)) === 1) {
      this.#ofHost[host] = undefined
      return
    }
    const heap = (this.#ofHost[host] ??= this.#newHeap())
    heap.archive(archive)
  }

  /** The next after a node are those below it in its heap, and after a host's best also the hosts below. */
  #firstOf(count: number, hosts: HostOrder): NodeId[] {
    const heapAt = (rank: number) => this.#ofHost[hosts.at(rank)]!
    const nodeAt = ({ rank, place }: NodePlace) => heapAt(rank).at(place) as NodeId
    const below = ({ rank, place }: NodePlace): NodePlace[] => {
      const nodes = heapAt(rank)
        .below(place)
        .map((next) => ({ rank, place: next }))
      if (place > 0) return nodes
      return [...nodes, ...hosts.below(rank).map((next) => ({ rank: next, place: 0 }))]
    }
    const root = hosts.size > 0 ? { rank: 0, place: 0 } : undefined
    return firstOfHeap(root, count, below, (a, b) => this.before(nodeAt(a), nodeAt(b))).map(nodeAt)
  }

  /** The hosts whose best nodes are the best, in order. */
  #bestHosts(count: number, without: ReadonlySet<HostId>): number[] {
    const best: number[] = []
    const before = (a: number, b: number) => this.#hostBefore(a, b)
    for (let host = 0; host < this.#ofHost.length; host++) {
      if (without.has(host as HostId) || !this.#ofHost[host]?.size) continue
      boundedInsert(best, host, count, before)
    }
    return best
  }

  #heapOf(node: NodeId): KeyedHeap {
    return this.#ofHost[this.#options.hostOf(node)]!
  }

  #newHeap(): KeyedHeap {
    const { doublePrecision, tieBefore } = this.#options
    const keys: Keys = doublePrecision ? new Float64Array(4) : new Float32Array(4)
    return new KeyedHeap(keys, this.#positions, tieBefore as (a: number, b: number) => boolean)
  }

  /** One open host needs no order, and most crawls are of a few. */
  #reorder(host: HostId): void {
    if (this.#open.size > 1 && this.#open.has(host)) this.#open.moved(host)
  }

  #hostBefore(a: number, b: number): boolean {
    const [left, right] = [this.#ofHost[a]!, this.#ofHost[b]!]
    if (left.firstKey !== right.firstKey) return left.firstKey > right.firstKey
    return this.#options.tieBefore(left.first as NodeId, right.first as NodeId)
  }

  /** Which of two nodes comes first. */
  before(a: NodeId, b: NodeId): boolean {
    const [left, right] = [this.value(a), this.value(b)]
    return left === right ? this.#options.tieBefore(a, b) : left > right
  }
}
