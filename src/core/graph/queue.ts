import type { Archive } from '../../lib/archive.ts'
import { GroupedHeap } from '../../lib/grouped-heap.ts'
import { boundedInsert } from '../../lib/top-k.ts'
import { IndexedHeap } from '../../lib/indexed-heap.ts'
import { KeyedHeap, type Keys, Positions } from '../../lib/keyed-heap.ts'
import { type Bins, type Group, HostBins, NodeBins } from './bins.ts'
import { firstNodes } from './first-nodes.ts'
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
  /** Whether whole hosts or single nodes are put into groups; unless given, there are none. */
  groups?: Grouping | undefined
}

/** What is put into groups. */
export type Grouping = 'hosts' | 'nodes'

/**
 * The frontier in the order of one key. Each host has a heap of its nodes, and the hosts that are
 * open stand in a heap by their best node: the best node of the open hosts is found without looking
 * at the others. The key is kept nowhere else.
 *
 * Hosts or nodes may be put into groups. A group has a weight, which is added to the keys of all its
 * nodes, and to change it costs no more than to change the key of one. There is then a heap for each
 * host and group, a bin; without groups, a bin is a host.
 */
export class Queue implements Values {
  readonly #options: QueueOptions
  readonly #positions = new Positions()
  readonly #heaps: (KeyedHeap | undefined)[] = []
  readonly #bins: Bins | undefined
  readonly #open: IndexedHeap | GroupedHeap
  #weights: number[] = []
  /** The open hosts; only kept where a host may have several bins. */
  readonly #openHosts = new Set<HostId>()

  constructor(options: QueueOptions) {
    const { groups } = options
    this.#options = options
    const before = (a: number, b: number) => this.#binBefore(a, b)
    if (groups === undefined) {
      this.#open = new IndexedHeap(before)
      return
    }
    const bins = groups === 'hosts' ? new HostBins() : new NodeBins()
    this.#bins = bins
    this.#open = new GroupedHeap(before, (bin) => bins.groupOf(bin))
  }

  has(node: NodeId): boolean {
    return this.#positions.get(node) >= 0
  }

