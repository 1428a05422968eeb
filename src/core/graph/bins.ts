import type { Archive } from '../../lib/archive.ts'
import { grow } from '../../lib/grow.ts'
import type { HostId } from './host-table.ts'
import type { NodeId } from './node-table.ts'

/** Groups are numbered from 0, the one that everything is in at first. */
export type Group = number

/** Nodes of one host in one group: what a queue orders together. */
export interface Bins {
  binOf: (node: NodeId, host: HostId) => number
  hostOf: (bin: number) => HostId
  groupOf: (bin: number) => Group
  /** The group of a host or a node, whichever is put into groups. */
  groupOfId: (id: number) => Group
  assign: (id: number, group: Group) => void
  /** The bins that a host has or had nodes in. */
  ofHost: (host: HostId) => readonly number[]
  /** The columns of nodes that it keeps. */
  readonly bytes: number
  archive: (archive: Archive) => void
}

/** Hosts in groups: a host's nodes stand in one bin, and change their group together. */
export class HostBins implements Bins {
  readonly bytes = 0
  #groups: Group[] = []

  binOf(_node: NodeId, host: HostId): number {
    return host
  }

  hostOf(bin: number): HostId {
    return bin as HostId
  }

  groupOf(bin: number): Group {
    return this.#groups[bin] ?? 0
  }

  groupOfId(host: number): Group {
    return this.groupOf(host)
  }

  ofHost(host: HostId): readonly number[] {
    return [host]
  }

  assign(host: number, group: Group): void {
    while (this.#groups.length < host) this.#groups.push(0)
    this.#groups[host] = group
  }

  archive(archive: Archive): void {
    this.#groups = archive.integers(this.#groups)
  }
}

/** A byte tells so many apart. */
export const MAX_GROUPS_OF_NODES = 256

/** Nodes in groups, each for itself: a bin for each host and group. */
export class NodeBins implements Bins {
  #nodes = 0
  #groupOfNode = new Uint8Array(64)
  /** The host and the group of each bin, one after the other. */
  #bins: number[] = []
  readonly #ids = new Map<number, number>()
  readonly #ofHost: (number[] | undefined)[] = []

  binOf(node: NodeId, host: HostId): number {
    const group = this.groupOfId(node)
    const key = host * MAX_GROUPS_OF_NODES + group
    return this.#ids.get(key) ?? this.#add(host, group)
  }

  get bytes(): number {
    return this.#groupOfNode.byteLength
  }

  hostOf(bin: number): HostId {
    return this.#bins[2 * bin]! as HostId
  }

  groupOf(bin: number): Group {
    return this.#bins[2 * bin + 1]!
  }

  ofHost(host: HostId): readonly number[] {
    return this.#ofHost[host] ?? []
  }

  groupOfId(node: number): Group {
    return this.#groupOfNode[node] ?? 0
  }

  assign(node: number, group: Group): void {
    if (node >= this.#nodes) this.#nodes = node + 1
    this.#groupOfNode = grow(this.#groupOfNode, this.#nodes)
    this.#groupOfNode[node] = group
  }

  archive(archive: Archive): void {
    this.#nodes = archive.number(this.#nodes)
    this.#groupOfNode = archive.column(this.#groupOfNode, this.#nodes)
    const bins = archive.integers(this.#bins)
    for (let at = this.#bins.length; at < bins.length; at += 2) {
      this.#add(bins[at]! as HostId, bins[at + 1]!)
    }
  }

  #add(host: HostId, group: Group): number {
    const bin = this.#bins.length / 2
    this.#bins.push(host, group)
    this.#ids.set(host * MAX_GROUPS_OF_NODES + group, bin)
    const ofHost = (this.#ofHost[host] ??= [])
    ofHost.push(bin)
    return bin
  }
}
