import type { Archive } from '../../lib/archive.ts'
import type { Brand } from '../../lib/brand.ts'
import { grow } from '../../lib/grow.ts'
import type { HostId } from './host-table.ts'

export type NodeId = Brand<number, 'NodeId'>

/** Append-only: the codes are the places in this list, and codes are kept in snapshots. */
const NODE_STATES = [
  'queued',
  'reserved',
  'crawled',
  'failed',
  'moved',
  'barred',
  'shelved',
  'resting',
  'outside',
] as const
export type NodeState = (typeof NODE_STATES)[number]

/** Every node a campaign knows, as parallel columns; a node's id is its place, in order of discovery. */
export class NodeTable {
  #length = 0
  #host = new Uint32Array(64)
  #state = new Uint8Array(64)
  #depth = new Uint16Array(64)

  get length(): number {
    return this.#length
  }

  add(host: HostId, depth: number): NodeId {
    const node = this.#length++
    this.#host = grow(this.#host, this.#length)
    this.#state = grow(this.#state, this.#length)
    this.#depth = grow(this.#depth, this.#length)
    this.#host[node] = host
    this.#depth[node] = Math.min(depth, 0xffff)
    return node as NodeId
  }

  archive(archive: Archive): void {
    this.#length = archive.number(this.#length)
    this.#host = archive.column(this.#host, this.#length)
    this.#state = archive.column(this.#state, this.#length)
    this.#depth = archive.column(this.#depth, this.#length)
  }

  host(node: NodeId): HostId {
    return this.#host[node]! as HostId
  }

  depth(node: NodeId): number {
    return this.#depth[node]!
  }

  state(node: NodeId): NodeState {
    return NODE_STATES[this.#state[node]!]!
  }

  setState(node: NodeId, state: NodeState): void {
    this.#state[node] = NODE_STATES.indexOf(state)
  }
}