  insert(node: NodeId, key: number): void {
    const bin = this.#binOf(node)
    this.#positions.reserve(node)
    const heap = (this.#heaps[bin] ??= this.#newHeap())
    heap.add(node, key)
    if (heap.size > 1) this.#reorder(bin)
    else if (this.#openHosts.has(this.#options.hostOf(node))) this.#open.add(bin)
  }

  /** The key it had. */
  remove(node: NodeId): number {
    const bin = this.#binOf(node)
    const heap = this.#heaps[bin]!
    const key = heap.key(node)
    heap.delete(node)
    if (heap.size > 0) this.#reorder(bin)
    else this.#empty(bin)
    return key
  }

  /** The key, and the weight of its group. */
  value(node: NodeId): number {
    const bin = this.#binOf(node)
    return this.#heaps[bin]!.key(node) + this.#weightOf(bin)
  }

  /** What goes first does so whatever it is estimated at. */
  set(node: NodeId, key: number): void {
    const bin = this.#binOf(node)
    const heap = this.#heaps[bin]!
    const was = heap.key(node)
    if (was === FIRST_KEY || was === key) return
    heap.set(node, key)
    this.#reorder(bin)
  }

  /** The node is to go before all that is estimated. */
  putFirst(node: NodeId): void {
    this.set(node, FIRST_KEY)
  }

  isFirst(node: NodeId): boolean {
    return this.#key(node) === FIRST_KEY
  }

  increase(node: NodeId, amount: number): void {
    if (amount === 0) return
    const bin = this.#binOf(node)
    this.#heaps[bin]!.increase(node, amount)
    this.#reorder(bin)
  }

  /** Weights are finite; those of groups that were given none are 0. */
  setWeight(group: Group, weight: number): void {
    while (this.#weights.length <= group) this.#weights.push(0)
    if (this.#weights[group] === weight) return
    this.#weights[group] = weight
    const open = this.#open as GroupedHeap
    open.groupMoved(group)
  }

  weight(group: Group): number {
    return this.#weights[group] ?? 0
  }

  /** The group of a host or a node, whichever is put into groups; a node need not be in the queue. */
  groupOf(id: HostId | NodeId): Group {
    return this.#bins!.groupOfId(id)
  }

  /** The host with all its nodes, or the node, is in that group from now on. */
  assign(id: HostId | NodeId, group: Group): void {
    if (this.groupOf(id) === group) return
    if (this.#options.groups === 'nodes') return this.#assignNode(id as NodeId, group)
    const isOpen = this.#open.has(id)
    if (isOpen) this.#open.delete(id)
    this.#bins!.assign(id, group)
    if (isOpen) this.#open.add(id)
  }

  /** The host may be asked now; it must have nodes. */
  open(host: HostId): void {
    if (this.#options.groups !== 'nodes') return this.#open.add(host)
    this.#openHosts.add(host)
    for (const bin of this.#bins!.ofHost(host)) if (this.#heaps[bin]?.size) this.#open.add(bin)
  }

  close(host: HostId): void {
    this.#openHosts.delete(host)
    for (const bin of this.#bins?.ofHost(host) ?? [host]) {
      if (this.#open.has(bin)) this.#open.delete(bin)
    }
  }

  /** The best node of the open hosts. */
  best(): NodeId | undefined {
    const bin = this.#open.first
    return bin === undefined ? undefined : (this.#heaps[bin]!.first as NodeId)
  }

  /** The one that would be best without the best. */
  second(): NodeId | undefined {
    const bin = this.#open.first
    if (bin === undefined) return undefined
    const next = this.#heaps[bin]!.second
    const otherBin = this.#open.second
    if (otherBin === undefined) return next < 0 ? undefined : (next as NodeId)
    const other = this.#heaps[otherBin]!.first
    return (next < 0 || this.before(other as NodeId, next as NodeId) ? other : next) as NodeId
  }

  /** The best nodes of the open hosts, in order; fewer where there are fewer. */
  bestOf(count: number): NodeId[] {
    const open = this.#open
    const heaps = {
      size: open.size,
      at: (rank: number) => this.#heaps[open.at(rank)]!,
      below: (rank: number) => open.below(rank),
    }
    return firstNodes(count, heaps, (a, b) => this.before(a, b))
  }

  /**
   * The best nodes of all hosts, open or not, but those left out. Looks at each host once, and at no
   * more nodes than it must.
   */
  bestOfAll(count: number, without: ReadonlySet<HostId>): NodeId[] {
    const bins = this.#bestBins(count, without)
    const heaps = {
      size: bins.length,
      at: (rank: number) => this.#heaps[bins[rank]!]!,
      below: (rank: number) => (rank + 1 < bins.length ? [rank + 1] : []),
    }
    return firstNodes(count, heaps, (a, b) => this.before(a, b))
  }

  /** How many nodes of all hosts but those left out come before a node, counted no further than `most`. */
  countBefore(node: NodeId, most: number, without: ReadonlySet<HostId>): number {
    const isBefore = (other: number) => other !== node && this.before(other as NodeId, node)
    let count = 0
    for (const [bin, heap] of this.#heaps.entries()) {
      if (count >= most || heap === undefined || without.has(this.#hostOf(bin))) continue
      count += heap.countFirst(isBefore, most - count)
    }
    return count
  }

  /** A node of the open hosts, all equally likely. */
  any(chance: number): NodeId | undefined {
    const heaps: KeyedHeap[] = []
    this.#open.visitFirst(
      () => true,
      (bin) => heaps.push(this.#heaps[bin]!),
    )
    let place = Math.floor(chance * heaps.reduce((sum, heap) => sum + heap.size, 0))
    for (const heap of heaps) {
      if (place < heap.size) return heap.at(place) as NodeId
      place -= heap.size
    }
    return undefined
  }

  /** Calls `visit` for each node of the open hosts whose value is at least `least`. */
  visitFrom(least: number, visit: (node: NodeId) => void): void {
    this.#open.visitFirst(
      (bin) => this.#valueOfFirst(bin) >= least,
      (bin) =>
        this.#heaps[bin]!.visitFrom(least, visit as (id: number) => void, this.#weightOf(bin)),
    )
  }

  /** All nodes, in no particular order. */
  nodes(): Int32Array {
    const heaps = this.#heaps.filter((heap) => heap !== undefined)
    const nodes = new Int32Array(heaps.reduce((sum, heap) => sum + heap.size, 0))
    let filled = 0
    for (const heap of heaps) {
      nodes.set(heap.ids(), filled)
      filled += heap.size
    }
    return nodes
  }

  get bytes(): number {
    const heaps = this.#heaps.reduce((sum, heap) => sum + (heap?.bytes ?? 0), 0)
    return heaps + this.#positions.at.byteLength + (this.#bins?.bytes ?? 0)
  }

  archive(archive: Archive): void {
    if (this.#bins !== undefined) this.#archiveGroups(this.#bins, archive)
    const bins = archive.number(this.#heaps.length)
    for (let bin = 0; bin < bins; bin++) this.#archiveBin(bin, archive)
    this.#open.archive(archive)
  }

  #archiveGroups(bins: Bins, archive: Archive): void {
    bins.archive(archive)
    this.#weights = archive.numbers(this.#weights)
    for (const host of archive.integers([...this.#openHosts])) this.#openHosts.add(host as HostId)
  }

  #archiveBin(bin: number, archive: Archive): void {
    const isEmpty = (this.#heaps[bin]?.size ?? 0) === 0
    if (archive.number(Number(isEmpty)) === 1) {
      this.#heaps[bin] = undefined
      return
    }
    const heap = (this.#heaps[bin] ??= this.#newHeap())
    heap.archive(archive)
  }

  /** The bins whose best nodes are the best, in order. */
  #bestBins(count: number, without: ReadonlySet<HostId>): number[] {
    const best: number[] = []
    const before = (a: number, b: number) => this.#binBefore(a, b)
    for (let bin = 0; bin < this.#heaps.length; bin++) {
      if (!this.#heaps[bin]?.size || without.has(this.#hostOf(bin))) continue
      boundedInsert(best, bin, count, before)
    }
    return best
  }

  #binOf(node: NodeId): number {
    const host = this.#options.hostOf(node)
    return this.#bins === undefined ? host : this.#bins.binOf(node, host)
  }

  #hostOf(bin: number): HostId {
    return this.#bins?.hostOf(bin) ?? (bin as HostId)
  }

  #weightOf(bin: number): number {
    return this.#bins === undefined ? 0 : this.weight(this.#bins.groupOf(bin))
  }

  #valueOfFirst(bin: number): number {
    return this.#heaps[bin]!.firstKey + this.#weightOf(bin)
  }

  #newHeap(): KeyedHeap {
    const { doublePrecision, tieBefore } = this.#options
    const keys: Keys = doublePrecision ? new Float64Array(4) : new Float32Array(4)
    return new KeyedHeap(keys, this.#positions, tieBefore as (a: number, b: number) => boolean)
  }

  #assignNode(node: NodeId, group: Group): void {
    const isQueued = this.has(node)
    const host = this.#options.hostOf(node)
    // A host whose only node moves to another bin stays open.
    const isOpen = this.#openHosts.has(host)
    const key = isQueued ? this.remove(node) : 0
    this.#bins!.assign(node, group)
    if (isOpen) this.#openHosts.add(host)
    if (isQueued) this.insert(node, key)
  }

  /** One open bin needs no order, and most crawls are of a few. */
  #reorder(bin: number): void {
    if (this.#open.size > 1 && this.#open.has(bin)) this.#open.moved(bin)
  }

  /** A host without nodes is not open. Of bins there may be many, so an empty one keeps no heap. */
  #empty(bin: number): void {
    if (this.#open.has(bin)) this.#open.delete(bin)
    if (this.#options.groups !== 'nodes') return
    this.#heaps[bin] = undefined
    const host = this.#hostOf(bin)
    const isEmpty = this.#bins!.ofHost(host).every((other) => !this.#heaps[other]?.size)
    if (isEmpty) this.#openHosts.delete(host)
  }

  /**
   * Bins stand by value, then by key: where adding the weight rounds a difference away, the heap of a
   * bin still knows it.
   */
  #binBefore(a: number, b: number): boolean {
    const [left, right] = [this.#heaps[a]!, this.#heaps[b]!]
    if (this.#bins !== undefined) {
      const lead = compare(this.#valueOfFirst(a), this.#valueOfFirst(b))
      if (lead !== 0) return lead > 0
    }
    if (left.firstKey !== right.firstKey) return left.firstKey > right.firstKey
    return this.#options.tieBefore(left.first as NodeId, right.first as NodeId)
  }

  /** Which of two nodes comes first. */
  before(a: NodeId, b: NodeId): boolean {
    if (this.#bins !== undefined) {
      const lead = compare(this.value(a), this.value(b))
      if (lead !== 0) return lead > 0
    }
    const [left, right] = [this.#key(a), this.#key(b)]
    return left === right ? this.#options.tieBefore(a, b) : left > right
  }

  #key(node: NodeId): number {
    return this.#heaps[this.#binOf(node)]!.key(node)
  }
}

/** A number above 0 where the first is greater; infinite ones may be equal. */
function compare(a: number, b: number): number {
  return a === b ? 0 : a > b ? 1 : -1
}
